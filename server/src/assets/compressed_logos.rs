//! The agency's logos in gzip.

use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use domain::settings::accent::Scheme;
use flate2::Compression;
use flate2::write::GzEncoder;
use store::Logo;

/// The latest SVG of each scheme in gzip, with its version: compressing it costs more than anything else of a request.
#[derive(Default)]
pub struct CompressedLogos([Mutex<Option<(String, Bytes)>>; 2]);

impl CompressedLogos {
    pub fn gzip(&self, scheme: Scheme, logo: &Logo) -> Bytes {
        // Others wait meanwhile, instead of compressing it too.
        let mut latest = self.0[scheme as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, gzip)) = latest.as_ref().filter(|(version, _)| *version == logo.version) {
            return gzip.clone();
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let written = encoder.write_all(&logo.bytes).and_then(|()| encoder.finish());
        let gzip = Bytes::from(written.expect("writing to memory cannot fail"));
        *latest = Some((logo.version.clone(), gzip.clone()));
        gzip
    }
}

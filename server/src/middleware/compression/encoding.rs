//! The codings of dynamic responses, with the level of each (docs/BENCHMARKS.md#compression).

use std::cell::RefCell;
use std::io::{self, Write as _};

use axum::http::HeaderMap;
use brotli::enc::BrotliEncoderParams;
use flate2::write::GzEncoder;
use zstd::bulk::Compressor;

use crate::assets::accepts;

/// Of each coding.
const LEVEL: u8 = 5;

thread_local! {
    /// Its tables, kept for the next response.
    static ZSTD: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Zstd,
    Brotli,
    Gzip,
}

impl Encoding {
    /// Best first.
    const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Gzip];

    /// The best that the request accepts.
    pub(super) fn accepted(headers: &HeaderMap) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| accepts(headers, encoding.name()))
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// # Errors
    /// When there is no memory for the encoder.
    pub(super) fn compress(self, plain: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Zstd => ZSTD.with_borrow_mut(|kept| match kept {
                Some(encoder) => encoder.compress(plain),
                None => kept.insert(Compressor::new(LEVEL.into())?).compress(plain),
            }),
            Self::Brotli => {
                let parameters =
                    BrotliEncoderParams { quality: LEVEL.into(), size_hint: plain.len(), ..Default::default() };
                let mut compressed = Vec::new();
                brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters)?;
                Ok(compressed)
            }
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(LEVEL.into()));
                encoder.write_all(plain)?;
                encoder.finish()
            }
        }
    }
}

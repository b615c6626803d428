//! The agency's logo, stored as a data URL in the setting `logo`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use domain::settings::logo::LogoProblem;
use sha2::{Digest, Sha256};

pub use domain::settings::logo::LogoKind;

/// A validated image. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    pub kind: LogoKind,
    pub bytes: Bytes,
    /// A short hash of the file.
    pub version: String,
}

impl Logo {
    /// Validates a file; its content determines the kind.
    pub fn of(bytes: Vec<u8>) -> Result<Self, LogoProblem> {
        let digest = Sha256::digest(&bytes);
        Ok(Self { kind: LogoKind::of(&bytes)?, bytes: bytes.into(), version: URL_SAFE_NO_PAD.encode(&digest[..9]) })
    }

    /// Parses `data:image/png;base64,…` or `data:image/svg+xml;base64,…`. `None` for anything else, an
    /// invalid image, or one of another kind than the URL claims.
    pub fn parse(url: &str) -> Option<Self> {
        let (kind, base64) = [LogoKind::Png, LogoKind::Svg].into_iter().find_map(|kind| {
            let rest = url.trim().strip_prefix("data:")?.strip_prefix(kind.content_type())?;
            Some((kind, rest.strip_prefix(";base64,")?))
        })?;
        if base64.len() > LogoKind::MAX_BYTES.div_ceil(3) * 4 {
            return None;
        }
        Self::of(STANDARD.decode(base64).ok()?).ok().filter(|logo| logo.kind == kind)
    }

    /// The data URL that [`Logo::parse`] accepts.
    pub fn to_data_url(&self) -> String {
        format!("data:{};base64,{}", self.kind.content_type(), STANDARD.encode(&self.bytes))
    }
}

#[cfg(test)]
mod tests;

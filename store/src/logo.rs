//! The agency's logo, kept as a data URL in the setting `logo`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// A picture, read and recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// What it is.
    pub kind: LogoKind,
    /// The file.
    pub bytes: Vec<u8>,
}

/// The kinds of picture a logo may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoKind {
    /// PNG.
    Png,
    /// SVG.
    Svg,
}

impl LogoKind {
    /// Its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Whether `bytes` are such a picture.
    fn fits(self, bytes: &[u8]) -> bool {
        match self {
            // The signature, and the header that must follow it.
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
            Self::Svg => std::str::from_utf8(bytes).is_ok_and(has_svg_root),
        }
    }
}

impl Logo {
    /// The largest file, in bytes.
    pub const MAX_BYTES: usize = 256 * 1024;

    /// Reads `data:image/png;base64,…` or `data:image/svg+xml;base64,…`. `None`: it is anything else,
    /// too large, or not what it says it is.
    pub fn parse(url: &str) -> Option<Self> {
        let (kind, base64) = [LogoKind::Png, LogoKind::Svg].into_iter().find_map(|kind| {
            let rest = url.trim().strip_prefix("data:")?.strip_prefix(kind.content_type())?;
            Some((kind, rest.strip_prefix(";base64,")?))
        })?;
        if base64.len() > Self::MAX_BYTES.div_ceil(3) * 4 {
            return None;
        }
        let bytes = STANDARD.decode(base64).ok()?;
        (bytes.len() <= Self::MAX_BYTES && kind.fits(&bytes)).then_some(Self { kind, bytes })
    }

    /// A short hash of the file: another file, another version.
    pub fn version(&self) -> String {
        let digest = Sha256::digest(&self.bytes);
        URL_SAFE_NO_PAD.encode(&digest[..9])
    }
}

/// Whether the first element is `<svg>`. Before it there may be a byte order mark, declarations,
/// comments and a document type, which may define nothing: no entity is worth its risks.
fn has_svg_root(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let after = if let Some(after) = rest.strip_prefix("<?") {
            after.split_once("?>")
        } else if let Some(after) = rest.strip_prefix("<!--") {
            after.split_once("-->")
        } else if let Some(after) = rest.strip_prefix("<!DOCTYPE") {
            after.split_once('>').filter(|(definition, _)| !definition.contains('['))
        } else {
            let name = rest.strip_prefix("<svg").and_then(|after| after.chars().next());
            return name.is_some_and(|next| next.is_ascii_whitespace() || matches!(next, '>' | '/'));
        };
        let Some((_, after)) = after else { return false };
        rest = after.trim_start();
    }
}

#[cfg(test)]
mod tests;

//! The digest by which the bytes of a file are stored.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a SHA-256 digest: 64 of 0-9 a-f")]
pub struct NotADigest;

/// SHA-256 in lower-case hexadecimal. It is the name of the bytes in the store of files, so nothing else may be in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sha256Digest(String);

impl Sha256Digest {
    pub fn parse(text: impl Into<String>) -> Result<Self, NotADigest> {
        let text = text.into();
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_hex) { Ok(Self(text)) } else { Err(NotADigest) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

string_value! { Sha256Digest, NotADigest, |text| Self::parse(text), |digest| digest.0 }

impl fmt::Display for Sha256Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_is_64_lower_case_hexadecimal_digits() {
        assert!(Sha256Digest::parse("0123456789abcdef".repeat(4)).is_ok());
        for bad in ["", "../../etc/passwd", &"A".repeat(64), &"a".repeat(63), &"g".repeat(64)] {
            assert_eq!(Sha256Digest::parse(bad), Err(NotADigest), "{bad}");
        }
    }
}

//! The encoding of stored bodies: text, or base64 for what is not text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

/// How a body is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Encoding {
    #[default]
    Text,
    Base64,
}

impl Encoding {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Base64 => "base64",
        }
    }

    /// Whether a body with this encoding can be decoded.
    pub(crate) fn fits(self, body: &str) -> bool {
        self == Self::Text || STANDARD.decode(body).is_ok()
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        [Self::Text, Self::Base64].into_iter().find(|encoding| encoding.as_str() == name)
    }
}

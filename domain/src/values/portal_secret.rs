//! Secrets that open a client's portal.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The secret that opens a client's portal. `Debug` hides it, so that it never appears in a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Token(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 16 to 128 of A-Z a-z 0-9 _ -")]
pub struct InvalidToken;

impl Token {
    /// Accepts 16–128 characters of base64url. Tokens made by Atrio have 43 (32 random bytes); imported ones
    /// may differ.
    pub fn parse(value: impl Into<String>) -> Result<Self, InvalidToken> {
        let value = value.into();
        let fits = (16..=128).contains(&value.len())
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if fits { Ok(Self(value)) } else { Err(InvalidToken) }
    }

    /// The secret itself, for comparing, storing and showing to its owner. Never log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

string_value! { Token, InvalidToken, |value| Self::parse(value), |token| token.0 }

/// What a link in an e-mail or a notification opens its recipient's portal with, besides the slug. `Debug` hides it,
/// so that it never appears in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkCredential(String);

impl LinkCredential {
    /// The query parameter with it.
    pub const PARAMETER: &str = "link";

    /// `credential` is safe in an address as it is.
    pub fn new(credential: String) -> Self {
        Self(credential)
    }

    /// For an address that is sent to its owner. Never log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for LinkCredential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkCredential(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_hides_token_and_link_credential() {
        let token = Token::parse("s3cret-s3cret-s3cret").expect("a token");
        assert_eq!(format!("{token:?}"), "Token(…)");
        let link = LinkCredential::new("anna.s3cret".to_owned());
        assert_eq!(format!("{link:?}"), "LinkCredential(…)");
    }
}

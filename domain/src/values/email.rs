//! E-mail addresses.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An address, trimmed and in lower case, so that one person is one lead (docs/REFERENCE.md#lead). Only
/// normalizes; callers validate the syntax (`validator`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an e-mail address of at most 254 characters")]
pub struct InvalidEmail;

impl EmailAddress {
    /// The longest address, in characters.
    pub const MAX_CHARS: usize = 254;

    /// Trims `raw` and converts it to lower case.
    ///
    /// # Errors
    /// [`InvalidEmail`] when it is empty, too long, contains white space or NUL, or has no `@` between two
    /// parts.
    pub fn parse(raw: &str) -> Result<Self, InvalidEmail> {
        let address = raw.trim().to_lowercase();
        let shaped =
            address.rsplit_once('@').is_some_and(|(user, host)| !user.is_empty() && !host.is_empty());
        let clean = !address.chars().any(|c| c.is_whitespace() || c.is_control());
        if shaped && clean && address.chars().count() <= Self::MAX_CHARS {
            Ok(Self(address))
        } else {
            Err(InvalidEmail)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for EmailAddress {
    type Error = InvalidEmail;
    fn try_from(raw: String) -> Result<Self, InvalidEmail> {
        Self::parse(&raw)
    }
}

impl From<EmailAddress> for String {
    fn from(address: EmailAddress) -> Self {
        address.0
    }
}

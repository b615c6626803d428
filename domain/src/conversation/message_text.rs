//! The validated text of a message.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::DomainError;

/// Message text: 1–2000 Unicode scalar values after trimming, without NUL (docs/REFERENCE.md#message-text). Empty only beside
/// files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema), schema(max_length = 2000, pattern = r"^[^\u0000]*$"))]
pub struct MessageText(String);

impl MessageText {
    /// The longest message, in Unicode scalar values.
    pub const MAX_CHARS: usize = 2000;

    /// Trims Unicode white space at both ends.
    pub fn parse(raw: &str) -> Result<Self, DomainError> {
        let text = Self::parse_beside_files(raw)?;
        if text.is_empty() { Err(DomainError::EmptyText) } else { Ok(text) }
    }

    /// As [`parse`](Self::parse) for a message that may have files, which need no text.
    pub fn parse_beside_files(raw: &str) -> Result<Self, DomainError> {
        let text = raw.trim();
        if text.contains('\0') {
            return Err(DomainError::NulInText);
        }
        if Self::remaining(text) < 0 {
            return Err(DomainError::TextTooLong);
        }
        Ok(Self(text.to_owned()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many scalar values are left; negative if there are too many.
    pub fn remaining(raw: &str) -> i64 {
        let written = raw.trim().chars().count();
        i64::try_from(Self::MAX_CHARS).unwrap_or(i64::MAX) - i64::try_from(written).unwrap_or(i64::MAX)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

string_value! { MessageText, DomainError, |raw| Self::parse_beside_files(&raw), |text| text.0 }

impl fmt::Display for MessageText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

//! `POST /api/client/chat`: the client has read a channel (docs/REFERENCE.md#post-apiclientchat). Forms:
//! [`MarkRead`](crate::portal_actions::MarkRead).

use domain::{DomainError, Timestamp};
use serde::{Deserialize, Serialize};

use super::ErrorWords;

pub use super::chat::PATH;

pub const INVALID: ErrorWords = ErrorWords::INVALID;

pub const fn error(_: DomainError) -> ErrorWords {
    ErrorWords::FORBIDDEN
}

#[derive(Debug, Serialize, Deserialize)]
pub struct ReadReceipt {
    /// The credential.
    pub token: String,
    pub channel_key: String,
    /// Marks as read up to this, if it is earlier than now; empty and null are absent.
    pub up_to: Option<String>,
}

impl ReadReceipt {
    /// The time in `up_to`.
    ///
    /// # Errors
    /// [`INVALID`]: a member is missing, or `up_to` is not a timestamp.
    pub fn up_to(&self) -> Result<Option<Timestamp>, ErrorWords> {
        if self.token.is_empty() || self.channel_key.is_empty() {
            return Err(INVALID);
        }
        let up_to = self.up_to.as_deref().filter(|text| !text.is_empty());
        up_to.map(|text| text.parse().map_err(|_| INVALID)).transpose()
    }
}

#[derive(Debug, Serialize)]
pub struct ReadResponse {
    pub success: bool,
}

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
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ReadReceipt {
    /// The credential.
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_length = 1))]
    pub token: String,
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_length = 1))]
    pub channel_key: String,
    /// Marks as read up to this, if it is earlier than now; empty and null are absent.
    #[cfg_attr(not(target_arch = "wasm32"), schema(schema_with = optional_time))]
    pub up_to: Option<String>,
}

#[cfg(not(target_arch = "wasm32"))]
fn optional_time() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    use utoipa::openapi::{ObjectBuilder, OneOfBuilder, Type};
    let empty = ObjectBuilder::new().schema_type(Type::String).max_length(Some(0));
    let null = ObjectBuilder::new().schema_type(Type::Null);
    OneOfBuilder::new().item(<Timestamp as utoipa::PartialSchema>::schema()).item(empty).item(null).into()
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
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ReadResponse {
    pub success: bool,
}

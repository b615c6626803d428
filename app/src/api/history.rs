//! `GET /api/client/history`: the older messages of a channel, page by page.

use domain::{Comment, DomainError, Timestamp};
use serde::{Deserialize, Serialize};

use super::ErrorWords;
use crate::address::Address;

pub const PATH: &str = "/api/client/history";
pub const MISSING: ErrorWords = ErrorWords::MISSING;

pub const fn error(_: DomainError) -> ErrorWords {
    ErrorWords::FORBIDDEN
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryRequest<'a> {
    /// `token`
    pub credential: &'a str,
    /// `channel_key`
    pub channel: &'a str,
    /// Messages strictly before this.
    pub before: Timestamp,
}

impl<'a> HistoryRequest<'a> {
    /// Parses the values of a query, by their names.
    pub fn parse(value: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            credential: value("token")?,
            channel: value("channel_key")?,
            before: value("before")?.parse().ok()?,
        })
    }

    pub fn address(&self) -> String {
        Address::path(PATH.to_owned())
            .with("token", self.credential)
            .with("channel_key", self.channel)
            .with("before", &self.before.to_string())
            .into_string()
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct HistoryResponse {
    /// The newest fifty of them, oldest first.
    pub comments: Vec<Comment>,
    /// Whether there are older ones.
    pub has_older: bool,
}

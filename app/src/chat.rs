//! The conversation, live: an island that polls, sends and marks as read through the JSON API, over
//! tabs and a form that also work where no script runs.

pub mod api;
pub mod composer;
pub mod conversation;
pub mod island;
pub mod live;
pub mod local_time;
pub mod message;
pub mod read_form;
pub mod tabs;

use domain::id::{ClientId, ProjectId};
use domain::portal::ChannelView;
use domain::{ChannelKey, Language};
use serde::{Deserialize, Serialize};

use crate::words::Words;

pub use island::Chat;
pub use message::{Message, Side};
pub use read_form::MarkReadForm;

/// What the island needs to know besides the messages.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChatStart {
    /// The client's language.
    pub language: Language,
    /// Whose portal it is; also the key of General.
    pub client_id: ClientId,
    /// The secret its calls carry.
    pub token: String,
    /// The token or slug in the page's address.
    pub key: String,
    /// The project on show.
    pub project: ProjectId,
    /// The channel on show.
    pub open: ChannelKey,
    /// The text a form was refused with.
    pub draft: String,
    /// Why it was, in words; empty if it was not.
    pub trouble: String,
}

/// The channel `wanted` of a project if it has such a one, else its first, which is General.
pub fn channel_to_open(wanted: Option<&str>, channels: &[ChannelView]) -> Option<ChannelKey> {
    let keys = || channels.iter().map(|channel| &channel.key);
    keys().find(|key| Some(key.as_str()) == wanted).or_else(|| keys().next()).cloned()
}

/// What a reader calls a channel.
pub fn channel_name(channel: &ChannelView, words: Words) -> String {
    channel.phase_name.clone().unwrap_or_else(|| words.general().to_owned())
}

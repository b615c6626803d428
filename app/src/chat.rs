//! The conversation: tabs, messages and a form that work where no script runs, and an island that takes
//! them over, to poll, send and mark as read through the JSON API.
//!
//! What decides what is shown is pure and alike on both sides: [`conversation`], [`outbox`], [`sheet`],
//! [`clock`], [`links`]. [`panel`] is what the server renders, [`live`] what the browser does.

pub mod clock;
pub mod composer;
pub mod conversation;
pub mod emoji;
pub mod island;
pub mod links;
pub mod live;
pub mod markup;
pub mod message;
pub mod outbox;
pub mod panel;
pub mod sheet;
pub mod tabs;
pub mod ticket;

use domain::id::{ClientId, ProjectId};
use domain::portal::ChannelView;
use domain::{ChannelKey, Language, Timestamp};
use serde::{Deserialize, Serialize};

use crate::address::{Address, CONVERSATION};
use crate::i18n::I18n;

pub use message::{Message, Side};
pub use panel::Chat;

/// What the island needs to know besides the messages.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChatStart {
    /// The client's language.
    pub language: Language,
    /// Whose portal it is; also the key of General.
    pub client_id: ClientId,
    /// What its calls carry in the token's place.
    pub pass: String,
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
    /// What the agency is called, if it has a name.
    pub agency: Option<String>,
    /// The server's clock when the page was made.
    pub now: Timestamp,
}

/// The channel `wanted` of a project if it has such a one, else its first, which is General.
pub fn channel_to_open(wanted: Option<&str>, channels: &[ChannelView]) -> Option<ChannelKey> {
    let keys = || channels.iter().map(|channel| &channel.key);
    keys().find(|key| Some(key.as_str()) == wanted).or_else(|| keys().next()).cloned()
}

/// What a reader calls a channel.
pub fn channel_name(channel: &ChannelView, i18n: I18n) -> String {
    channel.phase_name.clone().unwrap_or_else(|| i18n.general().to_owned())
}

/// The page with the messages before those of a channel, if there are any.
pub fn older_address(start: &ChatStart, channel: &ChannelView) -> Option<String> {
    let oldest = channel.messages.first().filter(|_| channel.has_older)?;
    let page = Address::portal(&start.key).with("project", start.project.as_str());
    let page = page.with("channel", channel.key.as_str());
    Some(page.with("before", &oldest.created_at.to_string()).at(CONVERSATION))
}

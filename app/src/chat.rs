//! The client's chat: tabs, messages and a form that work without JavaScript, and an island that polls,
//! sends and marks as read through the JSON API.
//!
//! Pure code shared by server and browser: [`conversation`], [`message_list`], [`clock`],
//! [`links`]. The server renders [`panel`]; the browser runs [`live`].

pub mod clock;
pub mod composer;
pub mod conversation;
pub mod emoji;
pub mod island;
pub mod links;
pub mod live;
pub mod markup;
pub mod message;
pub mod message_list;
pub mod panel;
pub mod tabs;

use domain::id::{ClientId, ProjectId};
use domain::portal::ChannelView;
use domain::{ChannelKey, Timestamp};
use serde::{Deserialize, Serialize};

use crate::address::{Address, CONVERSATION};
use crate::i18n::I18n;

pub use message::Side;
pub use panel::Chat;

/// The props of the chat island, besides the messages.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChatStart {
    /// The client's language and form of address.
    pub i18n: I18n,
    /// The owner of the portal; also the key of the channel General.
    pub client_id: ClientId,
    /// The portal credential, sent as `token` with each API call and as `pass` with each form.
    pub credential: String,
    /// Whether the agency looks at the portal: its credential reads only.
    pub is_preview: bool,
    /// The client's, for the redirect after a form: the page contains no token.
    pub slug: String,
    /// The project shown; none if the client has no project.
    pub project: Option<ProjectId>,
    /// The channel shown.
    pub open: ChannelKey,
    /// The text of a refused form.
    pub draft: String,
    /// The error message of a refused form; empty if there is none.
    pub error: String,
    /// The agency's name, if it is set.
    pub agency: Option<String>,
    /// The server's time when the page was rendered.
    pub now: Timestamp,
}

impl ChatStart {
    /// The id of the project shown, empty without one: for addresses.
    pub fn project(&self) -> &str {
        self.project.as_ref().map_or("", ProjectId::as_str)
    }
}

/// The channel `wanted` if the project has it, else its first, which is General.
pub fn channel_to_open(wanted: Option<&str>, channels: &[ChannelView]) -> Option<ChannelKey> {
    let keys = || channels.iter().map(|channel| &channel.key);
    keys().find(|key| Some(key.as_str()) == wanted).or_else(|| keys().next()).cloned()
}

/// A channel's display name: its phase's name, or General.
pub fn channel_name(channel: &ChannelView, i18n: I18n) -> String {
    channel.phase_name.clone().unwrap_or_else(|| i18n.general().to_owned())
}

/// The address of the page with the messages before those loaded, if there are any.
pub fn older_address(start: &ChatStart, channel: &ChannelView) -> Option<String> {
    let oldest = channel.messages.first().filter(|_| channel.has_older)?;
    let page = Address::here().project(start.project(), channel.key.as_str());
    Some(page.with("before", &oldest.created_at.to_string()).at(CONVERSATION))
}

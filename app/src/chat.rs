//! The client's chat: an island with tabs, messages and a form. The server renders it, and it works without JavaScript;
//! in the browser it polls, sends and marks as read through the JSON API.
//!
//! Without a browser: [`state`], [`conversation`], [`message_list`], [`clock`], [`links`]. [`row`] renders a message, also
//! for the agency. What runs in the browser is the crate `portal-island`.

pub mod clock;
pub mod conversation;
pub mod emoji;
pub mod files_field;
pub mod links;
pub mod message;
pub mod message_list;
pub mod row;
pub mod state;
pub mod tabs;

use domain::id::{ClientId, ProjectId};
use domain::{ChannelKey, ChannelView, Timestamp};
use serde::{Deserialize, Serialize};

use crate::address::{Address, CONVERSATION};
use crate::i18n::I18n;

pub use message::Side;

/// The `id` of the script with the [`ChatData`] of a page.
pub const DATA_ID: &str = "chat-data";
/// The `id`s of the unread counts beside the links to the conversation, outside the island.
pub const UNREAD_IDS: [&str; 2] = ["unread-messages", "unread-messages-here"];

/// What the island needs. The page contains it as JSON: props of an island would take more wasm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ChatData {
    pub start: ChatStart,
    pub channels: Vec<ChannelView>,
    /// The `since` of the first poll.
    pub cursor: Option<Timestamp>,
    /// The agency's UTC offsets ([`clock::offsets_at`]).
    pub utc_offsets: Vec<(Timestamp, i64)>,
}

/// The data of the chat, besides the messages.
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
    /// Of the portal's address, for the redirect after a form: the page contains no token.
    pub key: String,
    /// Why the reader may not write; empty if they may.
    pub no_writing: String,
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
    /// Of a contact who reads: their own name and the client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<(String, String)>,
    /// What to do once the link of the page no longer works, in the language of the page and in the other one.
    pub closed: (String, String),
    /// The unread messages of the client's other projects.
    pub unread_elsewhere: i64,
    /// The server's time when the page was rendered.
    pub now: Timestamp,
}

impl ChatStart {
    /// The id of the project shown, empty without one: for addresses.
    pub fn project(&self) -> &str {
        self.project.as_ref().map_or("", ProjectId::as_str)
    }

    /// The key under which a tab keeps something of who reads. A contact's contains their id, so that a tab in which another
    /// person of the client opens their link neither shows it nor sends it in their name.
    pub fn storage_key(&self, kind: &str, name: &str) -> String {
        // The credential is `{client}.{mac}` or `{client}.{contact}.{mac}`. That of a preview, which keeps nothing, has other parts.
        let (_, signed) = self.credential.split_once('.').unwrap_or_default();
        let contact = signed.rfind('.').map_or("", |dot| &signed[..=dot]);
        [kind, contact, name].concat()
    }
}

/// The channel `wanted` if the project has it, else the first with unread messages, else the first, which is General.
pub fn channel_to_open(wanted: Option<&str>, channels: &[ChannelView]) -> Option<ChannelKey> {
    let named = channels.iter().find(|channel| Some(channel.key.as_str()) == wanted);
    let unread = || channels.iter().find(|channel| channel.unread > 0);
    named.or_else(unread).or(channels.first()).map(|channel| channel.key.clone())
}

/// A channel's display name: its phase's name, or General.
pub fn channel_name(channel: &ChannelView, i18n: I18n) -> String {
    channel.phase_name.clone().unwrap_or_else(|| i18n.general().to_owned())
}

/// The address of the page with the messages before those loaded, if there are any.
pub fn older_address(start: &ChatStart, channel: &ChannelView) -> Option<String> {
    let oldest = channel.messages.first().filter(|_| channel.has_older)?;
    let page = Address::here().project(start.project(), channel.key.as_str());
    Some(page.with("before", &oldest.created_at.to_string()).with_fragment(CONVERSATION))
}

#[cfg(test)]
mod fixtures;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_with_unread_messages_opens_unless_another_is_named() {
        let channel = |key, unread| ChannelView { unread, ..fixtures::channel(key) };
        let open = |wanted, unread: [i64; 3]| {
            let channels = [channel("general", unread[0]), channel("design", unread[1]), channel("build", unread[2])];
            channel_to_open(wanted, &channels).expect("a channel").to_string()
        };
        assert_eq!(open(None, [0, 0, 0]), "general");
        assert_eq!(open(None, [0, 2, 1]), "design");
        assert_eq!(open(Some("elsewhere"), [0, 0, 1]), "build");
        assert_eq!(open(Some("build"), [0, 2, 0]), "build");
    }
}

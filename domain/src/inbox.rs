//! What the agency sees of its conversations (SPEC: Chat channels, 6).

use serde::{Deserialize, Serialize};

use crate::Comment;
use crate::id::{ClientId, ProjectId};
use crate::portal::ChannelView;

/// One line of the inbox: the conversation with one client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadSummary {
    /// The client.
    pub client_id: ClientId,
    /// Their name.
    pub client_name: String,
    /// Their company.
    pub company: Option<String>,
    /// The newest message, when there is one.
    pub last_message: Option<Comment>,
    /// How many of the client's messages nobody has read, over all channels.
    pub unread: i64,
}

/// The conversation with one client, channel by channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// The client.
    pub client_id: ClientId,
    /// Their name.
    pub client_name: String,
    /// Their company.
    pub company: Option<String>,
    /// General first, then the phases of each project.
    pub channels: Vec<ThreadChannel>,
}

/// A tab of a thread. Its [`ChannelView::read_at`] is the snapshot of adminLastReadAt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadChannel {
    /// The project the phase belongs to; none for General.
    pub project: Option<ThreadProject>,
    /// The channel; unread counts the client's messages.
    pub channel: ChannelView,
}

/// The project a phase belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadProject {
    /// Its id.
    pub id: ProjectId,
    /// Its name.
    pub name: String,
}

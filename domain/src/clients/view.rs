//! What the agency sees of its clients.

use serde::{Deserialize, Serialize};

use super::Client;
use crate::id::{ClientId, ProjectId};
use crate::{Date, ProjectStatus, Timestamp};

/// One line of the list of clients.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientLine {
    pub client_id: ClientId,
    pub name: String,
    pub company: Option<String>,
    /// How many of their messages nobody has read.
    pub unread: i64,
    /// How many of their projects are active.
    pub active_projects: i64,
    /// When the newest message was written, theirs or the agency's.
    pub last_contact: Option<Timestamp>,
}

/// A client with what the agency does for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientCard {
    pub client: Client,
    /// Of what the form edits.
    pub version: String,
    /// Of the token: changing it asks which one was seen, so that a form sent twice changes it once.
    pub token_version: String,
    /// Of the slug, likewise.
    pub slug_version: String,
    /// Their projects, active first, then the newest first; at most [`ClientCard::PROJECTS`].
    pub projects: Vec<ClientProject>,
    /// Whether there are more.
    pub more_projects: bool,
}

impl ClientCard {
    /// How many projects a card shows.
    pub const PROJECTS: usize = 50;
}

/// A project on its client's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientProject {
    pub id: ProjectId,
    pub name: String,
    /// How far it is.
    pub status: ProjectStatus,
    pub due_on: Option<Date>,
}

/// How much goes with a client when they are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClientDeletionImpact {
    pub projects: i64,
    /// The phases of those, and so on downwards.
    pub phases: i64,
    pub tasks: i64,
    pub deliverables: i64,
    /// Messages of either side.
    pub messages: i64,
    pub payments: i64,
    pub documents: i64,
    pub notes: i64,
    pub time_entries: i64,
    /// Lines of quotes.
    pub quote_items: i64,
}

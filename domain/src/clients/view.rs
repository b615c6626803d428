//! Clients as the agency's pages show them.

use super::Client;
use crate::id::{ClientId, MemberId, ProjectId};
use crate::overview::{ClientsShown, FollowUp, Turn, Waiting};
use crate::{Currency, Date, Page, ProjectStatus, Timestamp};

/// A row of the client list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientLine {
    pub client_id: ClientId,
    pub name: String,
    pub company: Option<String>,
    /// Messages of the client that the agency has not read.
    pub unread: i64,
    pub active_projects: i64,
    /// What they have not paid, by currency.
    pub unpaid: Vec<ClientUnpaid>,
    /// Who is to write next; `None` while nothing was written.
    pub waiting: Option<Waiting>,
    /// When the newest entry was written; `None` while there is none.
    pub newest_at: Option<Timestamp>,
    /// When the client last opened the portal.
    pub last_visit: Option<Timestamp>,
    /// When the agency last invited them.
    pub invited_at: Option<Timestamp>,
    pub follow_up: Option<FollowUp>,
    /// Who of the members looks after them.
    pub assigned: Vec<MemberId>,
}

impl ClientLine {
    /// The group of the list that has the client.
    pub fn group(&self) -> ClientsShown {
        match self.waiting {
            _ if self.follow_up.as_ref().is_some_and(|one| one.is_active) => ClientsShown::Snoozed,
            Some(Waiting { turn: Turn::Admin, .. }) => ClientsShown::ToAnswer,
            Some(Waiting { turn: Turn::Client, .. }) => ClientsShown::Unanswered,
            None if self.last_visit.is_none() => ClientsShown::NeverVisited,
            None => ClientsShown::Settled,
        }
    }
}

/// What a client has not paid in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientUnpaid {
    pub currency: Currency,
    pub cents: i64,
    /// When the first payment that is late was due.
    pub overdue_since: Option<Date>,
}

/// A page of the list of clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientList {
    pub page: Page<ClientLine>,
    /// How many clients each group has; empty for a list that is not grouped.
    pub counts: Vec<(ClientsShown, i64)>,
}

/// A client with their projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientCard {
    pub client: Client,
    /// Version of the fields the form edits.
    pub version: String,
    /// Version of the token. Replacing the token requires the version shown, so that a form sent twice
    /// replaces it once.
    pub token_version: String,
    /// Version of the slug, used in the same way.
    pub slug_version: String,
    /// Their projects, active first, then the newest first; at most [`ClientCard::PROJECTS`].
    pub projects: Vec<ClientProject>,
    pub more_projects: bool,
}

impl ClientCard {
    /// How many projects a card shows.
    pub const PROJECTS: usize = 50;
}

/// A project on its client's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientProject {
    pub id: ProjectId,
    pub name: String,
    pub status: ProjectStatus,
    pub due_on: Option<Date>,
}

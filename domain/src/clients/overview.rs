//! What stands between the agency and a client, and what happened with them.

use super::ClientId;
use crate::id::{DeliverableId, LeadId, PhaseId, ProjectId};
use crate::overview::{DeliverableLine, Waiting};
use crate::{Author, Currency, Date, Timestamp};

/// What the page of a client shows besides their record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientOverview {
    pub date: Date,
    /// When the agency last invited them, and the sentence it wrote.
    pub invited_at: Option<Timestamp>,
    pub invitation: Option<String>,
    /// Version of the last invitation. A new one requires the version shown, so that a form sent twice invites once.
    pub invitation_version: String,
    /// When they first opened the portal, if it is known.
    pub first_visit: Option<Timestamp>,
    pub last_visit: Option<Timestamp>,
    pub waiting: Option<Waiting>,
    /// Their newest message, if the agency is to answer.
    pub question: Option<ClientEvent>,
    /// In review or with changes requested, the oldest first; at most [`ClientOverview::DELIVERABLES`].
    pub deliverables: Vec<DeliverableLine>,
    pub money: Vec<ClientMoney>,
    /// The next unpaid payment from today on, with its amount.
    pub next_due: Option<(Date, i64, Currency)>,
    /// Minutes spent this month.
    pub month_minutes: i64,
    /// The lead they came from, and its source.
    pub lead: Option<(LeadId, String)>,
    /// Others with their e-mail, besides that lead.
    pub same_email: Vec<EmailOwner>,
    /// Newest first; at most [`ClientOverview::EVENTS`].
    pub events: Vec<ClientEvent>,
}

impl ClientOverview {
    pub const DELIVERABLES: usize = 10;
    pub const EVENTS: usize = 12;
}

/// The payments of a client in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientMoney {
    pub currency: Currency,
    pub open_cents: i64,
    pub overdue_cents: i64,
    /// Since the beginning of the year.
    pub received_cents: i64,
}

/// Who has an e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmailOwner {
    Client(ClientId),
    Lead(LeadId),
}

string_enum! {
    /// By which the events of a client are narrowed down.
    pub enum ClientEventKind {
        Messages = "messages",
        Approvals = "approvals",
        Payments = "payments",
        Hours = "hours",
    }
}

/// Something that happened with a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientEvent {
    Message {
        by: Author,
        /// The name of the member or the contact who wrote it.
        name: Option<String>,
        text: String,
        phase: Option<(PhaseId, String)>,
        at: Timestamp,
    },
    Approved {
        deliverable: DeliverableId,
        title: String,
        project: ProjectId,
        by: Option<String>,
        at: Timestamp,
    },
    Paid {
        label: String,
        cents: i64,
        currency: Currency,
        project: ProjectId,
        at: Timestamp,
    },
    /// The day's midnight.
    Hours {
        minutes: i64,
        what: String,
        project: ProjectId,
        at: Timestamp,
    },
    Visited(Timestamp),
    Invited(Timestamp),
    Created(Timestamp),
}

impl ClientEvent {
    pub const fn at(&self) -> Timestamp {
        match self {
            Self::Message { at, .. }
            | Self::Approved { at, .. }
            | Self::Paid { at, .. }
            | Self::Hours { at, .. }
            | Self::Visited(at)
            | Self::Invited(at)
            | Self::Created(at) => *at,
        }
    }
}

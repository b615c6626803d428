//! The first page after signing in.

use super::{AgendaItem, Appointment, LeadStep, OpenPayments};
use crate::id::{ClientId, DeliverableId, LeadId, ProjectId};
use crate::{Date, Page, Timestamp};

/// Everything the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Today {
    pub date: Date,
    pub counters: Counters,
    /// What is due within [`Today::DAYS`] days.
    pub agenda: Page<AgendaItem>,
    pub appointments: Vec<Appointment>,
    /// What is due with leads until today.
    pub steps: Vec<LeadStep>,
    /// What came since yesterday, newest first.
    pub news: Vec<News>,
    /// Minutes spent this month, over all projects.
    pub month_minutes: i64,
    /// Leads that arrived within [`Today::LEAD_DAYS`] days, and how many of them became clients.
    pub leads: (i64, i64),
    /// Shown until the first client has opened a portal.
    pub first_steps: Option<FirstSteps>,
}

impl Today {
    pub const DAYS: i64 = 14;
    pub const LEAD_DAYS: i64 = 84;
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Clients who wait for an answer, and since when the first of them does.
    pub to_answer: (i64, Option<Timestamp>),
    /// Clients who have not answered.
    pub unanswered: i64,
    /// Deliverables in review, and since when the first of them is, if known.
    pub in_review: (i64, Option<Timestamp>),
    /// Overdue tasks, phases, projects and payments; at most [`Counters::MAX_COUNTED`] of each are counted.
    pub overdue: i64,
    pub unpaid: Vec<OpenPayments>,
}

impl Counters {
    /// Beyond this an exact number of overdue records is of no use.
    pub const MAX_COUNTED: i64 = 100;
}

/// Something that happened on the client's side, or a new lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    Messages {
        client: ClientId,
        name: String,
        count: i64,
        at: Timestamp,
    },
    Approved {
        deliverable: DeliverableId,
        title: String,
        project: Option<ProjectId>,
        by: String,
        at: Timestamp,
    },
    ChangesRequested {
        deliverable: DeliverableId,
        title: String,
        project: Option<ProjectId>,
        by: String,
        at: Timestamp,
    },
    Lead {
        id: LeadId,
        name: String,
        source: String,
        at: Timestamp,
    },
}

impl News {
    pub const fn at(&self) -> Timestamp {
        match self {
            Self::Messages { at, .. }
            | Self::Approved { at, .. }
            | Self::ChangesRequested { at, .. }
            | Self::Lead { at, .. } => *at,
        }
    }
}

/// What a new workspace still needs; each is done by doing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstSteps {
    pub has_brand: bool,
    /// The first client, if there is one.
    pub client: Option<ClientId>,
    pub has_project: bool,
}

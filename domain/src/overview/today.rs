//! The first page after signing in.

use super::{AgendaItem, Appointment, Billing, LeadStep, OverdueGroup};
use crate::conversation::inbox::ThreadSummary;
use crate::id::{ClientId, DeliverableId, LeadId, ProjectId};
use crate::{Date, Page, Timestamp};

/// Everything the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Today {
    pub date: Date,
    /// The first of those who wait for an answer.
    pub waiting: Vec<ThreadSummary>,
    /// The last whose messages needed no answer.
    pub set_aside: Vec<ThreadSummary>,
    /// How many wait for an answer.
    pub to_answer: i64,
    /// How many deliverables wait for their clients.
    pub in_review: i64,
    /// The material of projects that are under way: what is to be looked at first.
    pub material: Vec<MaterialLine>,
    /// What is late, by kind, the first of each.
    pub overdue: Vec<OverdueGroup>,
    pub billing: Billing,
    /// What is due within [`Today::DAYS`] days.
    pub agenda: Page<AgendaItem>,
    pub appointments: Vec<Appointment>,
    /// What is due with leads until today.
    pub steps: Vec<LeadStep>,
    /// What came since yesterday, newest first.
    pub news: Vec<News>,
    /// Minutes spent this month, over all projects.
    pub month_minutes: i64,
    /// Shown until the first client has opened a portal.
    pub first_steps: Option<FirstSteps>,
}

impl Today {
    pub const DAYS: i64 = 14;
    /// So many of those who wait are listed.
    pub const WAITING: usize = 6;
    pub const SET_ASIDE: usize = 3;
    /// So many of each kind that is late.
    pub const OVERDUE: usize = 3;
    /// So many of what is due, and of the projects with material.
    pub const SHOWN: usize = 10;
}

/// What the client of a project was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaterialLine {
    pub project: ProjectId,
    pub project_name: String,
    pub client_name: String,
    /// What has come and waits for the agency.
    pub received: i64,
    /// What has not come.
    pub missing: i64,
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

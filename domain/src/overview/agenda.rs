//! What is due: open tasks, phases and projects, unpaid payments, material and approvals that clients owe, and calls with
//! leads.

use crate::id::{LeadId, ProjectId};
use crate::{Currency, Date, TaskStatus, Timestamp};

string_enum! {
    /// In alphabetical order, which is their order on one day.
    pub enum AgendaKind {
        Deliverable = "deliverable",
        /// What a client was asked for and has not sent.
        Material = "material",
        Payment = "payment",
        Phase = "phase",
        Project = "project",
        Task = "task",
    }
}

impl AgendaKind {
    /// In the order in which what is late is shown.
    pub const BY_WEIGHT: [Self; 6] =
        [Self::Payment, Self::Deliverable, Self::Material, Self::Task, Self::Phase, Self::Project];
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgendaItem {
    pub kind: AgendaKind,
    pub id: String,
    /// Of a deliverable: since when it waits for its client.
    pub due_on: Date,
    /// The title of the task or request, the label of the payment; for a project its name.
    pub title: String,
    pub project_id: ProjectId,
    pub project_name: String,
    pub client_name: String,
    /// Of a payment.
    pub amount: Option<(i64, Currency)>,
    /// Of a task.
    pub task_status: Option<TaskStatus>,
    /// When the agency last reminded the client of it.
    pub reminded_at: Option<Timestamp>,
    /// Whether the client can be reminded of it: they have an e-mail and want reminders.
    pub can_remind: bool,
}

/// What is late of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverdueGroup {
    pub kind: AgendaKind,
    pub items: Vec<AgendaItem>,
    /// At most [`OverdueGroup::MAX_COUNTED`] are counted.
    pub count: i64,
}

impl OverdueGroup {
    /// Beyond this an exact number is of no use.
    pub const MAX_COUNTED: i64 = 100;
}

/// The next step with a lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadStep {
    pub lead_id: LeadId,
    pub name: String,
    pub step: String,
    pub due_on: Date,
    pub value_cents: Option<i64>,
}

/// A call with a lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appointment {
    pub lead_id: LeadId,
    pub name: String,
    pub at: Timestamp,
}

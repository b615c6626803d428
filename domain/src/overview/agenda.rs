//! What is due: open tasks, phases and projects, unpaid payments, and calls with leads.

use crate::id::{LeadId, ProjectId};
use crate::{Date, Timestamp};

string_enum! {
    /// In alphabetical order, which is their order on one day.
    pub enum AgendaKind {
        Payment = "payment",
        Phase = "phase",
        Project = "project",
        Task = "task",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgendaItem {
    pub kind: AgendaKind,
    pub id: String,
    pub due_on: Date,
    /// The title of the task, the label of the payment; for a project its name.
    pub title: String,
    pub project_id: ProjectId,
    pub project_name: String,
    pub client_name: String,
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

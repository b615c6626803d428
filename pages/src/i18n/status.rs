//! The names of statuses.

use domain::Language::{En, It};
use domain::{ActivityKind, DeliverableStatus, LeadStatus, PhaseStatus, ProjectStatus, TaskStatus};

use super::I18n;

impl I18n {
    /// Where a project stands.
    pub fn project_status(self, status: ProjectStatus) -> &'static str {
        match (self.0, status) {
            (It, ProjectStatus::Active) => "In corso",
            (It, ProjectStatus::Paused) => "In pausa",
            (It, ProjectStatus::Completed) => "Concluso",
            (It, ProjectStatus::Archived) => "Archiviato",
            (En, ProjectStatus::Active) => "Under way",
            (En, ProjectStatus::Paused) => "Paused",
            (En, ProjectStatus::Completed) => "Completed",
            (En, ProjectStatus::Archived) => "Archived",
        }
    }

    /// How far a phase is.
    pub fn phase_status(self, status: PhaseStatus) -> &'static str {
        match (self.0, status) {
            (It, PhaseStatus::Pending) => "Da iniziare",
            (It, PhaseStatus::InProgress) => "In corso",
            (It, PhaseStatus::Completed) => "Completata",
            (En, PhaseStatus::Pending) => "Not started",
            (En, PhaseStatus::InProgress) => "In progress",
            (En, PhaseStatus::Completed) => "Completed",
        }
    }

    /// How far a task is.
    pub fn task_status(self, status: TaskStatus) -> &'static str {
        match (self.0, status) {
            (It, TaskStatus::Todo) => "Da fare",
            (It, TaskStatus::InProgress) => "In corso",
            (It, TaskStatus::Done) => "Fatta",
            (En, TaskStatus::Todo) => "To do",
            (En, TaskStatus::InProgress) => "In progress",
            (En, TaskStatus::Done) => "Done",
        }
    }

    /// Where a deliverable stands with the client.
    pub fn deliverable_status(self, status: DeliverableStatus) -> &'static str {
        match (self.0, status) {
            (It, DeliverableStatus::Pending) => "In preparazione",
            (It, DeliverableStatus::InReview) => "Da approvare",
            (It, DeliverableStatus::ChangesRequested) => "Modifiche richieste",
            (It, DeliverableStatus::Approved) => "Approvato",
            (En, DeliverableStatus::Pending) => "Being prepared",
            (En, DeliverableStatus::InReview) => "Awaiting approval",
            (En, DeliverableStatus::ChangesRequested) => "Changes requested",
            (En, DeliverableStatus::Approved) => "Approved",
        }
    }

    /// How far the conversation with a lead is.
    pub fn lead_status(self, status: LeadStatus) -> &'static str {
        match (self.0, status) {
            (It, LeadStatus::New) => "Nuovo",
            (It, LeadStatus::Contacted) => "Contattato",
            (It, LeadStatus::Qualified) => "Qualificato",
            (It, LeadStatus::Won) => "Acquisito",
            (It, LeadStatus::Lost) => "Perso",
            (En, LeadStatus::New) => "New",
            (En, LeadStatus::Contacted) => "Contacted",
            (En, LeadStatus::Qualified) => "Qualified",
            (En, LeadStatus::Won) => "Won",
            (En, LeadStatus::Lost) => "Lost",
        }
    }

    /// What happened with a lead.
    pub fn activity(self, kind: ActivityKind) -> &'static str {
        match (self.0, kind) {
            (It, ActivityKind::Message) => "Messaggio",
            (It, ActivityKind::Meeting) => "Incontro",
            (It, ActivityKind::Note) => "Nota",
            (It, ActivityKind::Call) => "Telefonata",
            (It, ActivityKind::Email) => "E-mail inviata",
            (En, ActivityKind::Message) => "Message",
            (En, ActivityKind::Meeting) => "Meeting",
            (En, ActivityKind::Note) => "Note",
            (En, ActivityKind::Call) => "Call",
            (En, ActivityKind::Email) => "E-mail sent",
        }
    }
}

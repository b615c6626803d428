//! The names of statuses.

use domain::{ActivityKind, DeliverableStatus, LeadStatus, PhaseStatus, ProjectStatus, TaskStatus};

use super::I18n;

impl I18n {
    /// Where a project stands.
    pub fn project_status(self, status: ProjectStatus) -> &'static str {
        self.pick(match status {
            ProjectStatus::Active => ("In corso", "In progress"),
            ProjectStatus::Paused => ("In pausa", "Paused"),
            ProjectStatus::Completed => ("Concluso", "Completed"),
            ProjectStatus::Archived => ("Archiviato", "Archived"),
        })
    }

    /// How far a phase is.
    pub fn phase_status(self, status: PhaseStatus) -> &'static str {
        self.pick(match status {
            PhaseStatus::Pending => ("Da iniziare", "Not started"),
            PhaseStatus::InProgress => ("In corso", "In progress"),
            PhaseStatus::Completed => ("Completata", "Completed"),
        })
    }

    /// How far a task is.
    pub fn task_status(self, status: TaskStatus) -> &'static str {
        self.pick(match status {
            TaskStatus::Todo => ("Da fare", "To do"),
            TaskStatus::InProgress => ("In corso", "In progress"),
            TaskStatus::Done => ("Fatta", "Done"),
        })
    }

    /// Where a deliverable stands with the client.
    pub fn deliverable_status(self, status: DeliverableStatus) -> &'static str {
        self.pick(match status {
            DeliverableStatus::Pending => ("In preparazione", "In preparation"),
            DeliverableStatus::InReview => ("In attesa del cliente", "Waiting for the client"),
            DeliverableStatus::ChangesRequested => ("Modifiche richieste", "Changes requested"),
            DeliverableStatus::Approved => ("Approvata", "Approved"),
        })
    }

    /// How far the conversation with a lead is.
    pub fn lead_status(self, status: LeadStatus) -> &'static str {
        self.pick(match status {
            LeadStatus::New => ("Nuovo", "New"),
            LeadStatus::Contacted => ("Contattato", "Contacted"),
            LeadStatus::Qualified => ("Qualificato", "Qualified"),
            LeadStatus::Won => ("Acquisito", "Won"),
            LeadStatus::Lost => ("Perso", "Lost"),
        })
    }

    /// What happened with a lead.
    pub fn activity(self, kind: ActivityKind) -> &'static str {
        self.pick(match kind {
            ActivityKind::Message => ("Messaggio", "Message"),
            ActivityKind::Meeting => ("Incontro", "Meeting"),
            ActivityKind::Note => ("Nota", "Note"),
            ActivityKind::Call => ("Telefonata", "Call"),
            ActivityKind::Email => ("E-mail inviata", "E-mail sent"),
        })
    }
}

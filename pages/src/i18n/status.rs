//! The names of statuses.

use domain::{ActivityKind, DeliverableStatus, LeadStatus, PhaseStatus, ProjectStatus, TaskStatus};

use super::I18n;

names! {
    /// Where a project stands.
    project_status(ProjectStatus) {
        Active = "In corso", "In progress";
        Paused = "In pausa", "Paused";
        Completed = "Concluso", "Completed";
        Archived = "Archiviato", "Archived";
    }

    /// How far a phase is.
    phase_status(PhaseStatus) {
        Pending = "Da iniziare", "Not started";
        InProgress = "In corso", "In progress";
        Completed = "Completata", "Completed";
    }

    /// How far a task is.
    task_status(TaskStatus) {
        Todo = "Da fare", "To do";
        InProgress = "In corso", "In progress";
        Done = "Fatta", "Done";
    }

    /// Where a deliverable stands with the client.
    deliverable_status(DeliverableStatus) {
        Pending = "In preparazione", "In preparation";
        InReview = "In attesa del cliente", "Waiting for the client";
        ChangesRequested = "Modifiche richieste", "Changes requested";
        Approved = "Approvata", "Approved";
    }

    /// How far the conversation with a lead is.
    lead_status(LeadStatus) {
        New = "Nuovo", "New";
        Contacted = "Contattato", "Contacted";
        Qualified = "Qualificato", "Qualified";
        Won = "Acquisito", "Won";
        Lost = "Perso", "Lost";
    }

    /// What happened with a lead.
    activity(ActivityKind) {
        Message = "Messaggio", "Message";
        Meeting = "Incontro", "Meeting";
        Note = "Nota", "Note";
        Call = "Telefonata", "Call";
        Email = "E-mail inviata", "E-mail sent";
    }
}

//! Projects and their records: payments, documents, notes, time entries, quote items.

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, DocumentId, NoteId, PaymentId, ProjectId, QuoteItemId, TaskId, TimeEntryId};
use crate::{Currency, Date, Percent, Quantity, Timestamp};

string_enum! {
    #[derive(Default)]
    pub enum ProjectStatus {
        #[default]
        Active = "active",
        Paused = "paused",
        Completed = "completed",
        Archived = "archived",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub id: ProjectId,
    pub client_id: ClientId,
    pub name: String,
    pub description: Option<String>,
    pub status: ProjectStatus,
    pub starts_on: Option<Date>,
    pub due_on: Option<Date>,
    pub created_at: Timestamp,
}

/// An agreed payment. The amount is never sent to the client (docs/REFERENCE.md#what-a-client-sees).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub id: PaymentId,
    pub project_id: ProjectId,
    pub label: String,
    /// In cents.
    pub amount_cents: i64,
    pub currency: Currency,
    pub due_on: Option<Date>,
    pub paid_at: Option<Timestamp>,
}

/// A document that the client can open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    pub project_id: ProjectId,
    pub name: String,
    pub url: String,
    pub created_at: Timestamp,
}

/// An internal note, never shown to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub id: NoteId,
    pub project_id: ProjectId,
    pub text: String,
    pub created_at: Timestamp,
}

/// Time spent, never shown to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeEntry {
    pub id: TimeEntryId,
    pub project_id: ProjectId,
    /// The task it was spent on, if any.
    pub task_id: Option<TaskId>,
    pub spent_on: Date,
    pub minutes: i64,
    pub description: Option<String>,
}

/// A line of a quote, never shown to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteItem {
    pub id: QuoteItemId,
    pub project_id: ProjectId,
    pub description: String,
    /// A decimal number.
    pub quantity: Quantity,
    pub unit_price_cents: i64,
    /// Without one, that of the settings.
    pub vat_rate: Option<Percent>,
    /// Position in the quote, from 0.
    pub position: i64,
}

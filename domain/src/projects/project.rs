//! Projects and what belongs to them besides their phases.

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, DocumentId, NoteId, PaymentId, ProjectId, QuoteItemId, TaskId, TimeEntryId};
use crate::{Currency, Date, Quantity, Timestamp};

string_enum! {
    /// Where a project stands.
    #[derive(Default)]
    pub enum ProjectStatus {
        /// Under way.
        #[default]
        Active = "active",
        /// Waiting.
        Paused = "paused",
        /// Finished.
        Completed = "completed",
        /// Put away.
        Archived = "archived",
    }
}

/// Work for a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub id: ProjectId,
    /// The client it belongs to.
    pub client_id: ClientId,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where it stands.
    pub status: ProjectStatus,
    /// When it begins.
    pub starts_on: Option<Date>,
    /// When it should be done.
    pub due_on: Option<Date>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A payment agreed on. The amount never reaches the client (docs/REFERENCE.md#what-a-client-sees).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub id: PaymentId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    pub label: String,
    /// How much, in cents.
    pub amount_cents: i64,
    pub currency: Currency,
    pub due_on: Option<Date>,
    pub paid_at: Option<Timestamp>,
}

/// A document the client may open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    /// What it is called.
    pub name: String,
    pub url: String,
    /// When it was added.
    pub created_at: Timestamp,
}

/// A note of the agency's own; never shown to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub id: NoteId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    /// What it says.
    pub text: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// Time spent; never shown to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeEntry {
    pub id: TimeEntryId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    /// The task it was spent on, when it was one.
    pub task_id: Option<TaskId>,
    /// On which day.
    pub spent_on: Date,
    /// How many minutes.
    pub minutes: i64,
    pub description: Option<String>,
}

/// A line of a quote; never shown to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteItem {
    pub id: QuoteItemId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    pub description: String,
    /// How many, a decimal.
    pub quantity: Quantity,
    pub unit_price_cents: i64,
    /// Its place in the quote, from 0.
    pub position: i64,
}

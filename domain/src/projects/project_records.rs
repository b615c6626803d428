//! The records of a project as the agency edits them: payments, documents, notes, time entries, quote items.

mod document;
mod note;
mod payment;
mod quote_item;
#[cfg(test)]
mod tests;
mod time_entry;
mod timer;

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, ProjectId, TaskId};
use crate::{Date, Page, TimeEntry, Versioned};

pub use document::DocumentDraft;
pub use note::NoteDraft;
pub use payment::PaymentDraft;
pub use quote_item::QuoteItemDraft;
pub use time_entry::TimeEntryDraft;
pub use timer::{StoppedTimer, Timer, TimerDraft};

/// The longest name or label, in characters (docs/REFERENCE.md#records).
const NAME: usize = 200;
/// The longest note or description of time, in characters.
const PROSE: usize = 10_000;
/// The longest description of a quote's line, in characters.
const LINE: usize = 2_000;

/// The project that the records shown belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    pub id: ProjectId,
    pub name: String,
    pub client_id: ClientId,
    pub client_name: String,
}

/// A task that time can be spent on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskChoice {
    pub id: TaskId,
    pub phase: String,
    pub title: String,
}

/// The time spent in one month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthTotal {
    /// The first day of the month.
    pub month: Date,
    pub minutes: i64,
    pub entries: i64,
}

/// The time spent on a project: a page of entries and the totals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSheet {
    pub folder: Folder,
    /// Entries, latest day first.
    pub entries: Page<Versioned<TimeEntry>>,
    /// Totals per month, latest first.
    pub months: Vec<MonthTotal>,
    /// The tasks of the project, in its order.
    pub tasks: Vec<TaskChoice>,
    /// The running timer, if any, of this or another project.
    pub timer: Option<Timer>,
}

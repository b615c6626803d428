//! What a project keeps besides its phases, as the agency edits it: payments, documents, notes, time,
//! the quote.

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

/// The project whose papers are open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    pub id: ProjectId,
    /// What it is called.
    pub name: String,
    pub client_id: ClientId,
    /// What they are called.
    pub client_name: String,
}

/// A task that time can be spent on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskChoice {
    pub id: TaskId,
    /// What its phase is called.
    pub phase: String,
    /// What it is called.
    pub title: String,
}

/// The time spent in one month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthTotal {
    /// Its first day.
    pub month: Date,
    /// How many minutes.
    pub minutes: i64,
    /// In how many entries.
    pub entries: i64,
}

/// All there is to know about the time spent on a project, but for the entries of later pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeSheet {
    /// The project.
    pub folder: Folder,
    /// Entries, latest day first.
    pub entries: Page<Versioned<TimeEntry>>,
    /// What all entries of each month come to, latest first.
    pub months: Vec<MonthTotal>,
    /// The tasks of the project, in its order.
    pub tasks: Vec<TaskChoice>,
    /// The timer, if one runs, on this project or another.
    pub timer: Option<Timer>,
}

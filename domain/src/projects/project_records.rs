//! The records of a project besides its plan: payments, documents, notes, time entries, quote items.

mod document;
mod note;
mod payment;
mod quote_item;
#[cfg(test)]
mod tests;
mod time_entry;
mod timer;

use crate::audit::{Action, Actor};
use crate::form::{Form, Problems};
use crate::id::{ClientId, ProjectId, TaskId};
use crate::{Date, Language, Page, Timestamp, Versioned};

pub use document::{Document, DocumentDraft};
pub use note::{Note, NoteDraft};
pub use payment::{Payment, PaymentDraft};
pub use quote_item::{QuoteItem, QuoteItemDraft};
pub use time_entry::{TimeEntry, TimeEntryDraft};
pub use timer::{StoppedTimer, Timer, TimerDraft};

/// A record of a project that the agency adds, edits by a form and deletes.
pub trait ProjectRecord: Send + Sized + Sync {
    type Id: AsRef<str> + Clone + Ord + Send + Sync + TryFrom<String>;
    /// The values of its form.
    type Draft: Clone + Send + Sync;
    /// The action in the audit log when it is deleted.
    const DELETED: Action;

    fn parse_form(form: &Form) -> Result<Self::Draft, Problems>;

    /// A new record. What neither the form nor the time determines is a placeholder.
    fn new(id: Self::Id, project_id: ProjectId, draft: Self::Draft, now: Timestamp) -> Self;

    /// The form filled with the record, numbers formatted for `language`.
    fn form(&self, language: Language) -> Form;

    fn id(&self) -> &Self::Id;

    /// Says who adds it, where it is kept.
    fn sign(&mut self, _by: &Actor) {}

    /// Takes over from `current` what no form contains.
    fn keep(&mut self, _current: &Self) {}

    /// Its name for the audit log; without one, its project's is recorded.
    fn name(&self) -> Option<&str> {
        None
    }
}

/// The longest name or label, in characters (docs/REFERENCE.md#records).
pub const NAME: usize = 200;
/// The longest note or description of time, in characters.
const PROSE: usize = 10_000;
/// The longest description of a quote's line, in characters.
const LINE: usize = 2_000;

/// The project that the records shown belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    pub id: ProjectId,
    pub name: String,
    pub client_id: ClientId,
    pub client_name: String,
}

/// A task that time can be spent on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskChoice {
    pub id: TaskId,
    pub phase: String,
    pub title: String,
}

/// The time spent in one month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthTotal {
    /// The first day of the month.
    pub month: Date,
    pub minutes: i64,
    pub entries: i64,
}

/// The time spent on a project: a page of entries and the totals.
#[derive(Debug, Clone, PartialEq, Eq)]
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

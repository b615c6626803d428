//! What a form says about time spent.

use serde::{Deserialize, Serialize};

use super::PROSE;
use crate::form::{Form, Problem, Problems, Reading};
use crate::id::{ProjectId, TaskId, TimeEntryId};
use crate::{Date, TimeEntry, minutes};

/// Time spent as its form edits it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeEntryDraft {
    /// On which day.
    pub spent_on: Date,
    /// How many minutes: from 1 to [`minutes::MOST`] from a form.
    pub minutes: i64,
    /// On which task of the project, if on one.
    pub task_id: Option<TaskId>,
    pub description: Option<String>,
}

impl TimeEntryDraft {
    /// Reads `spent_on`, `minutes`, `task` and `description`.
    ///
    /// # Errors
    /// What is wrong, field by field.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let spent_on = reading.date("spent_on");
        let minutes = reading
            .needed("minutes", |reading, field| reading.parsed(field, Problem::NotMinutes, minutes::typed));
        if minutes.is_some_and(|minutes| !(1..=minutes::MOST).contains(&minutes)) {
            reading.reject("minutes", Problem::OutOfRange(1, minutes::MOST));
        }
        let task_id = task(&mut reading);
        let description = reading.maybe_prose("description", PROSE);
        reading.done(|| Self { spent_on, minutes: minutes.unwrap_or(1), task_id, description })
    }

    /// The entry as this form describes it.
    pub fn time_entry(&self, id: TimeEntryId, project_id: ProjectId) -> TimeEntry {
        TimeEntry {
            id,
            project_id,
            task_id: self.task_id.clone(),
            spent_on: self.spent_on,
            minutes: self.minutes,
            description: self.description.clone(),
        }
    }
}

/// The task in the field `task`; whether it is one of the project the database knows.
pub(super) fn task(reading: &mut Reading) -> Option<TaskId> {
    reading.parsed("task", Problem::Missing, |id| TaskId::parse(id).ok())
}

impl From<&TimeEntry> for TimeEntryDraft {
    fn from(entry: &TimeEntry) -> Self {
        Self {
            spent_on: entry.spent_on,
            minutes: entry.minutes,
            task_id: entry.task_id.clone(),
            description: entry.description.clone(),
        }
    }
}

impl From<&TimeEntryDraft> for Form {
    fn from(draft: &TimeEntryDraft) -> Self {
        Self::default()
            .with("spent_on", Some(draft.spent_on))
            .with("minutes", Some(minutes::written(draft.minutes)))
            .with("task", draft.task_id.clone())
            .with("description", draft.description.as_deref())
    }
}

//! The form of a time entry.

use serde::{Deserialize, Serialize};

use super::PROSE;
use crate::form::{Form, Problem, Problems, Reading};
use crate::id::{ProjectId, TaskId, TimeEntryId};
use crate::{Date, TimeEntry, minutes};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeEntryDraft {
    pub spent_on: Date,
    /// From 1 to [`minutes::MOST`].
    pub minutes: i64,
    /// The task of the project, if any.
    pub task_id: Option<TaskId>,
    pub description: Option<String>,
}

impl TimeEntryDraft {
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

/// Parses the field `task`. The store checks that it belongs to the project.
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

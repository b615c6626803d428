//! The running timer.

use super::PROSE;
use super::time_entry::task;
use crate::form::{Form, FormParser, Problems};
use crate::id::{MemberId, ProjectId, TaskId, TimeEntryId};
use crate::{Timestamp, minutes};

/// The values a timer is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerDraft {
    /// The task of the project, if any.
    pub task_id: Option<TaskId>,
    pub description: Option<String>,
}

impl TimerDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let task_id = task(&mut parser);
        let description = parser.optional_prose("description", PROSE);
        parser.done(|| Self { task_id, description })
    }
}

/// The running timer. There is at most one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer {
    /// The id of the time entry it becomes when stopped.
    pub id: TimeEntryId,
    pub project_id: ProjectId,
    pub project_name: String,
    /// On which task, if on one.
    pub task_id: Option<TaskId>,
    pub task_title: Option<String>,
    pub description: Option<String>,
    pub started_at: Timestamp,
    /// Who started it; `None` for the account of the environment.
    pub member_id: Option<MemberId>,
    pub member_name: Option<String>,
}

/// A stopped timer, saved as a time entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedTimer {
    pub id: TimeEntryId,
    pub project_id: ProjectId,
    /// Whether the duration was cut to [`Timer::MAX_MINUTES`].
    pub was_cut: bool,
}

impl Timer {
    /// The longest duration saved, in minutes: one day. A timer that ran longer was probably forgotten.
    pub const MAX_MINUTES: i64 = 24 * 60;

    /// The duration in whole minutes; zero if the clock was set back.
    pub fn minutes(started_at: Timestamp, now: Timestamp) -> i64 {
        let millis = now.as_millis().saturating_sub(started_at.as_millis());
        (millis / 60_000).max(0)
    }

    /// Whether it has run longer than [`Timer::MAX_MINUTES`].
    pub fn is_forgotten(&self, now: Timestamp) -> bool {
        Self::minutes(self.started_at, now) > Self::MAX_MINUTES
    }

    /// The duration as text.
    pub fn written(&self, now: Timestamp) -> String {
        minutes::written(Self::minutes(self.started_at, now))
    }
}

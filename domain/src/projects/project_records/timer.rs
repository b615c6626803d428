//! The running timer.

use serde::{Deserialize, Serialize};

use super::PROSE;
use super::time_entry::task;
use crate::form::{Form, Problems, Reading};
use crate::id::{ProjectId, TaskId, TimeEntryId};
use crate::{Timestamp, minutes};

/// What a timer is started with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimerDraft {
    /// On which task of the project, if on one.
    pub task_id: Option<TaskId>,
    pub description: Option<String>,
}

impl TimerDraft {
    /// Reads `task` and `description`.
    ///
    /// # Errors
    /// What is wrong, field by field.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut reading = Reading::of(form);
        let task_id = task(&mut reading);
        let description = reading.maybe_prose("description", PROSE);
        reading.done(|| Self { task_id, description })
    }
}

/// The timer that runs; there is one agency at work, so there is at most one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// The entry it will be once stopped.
    pub id: TimeEntryId,
    pub project_id: ProjectId,
    /// What that is called.
    pub project_name: String,
    /// On which task, if on one.
    pub task_id: Option<TaskId>,
    /// What that is called.
    pub task_title: Option<String>,
    pub description: Option<String>,
    /// Since when.
    pub started_at: Timestamp,
}

/// A timer that was stopped and saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedTimer {
    /// The entry it has become.
    pub id: TimeEntryId,
    pub project_id: ProjectId,
    /// Whether it ran longer than is saved.
    pub was_cut: bool,
}

impl Timer {
    /// The most that is saved, in minutes: a day. A timer that ran longer was forgotten.
    pub const MOST: i64 = 24 * 60;

    /// How long it has run, in minutes begun; at least one, and however the clock was set.
    pub fn minutes(started_at: Timestamp, now: Timestamp) -> i64 {
        let millis = now.as_millis().saturating_sub(started_at.as_millis());
        (millis.saturating_add(59_999) / 60_000).max(1)
    }

    /// Whether it has run longer than is saved.
    pub fn is_forgotten(&self, now: Timestamp) -> bool {
        Self::minutes(self.started_at, now) > Self::MOST
    }

    /// How long it has run, in words.
    pub fn written(&self, now: Timestamp) -> String {
        minutes::written(Self::minutes(self.started_at, now))
    }
}

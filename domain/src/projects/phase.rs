//! Phases and their tasks.

use serde::{Deserialize, Serialize};

use crate::Date;
use crate::id::{PhaseId, ProjectId, TaskId};

string_enum! {
    /// How far a phase is.
    pub enum PhaseStatus {
        /// Not begun.
        Pending = "pending",
        /// Begun.
        InProgress = "in_progress",
        /// Every task done.
        Completed = "completed",
    }
}

string_enum! {
    /// How far a task is.
    pub enum TaskStatus {
        /// Not begun.
        Todo = "todo",
        /// Begun.
        InProgress = "in_progress",
        /// Done.
        Done = "done",
    }
}

impl PhaseStatus {
    /// The status that follows from the tasks of a phase: none → `pending`; all `todo` →
    /// `pending`; all `done` → `completed`; else `in_progress` (docs/REFERENCE.md#phase-status).
    pub fn of(tasks: impl IntoIterator<Item = TaskStatus>) -> Self {
        let mut tasks = tasks.into_iter().peekable();
        let Some(&first) = tasks.peek() else { return Self::Pending };
        match first {
            TaskStatus::Todo if tasks.all(|task| task == TaskStatus::Todo) => Self::Pending,
            TaskStatus::Done if tasks.all(|task| task == TaskStatus::Done) => Self::Completed,
            _ => Self::InProgress,
        }
    }
}

/// A stretch of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Its id, which is also the key of its channel.
    pub id: PhaseId,
    /// The project it belongs to.
    pub project_id: ProjectId,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// How far it is.
    pub status: PhaseStatus,
    /// Its place among the phases of the project, from 0.
    pub position: i64,
    /// When it should be done.
    pub due_on: Option<Date>,
}

/// A piece of work in a phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub id: TaskId,
    /// The phase it belongs to.
    pub phase_id: PhaseId,
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// How far it is.
    pub status: TaskStatus,
    /// Its place among the tasks of the phase, from 0.
    pub position: i64,
    /// When it should be done.
    pub due_on: Option<Date>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phase_status_follows_its_tasks() {
        use TaskStatus::{Done, InProgress, Todo};
        assert_eq!(PhaseStatus::of([]), PhaseStatus::Pending);
        assert_eq!(PhaseStatus::of([Todo, Todo]), PhaseStatus::Pending);
        assert_eq!(PhaseStatus::of([Done, Done]), PhaseStatus::Completed);
        for mixed in [[Todo, Done], [Done, Todo], [InProgress, Done], [InProgress, InProgress]] {
            assert_eq!(PhaseStatus::of(mixed), PhaseStatus::InProgress, "{mixed:?}");
        }
    }
}

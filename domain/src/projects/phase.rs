//! Phases and their tasks.

use serde::{Deserialize, Serialize};

use crate::Date;
use crate::id::{PhaseId, ProjectId, TaskId};

string_enum! {
    pub enum PhaseStatus {
        Pending = "pending",
        InProgress = "in_progress",
        /// All tasks are done.
        Completed = "completed",
    }
}

string_enum! {
    pub enum TaskStatus {
        Todo = "todo",
        InProgress = "in_progress",
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Also the key of its channel.
    pub id: PhaseId,
    pub project_id: ProjectId,
    pub name: String,
    pub description: Option<String>,
    pub status: PhaseStatus,
    /// Position among the phases of the project, from 0.
    pub position: i64,
    pub due_on: Option<Date>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub id: TaskId,
    pub phase_id: PhaseId,
    pub title: String,
    pub description: Option<String>,
    pub status: TaskStatus,
    /// Position among the tasks of the phase, from 0.
    pub position: i64,
    pub due_on: Option<Date>,
    /// As of a project.
    pub estimate_minutes: Option<i64>,
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

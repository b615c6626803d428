//! A project as the agency works on it: its phases, their tasks, what those deliver.

mod item;
mod step;
mod switch;

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, DeliverableId, PhaseId, ProjectId, TaskId};
use crate::{Date, Deliverable, Phase, Project, ProjectStatus, Task, TaskStatus, Timestamp};

pub use item::BoardItem;
pub use step::{Step, Way};
pub use switch::{InvalidSwitch, Switch};

/// A line in the list of projects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectLine {
    pub id: ProjectId,
    /// What it is called.
    pub name: String,
    pub client_id: ClientId,
    /// What they are called.
    pub client_name: String,
    /// Where it stands.
    pub status: ProjectStatus,
    /// When it should be done.
    pub due_on: Option<Date>,
    /// When it was made; the list goes by it.
    pub created_at: Timestamp,
    /// How much of it is done.
    pub progress: Progress,
}

/// How much is done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// How many tasks are.
    pub done: i64,
    /// Of how many.
    pub all: i64,
}

impl Progress {
    /// Counts `tasks`.
    pub fn of<'a>(tasks: impl IntoIterator<Item = &'a BoardTask>) -> Self {
        tasks.into_iter().fold(Self::default(), |sum, one| Self {
            done: sum.done + i64::from(one.task.status == TaskStatus::Done),
            all: sum.all + 1,
        })
    }
}

/// A project with its plan, each part with the version its form is filled from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    pub project: Project,
    /// The version of what its form edits.
    pub version: String,
    /// What its client is called.
    pub client_name: String,
    /// The phases in order.
    pub phases: Vec<BoardPhase>,
    /// The id a phase added from this page gets.
    pub new_phase: PhaseId,
}

/// A phase with its tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardPhase {
    pub phase: Phase,
    /// The version of what its form edits.
    pub version: String,
    /// The tasks in order.
    pub tasks: Vec<BoardTask>,
    /// The id a task added from this page gets.
    pub new_task: TaskId,
}

/// A task with its deliverables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardTask {
    pub task: Task,
    /// The version of what its form edits.
    pub version: String,
    /// The deliverables, oldest first.
    pub deliverables: Vec<BoardDeliverable>,
    /// The id a deliverable added from this page gets.
    pub new_deliverable: DeliverableId,
}

/// A deliverable, and what its client said last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardDeliverable {
    pub deliverable: Deliverable,
    /// The version of what its form edits.
    pub version: String,
    /// The client's request for changes, while that is where it stands.
    pub request: Option<ChangeRequest>,
}

/// A client's request for changes, as it arrived in the channel of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRequest {
    /// When it was made.
    pub at: Timestamp,
    /// What the client wants; a long one may go on in the channel.
    pub reason: String,
}

/// What a deletion takes along.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletionImpact {
    /// How many phases, besides the thing itself.
    pub phases: i64,
    /// How many tasks, besides the thing itself.
    pub tasks: i64,
    /// How many deliverables, besides the thing itself.
    pub deliverables: i64,
    /// How many deliverables that the client has approved, the thing itself included.
    pub approved: i64,
    /// How many messages.
    pub messages: i64,
    /// How many payments.
    pub payments: i64,
    /// How many documents.
    pub documents: i64,
    /// How many notes.
    pub notes: i64,
    /// How many time entries. Those on a task alone are kept.
    pub time_entries: i64,
    /// How many lines of its quote.
    pub quote_items: i64,
}

/// What somebody is asked before something is deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deletion {
    /// What is to be deleted.
    pub item: BoardItem,
    /// What goes with it.
    pub deletion_impact: DeletionImpact,
    /// The version of `losses`: whoever confirms says which counts they saw.
    pub version: String,
}

/// A project that others can be made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    pub id: ProjectId,
    /// What it is called.
    pub name: String,
    /// What its client is called.
    pub client_name: String,
}

/// A client that projects can be made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientChoice {
    pub id: ClientId,
    /// What they are called.
    pub name: String,
    pub company: Option<String>,
}

//! A project as the agency edits it: phases, tasks and deliverables.

mod item;
mod step;
mod switch;
mod timeline;

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, CommentId, DeliverableId, PhaseId, ProjectId, TaskId};
use crate::notifications::SkipReason;
use crate::{Date, Deliverable, DeliverableStatus, Phase, Project, ProjectStatus, Slug, Task, TaskStatus, Timestamp};

pub use item::BoardItem;
pub use step::{Direction, Step};
pub use switch::{InvalidSwitch, Switch};
pub use timeline::{Milestone, Span, Timeline, TimelineRow};

/// A row of the list of projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectLine {
    pub id: ProjectId,
    pub name: String,
    pub client_id: ClientId,
    pub client_name: String,
    pub status: ProjectStatus,
    pub due_on: Option<Date>,
    /// The list is sorted by this.
    pub created_at: Timestamp,
    /// Finished and total tasks.
    pub progress: Progress,
    /// Deliverables in review, and since when the first of them is, if known.
    pub in_review: (i64, Option<Timestamp>),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    pub done: i64,
    pub all: i64,
}

impl Progress {
    pub fn of<'a>(tasks: impl IntoIterator<Item = &'a BoardTask>) -> Self {
        tasks.into_iter().fold(Self::default(), |sum, one| Self {
            done: sum.done + i64::from(one.task.status == TaskStatus::Done),
            all: sum.all + 1,
        })
    }
}

/// A project with its plan; each part has the version its form is loaded with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    pub project: Project,
    /// Version of the fields its form edits.
    pub version: String,
    pub client_name: String,
    /// The address of the client's portal.
    pub client_slug: Slug,
    /// Why nothing tells the client of a deliverable to approve, if nothing does.
    pub unreached: Option<SkipReason>,
    pub phases: Vec<BoardPhase>,
    /// The id for a phase added from this page, so that a form sent twice adds it once.
    pub new_phase: PhaseId,
}

/// A phase with its tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardPhase {
    pub phase: Phase,
    /// Version of the fields its form edits.
    pub version: String,
    pub tasks: Vec<BoardTask>,
    /// The id for a task added from this page.
    pub new_task: TaskId,
}

impl BoardPhase {
    /// Deliverables that wait for the client, and since when the first of them does, if known.
    pub fn in_review(&self) -> (i64, Option<Timestamp>) {
        let all = self.tasks.iter().flat_map(|task| &task.deliverables);
        let waiting = all.filter(|one| one.deliverable.status == DeliverableStatus::InReview);
        waiting.fold((0, None), |(count, since), one| {
            (count + 1, [since, one.in_review_since].into_iter().flatten().min())
        })
    }
}

/// A task with its deliverables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardTask {
    pub task: Task,
    /// Version of the fields its form edits.
    pub version: String,
    /// The deliverables, oldest first.
    pub deliverables: Vec<BoardDeliverable>,
    /// The id for a deliverable added from this page.
    pub new_deliverable: DeliverableId,
}

/// A deliverable with the client's current change request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardDeliverable {
    pub deliverable: Deliverable,
    /// Version of the fields its form edits.
    pub version: String,
    /// The change request, while the status is `changes_requested`.
    pub request: Option<ChangeRequest>,
    /// Since when it waits for the client, while the status is `in_review`, if known.
    pub in_review_since: Option<Timestamp>,
    /// The numbers of its versions, the newest first; none while it is still the first.
    pub versions: Vec<i64>,
    /// Whether its approval has a receipt.
    pub has_receipt: bool,
}

/// A client's change request, from the message in the phase's channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRequest {
    pub message: CommentId,
    pub at: Timestamp,
    /// The name of the contact who asked.
    pub by: Option<String>,
    /// The version that it is about, if the deliverable had several.
    pub version: Option<i64>,
    /// The reason; a long one may continue in the channel.
    pub reason: String,
}

/// How many records a deletion removes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletionImpact {
    /// Those of a client.
    pub projects: i64,
    /// Not counting the deleted item itself.
    pub phases: i64,
    /// Not counting the deleted item itself.
    pub tasks: i64,
    /// Not counting the deleted item itself.
    pub deliverables: i64,
    /// Approved deliverables, including the deleted item itself. Not counted for a client.
    pub approved: i64,
    pub messages: i64,
    pub payments: i64,
    pub documents: i64,
    pub material_requests: i64,
    pub notes: i64,
    /// Time entries are only deleted with their project, not with a task.
    pub time_entries: i64,
    pub quote_items: i64,
    /// The proof of a client's approvals; they stay when only a project is deleted.
    pub receipts: i64,
}

/// The confirmation page of a deletion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deletion {
    pub item: BoardItem,
    /// The records deleted with it.
    pub deletion_impact: DeletionImpact,
    /// Version of `deletion_impact`: the confirmation fails if the counts have changed.
    pub version: String,
}

/// A project to choose, as a template or to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectChoice {
    pub id: ProjectId,
    pub name: String,
    pub client_name: String,
}

/// A client to choose for a new project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientChoice {
    pub id: ClientId,
    pub name: String,
    pub company: Option<String>,
}

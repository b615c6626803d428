//! Deliverables of a task and their approval.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::id::{DeliverableId, TaskId};

string_enum! {
    pub enum DeliverableStatus {
        /// In progress.
        Pending = "pending",
        /// Waits for the client's approval.
        InReview = "in_review",
        /// The client asked for changes.
        ChangesRequested = "changes_requested",
        /// The client approved it; final.
        Approved = "approved",
    }
}

/// A deliverable that the client approves. `approved_at` is set exactly when the status is `approved`, and
/// never changed or cleared afterwards (docs/REFERENCE.md#approval).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deliverable {
    pub id: DeliverableId,
    pub task_id: TaskId,
    pub title: String,
    pub description: Option<String>,
    pub url: Option<String>,
    pub status: DeliverableStatus,
    pub approved_at: Option<Timestamp>,
    /// The name of who approved it, as it was then; unknown of older approvals.
    pub approved_by: Option<String>,
}

/// The outcome of approving a deliverable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// This request approved it.
    Now(Timestamp),
    /// It was already approved; nothing was written.
    Already(Timestamp),
}

//! What a task delivers, and the client's approval of it.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::id::{DeliverableId, TaskId};

string_enum! {
    /// Where a deliverable stands with the client.
    pub enum DeliverableStatus {
        /// Being made.
        Pending = "pending",
        /// With the client for approval.
        InReview = "in_review",
        /// The client asked for changes.
        ChangesRequested = "changes_requested",
        /// The client approved it; final.
        Approved = "approved",
    }
}

/// Something the client receives and approves. `approved_at` is set exactly when the status is
/// `approved`, and never changed or cleared afterwards (docs/REFERENCE.md#approval).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deliverable {
    pub id: DeliverableId,
    /// The task it belongs to.
    pub task_id: TaskId,
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where to see it.
    pub url: Option<String>,
    /// Where it stands.
    pub status: DeliverableStatus,
    /// When the client approved it.
    pub approved_at: Option<Timestamp>,
}

/// The outcome of approving a deliverable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// This request approved it.
    Now(Timestamp),
    /// It had been approved before; nothing was written.
    Already(Timestamp),
}

//! The data of a client's portal at `/c/{key}`. These types have no amounts, quotes, notes or times, so none
//! can reach the page (docs/REFERENCE.md#what-a-client-sees).

pub mod open_items;
pub mod upcoming;

use serde::{Deserialize, Serialize};

use self::open_items::OpenItems;
use crate::files::Content;
use crate::id::{ClientId, PhaseId, ProjectId, TaskId};
use crate::projects::board::ChangeRequest;
use crate::projects::version;
use crate::{
    Agency, ChannelView, Checklist, Date, Deliverable, Language, PhaseStatus, ProjectStatus, ShownVersion, TaskStatus,
    Timestamp,
};

/// The portal of a client, showing one project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Portal {
    /// Also the key of the General channel.
    pub client_id: ClientId,
    pub client_name: String,
    pub company: Option<String>,
    pub language: Language,
    /// Every project that is not archived, oldest first.
    pub projects: Vec<ProjectTab>,
    /// The project shown; `None` if the client has no project.
    pub project: Option<PortalProject>,
    /// Over all projects.
    pub open_items: OpenItems,
    /// General first, then one channel per phase of the project shown, in order.
    pub channels: Vec<ChannelView>,
    /// The newest `created_at` in these channels when loaded, from which polling continues.
    pub cursor: Option<Timestamp>,
    /// The agency's name, colour and logo.
    pub agency: Agency,
    pub now: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectTab {
    pub id: ProjectId,
    pub name: String,
    /// Pending items of the client: deliverables in review, lists of missing material and unread messages of its phases. General belongs
    /// to no project.
    pub waiting: i64,
}

/// A project as its client sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalProject {
    pub id: ProjectId,
    pub name: String,
    pub description: Option<String>,
    pub status: ProjectStatus,
    pub starts_on: Option<Date>,
    pub due_on: Option<Date>,
    pub phases: Vec<PortalPhase>,
    pub documents: Vec<PortalDocument>,
    /// What the agency has asked for.
    #[serde(default)]
    pub material: Vec<Checklist>,
    /// The payments, by due date.
    pub payments: Vec<PortalPayment>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalPhase {
    pub id: PhaseId,
    pub name: String,
    pub description: Option<String>,
    pub status: PhaseStatus,
    pub due_on: Option<Date>,
    pub tasks: Vec<PortalTask>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalTask {
    pub id: TaskId,
    pub title: String,
    pub description: Option<String>,
    pub status: TaskStatus,
    pub due_on: Option<Date>,
    /// By age.
    pub deliverables: Vec<PortalDeliverable>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalDeliverable {
    #[serde(flatten)]
    pub deliverable: Deliverable,
    /// Since when it is in review, while it is, if known.
    pub in_review_since: Option<Timestamp>,
    /// The client's request, while the status is `changes_requested`.
    pub request: Option<ChangeRequest>,
    /// The newest first; none while it is still the first.
    #[serde(default)]
    pub versions: Vec<ShownVersion>,
    /// Whether its approval has a receipt: those before there were receipts have none.
    #[serde(default)]
    pub has_receipt: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalDocument {
    pub name: String,
    /// `None` if its file is gone.
    pub content: Option<Content>,
}

impl PortalDeliverable {
    /// What there is to see of it.
    pub fn content(&self) -> Option<Content> {
        version::newest(&self.versions, &self.deliverable)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalPayment {
    pub label: String,
    pub due_on: Option<Date>,
    pub paid: bool,
}

//! What a client sees of their projects at `/c/{key}`: no amount, quote, note or time is in these
//! types, so none can reach the page (docs/REFERENCE.md#what-a-client-sees).

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, PhaseId, ProjectId, TaskId};
use crate::{
    Agency, ChannelKey, Comment, Date, Deliverable, Language, PhaseStatus, ProjectStatus, TaskStatus,
    Timestamp,
};

/// The portal of one client, opened on one project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portal {
    /// Whose it is; also the key of the General channel.
    pub client_id: ClientId,
    pub client_name: String,
    /// The language of the page.
    pub language: Language,
    /// Every project that is not archived, oldest first.
    pub projects: Vec<ProjectTab>,
    /// The project on show; none while the client has no project.
    pub project: Option<PortalProject>,
    /// How the agency presents itself.
    pub agency: Agency,
    /// When this was read.
    pub now: Timestamp,
}

/// A project to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectTab {
    pub id: ProjectId,
    pub name: String,
    /// How many things in it wait for the client: deliverables in review, and unread messages of its
    /// phases. General belongs to no project.
    pub waiting: i64,
}

/// A project as its client sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalProject {
    pub id: ProjectId,
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// Where it stands.
    pub status: ProjectStatus,
    /// When it begins.
    pub starts_on: Option<Date>,
    /// When it should be done.
    pub due_on: Option<Date>,
    /// The phases in order.
    pub phases: Vec<PortalPhase>,
    /// The documents, newest first.
    pub documents: Vec<PortalDocument>,
    /// The payments, by due date.
    pub payments: Vec<PortalPayment>,
    /// General first, then one channel for each phase, in order.
    pub channels: Vec<ChannelView>,
    /// The newest `created_at` in the project's chat when this was read: where polling goes on.
    pub cursor: Option<Timestamp>,
}

/// A phase with its tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalPhase {
    pub id: PhaseId,
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// How far it is.
    pub status: PhaseStatus,
    /// When it should be done.
    pub due_on: Option<Date>,
    /// The tasks in order.
    pub tasks: Vec<PortalTask>,
}

/// A task with its deliverables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalTask {
    pub id: TaskId,
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// How far it is.
    pub status: TaskStatus,
    /// When it should be done.
    pub due_on: Option<Date>,
    /// What it delivers.
    pub deliverables: Vec<Deliverable>,
}

/// A document to open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalDocument {
    pub name: String,
    pub url: String,
}

/// A payment without its amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalPayment {
    pub label: String,
    pub due_on: Option<Date>,
    /// Whether it has been paid.
    pub paid: bool,
}

/// A channel with its newest messages, for either side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelView {
    pub key: ChannelKey,
    /// The phase's name; none for General, which each reader sees in their own language.
    pub phase_name: Option<String>,
    /// How many messages of the other side the reader has not read.
    pub unread: i64,
    /// Up to when the reader had read it when this was read.
    pub read_at: Option<Timestamp>,
    /// Up to when the other side had read it.
    pub other_read_at: Option<Timestamp>,
    /// The newest messages, oldest of them first: as many as a [`MessagePage`] has.
    pub messages: Vec<Comment>,
    /// Whether there are older ones.
    pub has_older: bool,
}

/// A stretch of a channel's messages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagePage {
    /// The messages, oldest first: at most [`Self::MOST`], unless more of them share one moment, which
    /// only imported ones do.
    pub messages: Vec<Comment>,
    /// Whether there are older ones.
    pub has_older: bool,
}

impl MessagePage {
    /// How many messages make a page.
    pub const MOST: usize = 50;

    /// The newest of `messages`, which are in order. A page begins where a moment begins: the next one
    /// ends strictly before, and nothing may be lost between the two.
    pub fn newest_of(messages: Vec<Comment>) -> Self {
        Self::newest(messages, Self::MOST)
    }

    /// As [`Self::newest_of`], of a page of `most`.
    pub fn newest(mut messages: Vec<Comment>, most: usize) -> Self {
        let moment = |at: usize| messages[at].created_at;
        let begins = |&at: &usize| at == 0 || moment(at - 1) != moment(at);
        let first = messages.len().saturating_sub(most);
        let start =
            (first..messages.len()).find(begins).or_else(|| (0..first).rev().find(begins)).unwrap_or(0);
        // When all of them share one moment, only the next page can tell.
        let has_older = start > 0 || messages.len() > most;
        messages.drain(..start);
        Self { messages, has_older }
    }
}

pub mod open_items;
#[cfg(test)]
mod tests;

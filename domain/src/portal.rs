//! The data of a client's portal at `/c/{key}`. These types have no amounts, quotes, notes or times, so none
//! can reach the page (docs/REFERENCE.md#what-a-client-sees).

use serde::{Deserialize, Serialize};

use self::open_items::OpenItems;
use crate::id::{ClientId, PhaseId, ProjectId, TaskId};
use crate::{
    Agency, ChannelDeliverable, ChannelKey, Comment, Date, Deliverable, Language, PhaseStatus, ProjectStatus,
    TaskStatus, Timestamp,
};

/// The portal of a client, showing one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portal {
    /// Also the key of the General channel.
    pub client_id: ClientId,
    pub client_name: String,
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
    /// Pending items of the client: deliverables in review and unread messages of its phases. General belongs
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
    pub deliverables: Vec<Deliverable>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalDocument {
    pub name: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortalPayment {
    pub label: String,
    pub due_on: Option<Date>,
    pub paid: bool,
}

/// A channel with its newest messages, as client or agency sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelView {
    pub key: ChannelKey,
    /// The phase's name; `None` for General, whose name is translated.
    pub phase_name: Option<String>,
    /// Messages of the other side that the reader has not read.
    pub unread: i64,
    /// The reader's read receipt when loaded.
    pub read_at: Option<Timestamp>,
    /// The other side's read receipt.
    pub other_read_at: Option<Timestamp>,
    /// The deliverables of the phase, whose approvals are shown among the messages.
    pub deliverables: Vec<ChannelDeliverable>,
    /// The newest messages, oldest first: as many as a [`MessagePage`] has.
    pub messages: Vec<Comment>,
    pub has_older: bool,
}

/// A page of a channel's messages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagePage {
    /// Oldest first: at most [`Self::MOST`], unless more messages share one timestamp, which only happens
    /// after an import.
    pub messages: Vec<Comment>,
    pub has_older: bool,
}

impl MessagePage {
    /// The size of a page.
    pub const MOST: usize = 50;

    /// A page of the newest `messages`, which are in order. Messages with the same timestamp stay on one
    /// page, because the next page contains only messages strictly before it.
    pub fn newest_of(messages: Vec<Comment>) -> Self {
        Self::newest(messages, Self::MOST)
    }

    /// As [`Self::newest_of`], with a page size of `most`.
    pub fn newest(mut messages: Vec<Comment>, most: usize) -> Self {
        let moment = |at: usize| messages[at].created_at;
        let begins = |&at: &usize| at == 0 || moment(at - 1) != moment(at);
        let first = messages.len().saturating_sub(most);
        let start =
            (first..messages.len()).find(begins).or_else(|| (0..first).rev().find(begins)).unwrap_or(0);
        // If all messages share one timestamp, only the next page can show whether there are older ones.
        let has_older = start > 0 || messages.len() > most;
        messages.drain(..start);
        Self { messages, has_older }
    }
}

pub mod open_items;
#[cfg(test)]
mod tests;

//! What the search over everything finds.

use crate::{Date, Timestamp};

string_enum! {
    /// In the order of their groups.
    pub enum HitKind {
        Client = "client",
        Project = "project",
        Deliverable = "deliverable",
        Task = "task",
        Phase = "phase",
        Message = "message",
        Document = "document",
        Note = "note",
        Lead = "lead",
    }
}

/// A record that has all words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hit {
    pub id: String,
    pub title: String,
    /// What else is searched: a description, a message.
    pub text: Option<String>,
    /// Its client; for a client or a lead the company.
    pub client: Option<String>,
    pub project_id: Option<String>,
    pub project: Option<String>,
    pub status: Option<String>,
    pub due_on: Option<Date>,
    pub at: Option<Timestamp>,
    /// The client of a message.
    pub client_id: Option<String>,
    /// The byte offset of the first match in `text`.
    pub found_at: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HitGroup {
    pub kind: HitKind,
    pub hits: Vec<Hit>,
    /// How many there are, up to [`HitGroup::MAX_COUNTED`]; of messages, of how many clients some were
    /// found.
    pub count: i64,
}

impl HitGroup {
    /// Beyond this a further word helps more than a longer list.
    pub const MAX_COUNTED: i64 = 300;
    /// Hits shown of each kind among the others.
    pub const FEW: usize = 2;
    /// Hits shown of a kind alone.
    pub const MANY: usize = 100;
}

//! Two leads that are one person: finding the other, looking at both, and going back.

pub mod choice;
pub mod compare;
pub mod undo;

use serde::Deserialize;

use crate::admin::{AdminRequest, PageResult};

pub use undo::{Merges, OtherLead, UndoForm};

/// `?merge=1&q=…` to find the other lead, `?merge=1&with={id}` (or `?merge={id}`) to look at both.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct MergeQuery {
    merge: String,
    with: String,
    q: String,
}

/// A page about merging a lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergePage {
    /// Which other lead, with the words searched for.
    Choice(String),
    /// What merging this one into it does.
    Comparison(String),
}

impl MergeQuery {
    /// The page that is asked for; none: it is about the lead itself.
    pub fn requested(&self) -> Option<MergePage> {
        match (self.merge.as_str(), self.with.as_str()) {
            ("", _) => None,
            ("1", "") => Some(MergePage::Choice(self.q.trim().to_owned())),
            (other, "") | (_, other) => Some(MergePage::Comparison(other.to_owned())),
        }
    }
}

impl MergePage {
    /// The page about the lead `id`.
    pub async fn page(self, id: &str, request: AdminRequest) -> PageResult {
        match self {
            Self::Choice(search) => choice::page(id, search, request).await,
            Self::Comparison(other) => compare::page(id, &other, request).await,
        }
    }
}

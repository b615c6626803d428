//! Merging two leads: choosing the other one, comparing both, and undoing a merge.

pub mod choice;
pub mod compare;
pub mod undo;

use domain::id::LeadId;

use crate::admin::prelude::*;

pub use undo::{Merges, OtherLead, UndoForm};

/// `?merge=1&q=…` finds the other lead, `?merge=1&with={id}` (or `?merge={id}`) compares both.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct MergeQuery {
    merge: String,
    with: String,
    q: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergePage {
    /// The choice of the other lead, with the search.
    Choice(String),
    /// The comparison with the other lead, by its id.
    Comparison(String),
}

impl MergeQuery {
    /// The requested page; `None` for the page of the lead itself.
    pub fn requested(&self) -> Option<MergePage> {
        match (self.merge.as_str(), self.with.as_str()) {
            ("", _) => None,
            ("1", "") => Some(MergePage::Choice(self.q.trim().to_owned())),
            (other, "") | (_, other) => Some(MergePage::Comparison(other.to_owned())),
        }
    }
}

impl MergePage {
    pub async fn page(self, id: &LeadId, request: AdminRequest) -> PageResult {
        match self {
            Self::Choice(search) => choice::page(id, search, request).await,
            Self::Comparison(other) => compare::page(id, &parse_id(&other)?, request).await,
        }
    }
}

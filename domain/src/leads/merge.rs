//! Merging two leads of the same person.

mod rules;

use super::Lead;
use crate::Timestamp;
use crate::id::{LeadId, MergeId};
pub use rules::{check_mergeable, merged, note};

/// A past merge on the page of the remaining lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeLine {
    pub id: MergeId,
    /// The id of the duplicate, which was removed.
    pub duplicate_id: LeadId,
    pub name: String,
    pub merged_at: Timestamp,
    /// Whether it is the latest merge and the remaining lead has not changed since.
    pub can_undo: bool,
}

string_enum! {
    /// Why two leads look like the same person.
    pub enum Similarity {
        /// The same digits, without the country prefix.
        Phone = "phone",
        /// The same words in any order.
        Name = "name",
        Company = "company",
    }
}

/// Candidates for a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeChoice {
    /// The lead that remains.
    pub primary: Lead,
    /// Likely duplicates, best match first, at most [`MergeChoice::MAX_LEADS`].
    pub likely: Vec<(Lead, Similarity)>,
    /// Search results, newest contact first, at most [`MergeChoice::MAX_LEADS`].
    pub found: Vec<Lead>,
    /// Whether there are more search results.
    pub has_more: bool,
}

impl MergeChoice {
    /// How many leads each list shows.
    pub const MAX_LEADS: usize = 12;
}

/// Preview of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergePlan {
    /// The lead that remains.
    pub primary: Lead,
    /// The lead that is merged and removed.
    pub duplicate: Lead,
    /// The remaining lead after the merge.
    pub after: Lead,
    /// Whether the leads belong to different clients, which makes the merge impossible.
    pub clients_differ: bool,
    /// The names of their clients.
    pub clients: (Option<String>, Option<String>),
    /// How many activities are moved.
    pub activities: i64,
    /// Version of both leads as shown.
    pub version: String,
}

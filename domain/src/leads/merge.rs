//! Two leads of one person become one lead.

mod rules;

use serde::{Deserialize, Serialize};

use super::Lead;
use crate::Timestamp;
use crate::id::{LeadId, MergeId};
pub use rules::{check_mergeable, merged, note};

/// A merge, as the page of the lead that stayed shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeLine {
    pub id: MergeId,
    /// The id of the lead that went.
    pub gone_id: LeadId,
    /// What it was called.
    pub name: String,
    pub merged_at: Timestamp,
    /// Whether it is the latest one and the lead that stayed has not changed since.
    pub can_undo: bool,
}

string_enum! {
    /// What makes two leads look like one person.
    pub enum Likeness {
        /// The same digits, whatever the prefix.
        Phone = "phone",
        /// The same words, in whatever order.
        Name = "name",
        /// The same company.
        Company = "company",
    }
}

/// Leads that one might be merged with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeChoice {
    /// The lead that stays.
    pub kept: Lead,
    /// Those that look like the same person, the likeliest first, at most [`MergeChoice::MOST`].
    pub likely: Vec<(Lead, Likeness)>,
    /// Those that have the words searched for, newest contact first, at most [`MergeChoice::MOST`].
    pub found: Vec<Lead>,
    /// Whether more have them.
    pub has_more: bool,
}

impl MergeChoice {
    /// How many leads each list shows.
    pub const MOST: usize = 12;
}

/// What a merge would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergePlan {
    /// The lead that stays.
    pub kept: Lead,
    /// The lead that goes.
    pub gone: Lead,
    /// What the one that stays becomes.
    pub after: Lead,
    /// Whether they are two different clients, so that it cannot be done.
    pub clients_differ: bool,
    /// What the client of either is called.
    pub clients: (Option<String>, Option<String>),
    /// How many activities come along.
    pub activities: i64,
    /// The version of the two leads as they were seen.
    pub version: String,
}

//! Two leads that are one person become one lead, and two again.
//!
//! A merge keeps both leads as they were, so that it can be undone: in any order, after the lead that
//! stayed was edited, and after it was merged into a third one itself.

pub mod joining;
pub mod separating;

use serde::{Deserialize, Serialize};

use super::Lead;
use crate::Timestamp;
use crate::id::{ActivityId, DeliveryId, LeadId, MergeId};
pub use joining::{joined, may_be_joined, note};
pub use separating::{Separation, separated};

/// What is kept of a merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The lead that went, as it was.
    pub gone: Lead,
    /// The lead that stayed, as it was.
    pub before: Lead,
    /// The lead that stayed, as the merge left it.
    pub after: Lead,
    /// The activities that came along, without those of earlier merges.
    pub activities: Vec<ActivityId>,
    /// The deliveries that came along, without those of earlier merges.
    pub deliveries: Vec<DeliveryId>,
    /// The deliveries that the lead that stayed had by an e-mail of the one that went: they are its own.
    #[serde(default)]
    pub stood: Vec<DeliveryId>,
    /// The activity of the lead that stayed which says who went.
    pub note: ActivityId,
}

/// A merge that has not been undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// Its id.
    pub id: MergeId,
    /// The merge by which the lead that stayed went itself, later.
    pub outer: Option<MergeId>,
    /// When; of the merges of one lead no two are of the same moment.
    pub merged_at: Timestamp,
    /// What is kept of it.
    pub snapshot: Snapshot,
}

/// A merge as the page of the lead that stayed tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeLine {
    /// Its id.
    pub id: MergeId,
    /// The id of the lead that went.
    pub gone_id: LeadId,
    /// What it was called.
    pub name: String,
    /// When.
    pub merged_at: Timestamp,
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

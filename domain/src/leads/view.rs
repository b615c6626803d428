//! Leads as the agency looks at them: a list, the pipeline, one by one.

use serde::{Deserialize, Serialize};

use super::{Activity, Lead, LeadStatus};
use crate::id::ClientId;
use crate::{Cursor, Page, Versioned};

/// Which leads a list is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadFilter {
    /// Words they must have.
    pub search: String,
    /// How far the conversation is.
    pub status: Option<LeadStatus>,
    /// Where they came from, exactly.
    pub source: Option<String>,
}

/// A page of the list of leads, and what it can be narrowed by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadList {
    /// By last contact, newest first.
    pub page: Page<Lead>,
    /// How many there are of each status, whatever is searched for; of the chosen source, if one is.
    pub counts: LeadCounts,
    /// Where leads came from, in order; at most [`LeadList::SOURCES`].
    pub sources: Vec<String>,
}

impl LeadList {
    /// How many sources there are to choose from.
    pub const SOURCES: usize = 100;
}

/// How many leads there are of each status.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadCounts(pub Vec<(LeadStatus, i64)>);

impl LeadCounts {
    /// How many of this status.
    pub fn of(&self, status: LeadStatus) -> i64 {
        self.0.iter().find(|(of, _)| *of == status).map_or(0, |(_, count)| *count)
    }

    /// How many in all.
    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

/// A column of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadColumn {
    /// What its leads have in common.
    pub status: LeadStatus,
    /// How many there are.
    pub count: i64,
    /// The newest by last contact, at most [`LeadColumn::MOST`].
    pub leads: Vec<Lead>,
}

impl LeadColumn {
    /// How many leads a column shows.
    pub const MOST: usize = 30;
}

/// Everything about one lead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadCard {
    /// The lead, with the version of what its form edits.
    pub lead: Versioned<Lead>,
    /// What happened, oldest first; of a long history one page.
    pub activities: Vec<Activity>,
    /// Before which activity the earlier page ends, if there is one.
    pub earlier: Option<Cursor>,
    /// How many activities there are.
    pub activity_count: i64,
    /// The client they became, and what they are called.
    pub client: Option<(ClientId, String)>,
}

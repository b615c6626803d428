//! Leads as the agency's pages show them: list, pipeline, details.

use super::{Activity, Lead, LeadStatus};
use crate::id::ClientId;
use crate::overview::{LeadOrder, Sort};
use crate::{Cursor, Page, Versioned};

/// Filters and sorts the list of leads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeadFilter {
    pub search: String,
    pub status: Option<LeadStatus>,
    /// The exact source.
    pub source: Option<String>,
    pub sort: Sort<LeadOrder>,
}

/// Newest last contact first.
impl Default for Sort<LeadOrder> {
    fn default() -> Self {
        Self::descending(LeadOrder::Contact)
    }
}

/// A page of the list of leads, with its filter options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadList {
    /// In the order of the filter.
    pub page: Page<Lead>,
    /// Counts by status, regardless of the search, of the chosen source only if there is one.
    pub counts: LeadCounts,
    /// All sources in alphabetical order; at most [`LeadList::SOURCES`].
    pub sources: Vec<String>,
}

impl LeadList {
    /// The most sources to list.
    pub const SOURCES: usize = 100;
}

/// How many leads there are of each status.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeadCounts(pub Vec<(LeadStatus, i64)>);

impl LeadCounts {
    pub fn of(&self, status: LeadStatus) -> i64 {
        self.0.iter().find(|(of, _)| *of == status).map_or(0, |(_, count)| *count)
    }

    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

/// A column of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadColumn {
    pub status: LeadStatus,
    pub count: i64,
    /// What they are worth together, in cents.
    pub value_cents: i64,
    /// The newest by last contact, at most [`LeadColumn::MAX_LEADS`].
    pub leads: Vec<Lead>,
}

impl LeadColumn {
    /// How many leads a column shows.
    pub const MAX_LEADS: usize = 30;
}

/// A lead in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadCard {
    /// The lead, with the version of what its form edits.
    pub lead: Versioned<Lead>,
    /// The history, oldest first; one page of a long history.
    pub activities: Vec<Activity>,
    /// Cursor of the previous, older page, if there is one.
    pub earlier: Option<Cursor>,
    pub activity_count: i64,
    /// The client the lead became, and its name.
    pub client: Option<(ClientId, String)>,
}

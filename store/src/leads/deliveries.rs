//! What senders deliver: stored as it came, then parsed and applied, once; replayed when a mapping has changed.
//!
//! Locks are taken in one order, so that no two transactions wait for each other: the row of the delivery, that
//! of its lead, that of its source. Who works on many deliveries excludes all other writers before that.

mod activity;
mod applied_fields;
mod apply;
mod body;
mod card;
mod interrupted;
mod list;
mod of_lead;
mod process;
mod prune;
mod quarantine;
mod receive;
mod replay;
mod row;
mod sample;

use domain::id::LeadId;
use domain::leads::{DeliveryError, DeliveryOutcome};

pub(crate) use body::Encoding;
pub use replay::ReplayedQuarantine;

/// What became of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedDelivery {
    /// What it did.
    pub outcome: DeliveryOutcome,
    /// The lead that has it.
    pub lead_id: Option<LeadId>,
    /// Why it was not applied; of one that was and could not be replayed: why not.
    pub error: Option<DeliveryError>,
}

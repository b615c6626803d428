//! Deliveries: stored as received, then parsed and applied once; replayed after a mapping was changed.
//!
//! Lock order, which prevents deadlocks: the row of the delivery, then that of its lead, then that of its
//! source. A transaction that locks many deliveries excludes all other writers first.

mod activity;
mod applied_fields;
mod apply;
mod body;
mod card;
mod delete;
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
mod space;

use domain::id::LeadId;
use domain::leads::{DeliveryError, DeliveryOutcome};

pub use replay::ReplayedQuarantine;
pub(crate) use space::DeliverySpace;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedDelivery {
    /// What the delivery changed.
    pub outcome: DeliveryOutcome,
    pub lead_id: Option<LeadId>,
    /// Why it was not applied, or why a replay could not parse it.
    pub error: Option<DeliveryError>,
}

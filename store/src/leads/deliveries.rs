//! What senders deliver: stored as it came, then read and taken in, once; read again when somebody has
//! said how.
//!
//! Who works on a delivery holds its row first, then that of its lead, and that of its source last; who works
//! on many, in whatever order, keeps everybody else from writing any before that. So no two wait for each
//! other.

mod activity;
mod apply;
mod body;
mod card;
mod interrupted;
mod list;
mod of_lead;
mod prune;
mod reading;
mod receive;
mod replay;
mod row;
mod sample;
mod settle;
mod waiting;

use domain::id::LeadId;
use domain::lead::{DeliveryError, DeliveryOutcome};

pub(crate) use body::Encoding;
pub use replay::Replayed;

/// What became of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// What it did.
    pub outcome: DeliveryOutcome,
    /// The lead that has it.
    pub lead_id: Option<LeadId>,
    /// Why it was not taken in; of one that was and could not be read again: why not.
    pub error: Option<DeliveryError>,
}

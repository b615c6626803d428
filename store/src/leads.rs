//! Leads: stored once per e-mail, filled from deliveries, merged, and converted to clients.

mod activities;
mod assigned;
mod card;
mod convert;
mod deliveries;
mod edits;
mod list;
mod merge;
mod row;
pub(crate) mod sources;
mod upsert;

pub(crate) use deliveries::DeliverySpace;
pub use deliveries::{ProcessedDelivery, ReplayedQuarantine};

//! Leads: kept once per e-mail, from what a sender delivers to the client they become.

mod activities;
mod card;
mod convert;
mod deliveries;
mod edits;
mod list;
mod merge;
mod row;
mod sources;
mod upsert;

pub(crate) use deliveries::Encoding;
pub use deliveries::{ProcessedDelivery, ReplayedQuarantine};

//! Leads: kept once per e-mail, from what a sender delivers to the client they become.

mod activities;
mod card;
mod convert;
mod desk;
mod intake;
mod list;
mod row;

pub use intake::Ingested;

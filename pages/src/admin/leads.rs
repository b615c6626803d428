//! Leads: the list, the pipeline, the page of a lead, sources and deliveries.

pub mod actions;
pub mod activity;
pub mod board;
pub mod card;
pub mod convert;
pub mod deliveries;
pub mod history;
pub mod list;
pub mod merge;
pub mod new;
pub mod page;
pub mod received;
pub mod sources;
pub mod tabs;
pub mod trends;

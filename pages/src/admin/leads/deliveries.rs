//! Deliveries: the requests received from lead sources.

pub mod actions;
pub mod body;
pub mod filter;
pub mod list;
pub mod page;
pub mod parsed;
pub mod row;

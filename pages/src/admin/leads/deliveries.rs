//! Deliveries: the requests received from lead sources.

pub mod actions;
pub mod body;
pub mod buttons;
pub mod deletion;
pub mod filter;
pub mod list;
pub mod page;
pub mod parsed;
pub mod replay_result;
pub mod row;

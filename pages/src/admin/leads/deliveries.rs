//! What arrived from the sources of leads: as a list, one by one.

pub mod actions;
pub mod body;
pub mod buttons;
pub mod list;
pub mod page;
pub mod parsed;
pub mod replay_result;
pub mod row;

//! The clients: the list, a new one, and the page of each.

pub mod actions;
pub mod assign;
pub mod card;
pub mod details;
pub mod invitation;
pub mod list;
pub mod notifications;
pub mod overview;
pub mod people;
pub mod portal;
pub mod row;

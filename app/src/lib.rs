//! Code for both server and browser: the portal’s island, the components it renders, the portal's server functions
//! and their texts. Pages are in the crate `pages`.

#![expect(clippy::needless_pass_by_value, reason = "components own their props, event handlers their events")]

pub mod address;
pub mod api;
pub mod browser;
pub mod chat;
pub mod dates;
pub mod error;
pub mod i18n;
pub mod outcome;
pub mod portal_actions;

//! Every page, form and action, rendered on the server.
//!
//! [`routes`] lists them all. A page is an axum handler: it loads what it shows from the store and renders
//! a Leptos view in one piece ([`render`]). An action is a server function that ends in a redirect
//! ([`form_action`]). Whether somebody may see the agency's side is decided before either is called.

// Each element of a view is one level of its type.
#![recursion_limit = "256"]
#![expect(clippy::needless_pass_by_value, reason = "components own their props")]

pub mod address;
pub mod admin;
pub mod error;
pub mod extract;
pub mod form_action;
pub mod i18n;
pub mod portal;
pub mod public;
pub mod render;
pub mod routes;
pub mod state;
pub mod theme;
pub mod ui;

pub use error::PageError;
pub use state::PagesState;

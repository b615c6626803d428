//! Every page, form and action, rendered on the server.
//!
//! [`routes`] lists them all. A page is an axum handler: it loads its data from the store and renders a
//! Leptos view as one HTML string ([`render`]). An action is a server function that ends in a redirect
//! ([`form_action`]). A middleware of the server checks the admin session before either is called.

// Nested view elements produce deeply nested types.
#![recursion_limit = "256"]
#![expect(clippy::needless_pass_by_value, reason = "components own their props")]

pub mod access;
pub mod address;
pub mod admin;
pub mod backend;
pub mod error;
pub mod extract;
pub mod form_action;
mod hydration;
pub mod i18n;
pub mod mail;
pub mod notification_kinds;
pub mod portal;
pub mod public;
pub mod receipt;
pub mod redirect;
pub mod render;
pub mod routes;
pub mod session;
pub mod state;
pub mod theme;
pub mod ui;
pub mod upload_action;
mod uploads;
pub mod viewer;

pub use error::{PageError, RETRY_WHEN_BUSY};
pub use hydration::SiteFiles;
pub use portal::picture::ImageOrigins;
pub use state::PagesState;

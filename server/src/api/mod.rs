//! The JSON API: one file per endpoint, each with its request, its table of refusals and its
//! handler.

pub mod answer;
pub mod approve;
pub mod auth;
pub mod body;
pub mod chat;
pub mod comment;
pub mod health;
pub mod history;
pub mod idempotency;
pub mod internal;
pub mod lead;
pub mod query;
pub mod secret;

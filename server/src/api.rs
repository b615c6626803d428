//! The JSON API: one file per endpoint with its request type, its table of errors and its handler.

pub mod approve;
pub mod auth;
pub mod chat;
pub mod comment;
pub(crate) mod doctor;
mod documented;
pub mod file_download;
pub mod file_upload;
pub mod health;
pub mod history;
mod idempotency_key;
pub mod internal;
mod json_body;
pub mod lead;
pub mod openapi;
pub mod proof;
pub mod push;
mod secret_header;

use axum::middleware::{from_fn, from_fn_with_state};

use crate::middleware::same_origin;
use crate::route_table::RouteTable;
use crate::{AppState, response, session};

/// Gives `routes` the session of a request, and refuses requests of other sites.
fn with_session(routes: RouteTable, state: &AppState) -> RouteTable {
    routes.map(|router| {
        router
            .method_not_allowed_fallback(response::method_not_allowed)
            .layer(from_fn_with_state(state.sessions.clone(), session::authenticate))
            .layer(session::layer(&state.config, &state.keys))
            .layer(same_origin::layer(&state.config))
            .layer(from_fn(same_origin::render_rejection))
    })
}

//! The HTTP server: all routes ([`router`]), JSON endpoints, middleware, configuration and command line.
//!
//! A module imports only from those before it: `password`, `config` → `keys`, `cookie`, `log` → `assets`,
//! `body`, `query` → `response` → `middleware` → `session`, `sign_in` → `state` → `api` → `site` → router →
//! `jobs` → `serve` → `cli`.

#![expect(unreachable_pub, reason = "an application: only its binary and its tests use it")]

mod api;
mod assets;
mod body;
pub mod cli;
pub mod config;
mod cookie;
pub mod jobs;
mod keys;
mod log;
pub mod middleware;
pub mod password;
mod query;
mod response;
pub mod serve;
mod session;
mod sign_in;
mod site;
mod state;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};
use pages::public::error_page::render_errors;
use tower_http::catch_panic::CatchPanicLayer;

use api::{approve, auth, chat, comment, health, history, internal, lead};
use middleware::{compression, panic_handler, rate_limit, security_headers, trace};

pub use state::AppState;

pub fn router(state: AppState) -> Router {
    Router::new()
        .route("/api/client/chat", get(chat::poll).post(chat::mark_read))
        .route("/api/client/history", get(history::get))
        .route("/api/client/approve", post(approve::post))
        .route("/api/client/comment", post(comment::post))
        .route("/api/webhooks/lead", post(lead::main_address::post))
        .route(lead::source_address::ADDRESS, post(lead::source_address::post))
        .route("/api/internal/validate-token", get(internal::validate_token))
        .route("/api/internal/validate-slug", get(internal::validate_slug))
        .route("/manifest.webmanifest", get(site::manifest::get))
        .route("/logo", get(site::logo::get))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/api", any(response::not_found))
        .route("/api/", any(response::not_found))
        .route("/api/{*unknown}", any(response::not_found))
        .merge(auth::routes(&state))
        .method_not_allowed_fallback(response::method_not_allowed)
        .merge(site::routes(&state))
        .layer(from_fn_with_state(state.pages(), render_errors))
        .layer(from_fn_with_state(state.clone(), internal::guard))
        .layer(from_fn_with_state(state.clone(), rate_limit::enforce))
        .layer(CatchPanicLayer::custom(panic_handler::respond))
        .layer(compression::layer())
        .layer(from_fn(compression::choose))
        .layer(from_fn(trace::log))
        .layer(from_fn_with_state(state.clone(), security_headers::add))
        .with_state(state)
}

//! Atrio's doors: the whole HTTP surface on one page ([`router`]), thin endpoints, middleware,
//! configuration and the command line.

pub mod api;
pub mod assets;
pub mod body;
pub mod cli;
pub mod config;
pub mod jobs;
pub mod keys;
pub mod log;
pub mod middleware;
pub mod password;
pub mod serve;
pub mod session;
pub mod site;
pub mod state;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};
use pages::public::error_page::render_errors;
use tower_http::catch_panic::CatchPanicLayer;

use api::{answer, approve, auth, chat, comment, health, history, internal, lead};
use middleware::{compression, fault, rate_limit, security_headers, trace};

pub use state::AppState;

/// Every route of Atrio.
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
        .route("/api", any(answer::not_found))
        .route("/api/", any(answer::not_found))
        .route("/api/{*unknown}", any(answer::not_found))
        .merge(auth::routes(&state))
        .method_not_allowed_fallback(answer::wrong_method)
        .merge(site::routes(&state))
        .layer(from_fn_with_state(state.pages(), render_errors))
        .layer(from_fn_with_state(state.clone(), internal::guard))
        .layer(from_fn_with_state(state.clone(), rate_limit::enforce))
        .layer(CatchPanicLayer::custom(fault::answer_panic))
        .layer(compression::layer())
        .layer(from_fn(compression::choose))
        .layer(from_fn(trace::log))
        .layer(from_fn_with_state(state.clone(), security_headers::add))
        .with_state(state)
}

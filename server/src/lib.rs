//! The HTTP server: all routes ([`router`]), JSON endpoints, middleware, configuration and command line.
//!
//! A module imports only from those before it: `password`, `config` → `keys`, `cookie`, `log`, `metrics` → `mail`, `push`, `assets`,
//! `body`, `query` → `response` → `middleware` → `session`, `sign_in` → `state` → `code_session`, `route_table`, `limits` →
//! `upload` → `download` → `api` → `site` → router → `jobs`, `outbox` → `serve` → `cli`.

#![expect(unreachable_pub, reason = "an application: only its binary and its tests use it")]

mod api;
mod assets;
mod body;
pub mod cli;
mod code_session;
pub mod config;
mod cookie;
pub mod download;
pub mod jobs;
mod keys;
mod limits;
mod log;
pub mod mail;
pub mod metrics;
pub mod middleware;
pub mod outbox;
pub mod password;
pub mod push;
mod query;
mod request;
mod response;
mod route_table;
mod running_uploads;
pub mod scanner;
pub mod serve;
mod services;
mod session;
mod sign_in;
mod site;
mod state;
pub mod upload;

use app::api as contract;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, get, post};
use pages::public::error_page::render_errors;
use tower::{Layer as _, ServiceBuilder};
use tower_http::catch_panic::CatchPanicLayer;

use api::push as push_api;
use api::{approve, auth, chat, comment, file_download, file_upload, health, history, internal, lead, openapi, proof};
use middleware::compression::CompressionLayer;
use middleware::in_flight::InFlightLayer;
use middleware::intercept::intercept;
use middleware::panic_handler;
use middleware::security_headers::{SecurityHeaders, SecurityHeadersLayer};
use middleware::trace::TraceLayer;
use route_table::RouteTable;

pub use state::AppState;

/// The router in the layer that is around all of it.
pub type App = SecurityHeaders<Router>;

/// Every route and every layer. A layer that every request passes is a plain service: axum's `from_fn` clones
/// itself and all layers below it at each request.
pub fn router(state: AppState) -> App {
    let security_headers = SecurityHeadersLayer { is_https: state.config.is_https() };
    let routes = routes(&state)
        .into_router()
        // Once around each route, because the log names the matched route.
        .layer(
            ServiceBuilder::new()
                .layer(TraceLayer)
                .layer(CatchPanicLayer::custom(panic_handler::respond))
                .layer(CompressionLayer)
                .layer(intercept(state.clone(), limits::limit_rate))
                .layer(intercept(state.clone(), internal::guard))
                .layer(InFlightLayer::new(state.config.clone())),
        )
        .with_state(state);
    security_headers.layer(routes)
}

/// The path of every route, with its parameters in braces.
pub fn paths(state: &AppState) -> Vec<&'static str> {
    routes(state).paths().to_vec()
}

fn routes(state: &AppState) -> RouteTable {
    let with_error_page =
        |logo: MethodRouter<AppState>| logo.layer(from_fn_with_state(state.pages.clone(), render_errors));
    RouteTable::new()
        .route(contract::chat::PATH, get(chat::poll).post(chat::mark_read))
        .route(contract::history::PATH, get(history::get))
        .route(contract::approve::PATH, post(approve::post))
        .route(contract::comment::PATH, post(comment::post))
        .route(contract::proof::PATH, get(proof::get))
        .route(contract::files::PATH, post(file_upload::post))
        .route(contract::files::FILE_PATH, get(file_download::get))
        .route("/api/webhooks/lead", post(lead::main_address::post))
        .route(lead::source_address::ADDRESS, post(lead::source_address::post))
        .route("/api/internal/validate-token", get(internal::validate_token))
        .route("/api/internal/validate-slug", get(internal::validate_slug))
        .route(openapi::PATH, get(openapi::get))
        .route("/manifest.webmanifest", get(site::manifest::get))
        .route("/logo", with_error_page(get(site::logo::light)))
        .route("/logo/dark", with_error_page(get(site::logo::dark)))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/api", any(response::not_found))
        .route("/api/", any(response::not_found))
        .route("/api/{*unknown}", any(response::not_found))
        .merge(auth::routes(state))
        .merge(push_api::routes(state))
        .map(|router| router.method_not_allowed_fallback(response::method_not_allowed))
        .merge(site::routes(state))
}

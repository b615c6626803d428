//! Leptos inside axum: the pages, their contexts, the server functions and the site's files.

mod back;
mod clerk;
mod contexts;
mod exports;
mod finish;
pub mod logo;
mod logo_upload;
pub mod manifest;
mod portal_auth;
mod rpc;
mod try_source;
mod viewer;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use leptos_axum::{generate_route_list, render_app_async_with_context};

use finish::finish;

use crate::middleware::security_headers::CspNonce;
use crate::{AppState, assets, middleware, session};

/// Every page of `app`, `/rpc/*`, the site's files, and the not-found page for all the rest.
pub fn routes(state: &AppState) -> Router<AppState> {
    let pages = generate_route_list(app::App).iter().fold(Router::new(), |router, page| {
        let handler = if page.path() == portal_auth::PORTAL { get(portal_auth::open) } else { get(render) };
        router.route(page.path(), handler)
    });
    pages
        .route(
            "/rpc/set_logo",
            post(logo_upload::post).layer(DefaultBodyLimit::disable()).fallback(not_found),
        )
        .route("/rpc/try_source", post(try_source::post).fallback(not_found))
        .route("/admin/export/leads.csv", get(exports::leads))
        .route("/admin/export/time-entries.csv", get(exports::time_entries))
        .route("/admin/export/payments.csv", get(exports::payments))
        .route("/admin/export/atrio.json", get(exports::everything))
        .route("/rpc/{*name}", get(rpc::call).post(rpc::call))
        .fallback(not_found)
        .layer(from_fn_with_state(state.clone(), viewer::admit))
        .layer(from_fn_with_state(state.clone(), session::authenticate))
        .layer(session::layer(&state.config, &state.keys))
        .layer(middleware::same_origin::layer(&state.config))
        .layer(from_fn(middleware::same_origin::render_rejection))
        .layer(from_fn(site_file))
}

/// A page of `app`.
async fn render(State(state): State<AppState>, mut request: Request) -> Response {
    match state.store.agency().await {
        Ok(agency) => drop(request.extensions_mut().insert(agency)),
        // Without its colour a page is still a page.
        Err(error) => tracing::error!(%error, "the agency's settings could not be read"),
    }
    match state.store.zone().await {
        Ok(zone) => drop(request.extensions_mut().insert(zone)),
        // Its times are then those of UTC.
        Err(error) => tracing::error!(%error, "the agency's time zone could not be read"),
    }
    let options = state.leptos_options.clone();
    let shell = move || app::shell(options.clone());
    let nonce = request.extensions().get::<CspNonce>().cloned();
    let render = render_app_async_with_context(contexts::provider(state), shell);
    finish(render(request).await, nonce).await
}

/// An address at which `app` has no page, and never will.
const NOWHERE: &str = "/-";

/// The not-found page, the same for whatever is not there. `app` is not told what was asked for: its
/// own router takes `/c/anna/` for `/c/anna`, which here is another, unknown path (CONTRACT §5).
async fn not_found(state: State<AppState>, mut request: Request) -> Response {
    *request.uri_mut() = Uri::from_static(NOWHERE);
    let mut response = render(state, request).await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// The site's files come before sessions: they are the same for everybody.
async fn site_file(request: Request, next: Next) -> Response {
    match assets::find(request.method(), request.uri(), request.headers()) {
        Some(file) => file.into_response(),
        None => next.run(request).await,
    }
}

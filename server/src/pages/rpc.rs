//! Server functions: what `app` calls on the server, from the browser or from a plain form.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use leptos::server_fn::axum::get_server_fn_service;
use leptos_axum::handle_server_fns_with_context;

use super::{contexts, not_found};
use crate::AppState;
use crate::body;
use crate::response::error_page::ErrorPage;

/// Reads the body, within its bound, and calls the function.
pub(super) async fn call(State(state): State<AppState>, request: Request) -> Response {
    if get_server_fn_service(request.uri().path(), request.method().clone()).is_none() {
        return not_found(State(state), request).await;
    }
    let (parts, body) = request.into_parts();
    let bytes = match body::read(body, body::LIMIT).await {
        Ok(bytes) => bytes,
        Err(unread) => return ErrorPage::from(unread).respond(&parts.headers),
    };
    let request = Request::from_parts(parts, Body::from(bytes));
    let answer = handle_server_fns_with_context(contexts::provider(state), request).await;
    // What one person asked is for nobody's cache.
    ([(header::CACHE_CONTROL, "no-store")], answer).into_response()
}

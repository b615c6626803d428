//! `GET /admin/changes`: whether anything was committed since, answered from memory but for the session. An open page
//! of the agency asks every two seconds, and is fetched again when the tag has changed.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::Store;

/// Tells the counts of processes apart.
static PROCESS: LazyLock<String> = LazyLock::new(store::new_id);

pub(super) async fn get(State(store): State<Store>, headers: HeaderMap) -> Response {
    let Some(commits) = store.commits().await else {
        return StatusCode::NO_CONTENT.into_response();
    };
    let tag = format!("\"{}-{commits}\"", *PROCESS);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::NO_CONTENT };
    (status, [(header::ETAG, tag)]).into_response()
}

//! Redirects for browsers and scripts.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::response;
use crate::sign_in::HOME;

/// 302 to `url`, or 200 `{"url"}` for a request with `X-Auth-Return-Redirect`.
pub(super) fn to(headers: &HeaderMap, url: &str) -> Response {
    if headers.contains_key("x-auth-return-redirect") {
        return response::json(StatusCode::OK, &json!({ "url": url }));
    }
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let location = HeaderValue::try_from(url).unwrap_or(HeaderValue::from_static(HOME));
    (StatusCode::FOUND, [no_store, (header::LOCATION, location)]).into_response()
}

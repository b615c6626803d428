//! Answers that send the browser on.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::api::answer::{self, ApiError};

/// 302 to `url`; 200 `{"url"}` for a script that asks for it by `X-Auth-Return-Redirect`.
pub(super) fn to(headers: &HeaderMap, url: &str) -> Response {
    if headers.contains_key("x-auth-return-redirect") {
        return answer::json(StatusCode::OK, &json!({ "url": url }));
    }
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let location = HeaderValue::try_from(url).unwrap_or(HeaderValue::from_static(super::HOME));
    (StatusCode::FOUND, [no_store, (header::LOCATION, location)]).into_response()
}

/// The answer when the session could not be kept: a fault, logged and not told.
pub(super) fn fault(error: store::Error) -> Response {
    ApiError::by(error, |_| ApiError::FAULT).into_response()
}

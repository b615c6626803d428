//! Redirects for browsers and scripts.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::response;
use crate::sign_in::HOME;

#[derive(Serialize, ToSchema)]
pub(super) struct Target<'a> {
    url: &'a str,
}

/// Where a browser goes next; refusals too, named by `error` in the query of the sign-in page.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only described here")]
pub(super) enum Redirect {
    /// With the header `X-Auth-Return-Redirect`
    #[response(status = 200, example = json!({"url": "https://example.it/admin/login"}))]
    Script(Target<'static>),
    /// Without it
    #[response(status = 302, headers(("Location" = String)))]
    Browser,
}

/// 302 to `url`, or 200 `{"url"}` for a request with `X-Auth-Return-Redirect`.
pub(super) fn to(headers: &HeaderMap, url: &str) -> Response {
    if headers.contains_key("x-auth-return-redirect") {
        return response::json(StatusCode::OK, &Target { url });
    }
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let location = HeaderValue::try_from(url).unwrap_or(HeaderValue::from_static(HOME));
    (StatusCode::FOUND, [no_store, (header::LOCATION, location)]).into_response()
}

//! Where forms that are no server functions lead back to.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::response;
use crate::sign_in::LOGIN_PAGE;

/// Leads the browser to a page of the agency's.
pub(super) fn to(address: &str) -> Response {
    let location = HeaderValue::try_from(address).unwrap_or(HeaderValue::from_static("/admin"));
    let headers =
        [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (StatusCode::FOUND, headers).into_response()
}

/// The answer to whoever has no session: who waits for a page is sent to sign in.
pub(super) fn signed_out(headers: &HeaderMap) -> Response {
    if response::accepts_html(headers) {
        to(LOGIN_PAGE)
    } else {
        response::error(StatusCode::UNAUTHORIZED, "Non autorizzato")
    }
}

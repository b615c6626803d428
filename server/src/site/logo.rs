//! `GET /logo?v={version}`: the agency's logo.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pages::PageError;
use store::Logo;

use crate::AppState;
use crate::assets::{FOR_A_YEAR, REVALIDATE, matches_etag};
use crate::query::Query;
use crate::response::ApiError;

/// An SVG opened on its own runs and loads nothing. Its own `<style>` is allowed, because drawing programs
/// write one and some browsers apply this policy inside `<img>` too.
const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/// The image. It is cached for a year when the URL names its version. Without a logo, the not-found page.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    match state.store.logo().await {
        Ok(Some(logo)) => respond(logo, Query::of(request.uri()).get("v"), request.headers()),
        Ok(None) => PageError::UnknownAddress.into_response(),
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}

fn respond(logo: Logo, requested_version: Option<&str>, request_headers: &HeaderMap) -> Response {
    let version = logo.version();
    // A weak tag: the same image may be sent compressed.
    let tag = format!("W/\"{version}\"");
    let mut response = if matches_etag(request_headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, logo.kind.content_type())], logo.bytes).into_response()
    };
    let headers = response.headers_mut();
    // Without its version the URL stays the same when the logo changes, so the cache must revalidate.
    let caching = if requested_version == Some(&version) { FOR_A_YEAR } else { REVALIDATE };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

//! `GET /logo?v={version}` and `/logo/dark?v={version}`: the agency's logos for light and dark mode.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::settings::accent::Scheme;
use pages::PageError;
use store::{Logo, LogoKind};

use crate::AppState;
use crate::assets::{FOR_A_YEAR, REVALIDATE, accepts, matches_etag};
use crate::query::Query;
use crate::response::ApiError;

/// An SVG opened on its own runs and loads nothing. Its own `<style>` is allowed, because drawing programs
/// write one and some browsers apply this policy inside `<img>` too.
const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/// `GET /logo`
pub async fn light(State(state): State<AppState>, request: Request) -> Response {
    get(&state, Scheme::Light, request).await
}

/// `GET /logo/dark`
pub async fn dark(State(state): State<AppState>, request: Request) -> Response {
    get(&state, Scheme::Dark, request).await
}

/// The image. It is cached for a year when the URL names its version. Without a logo, the not-found page.
async fn get(state: &AppState, scheme: Scheme, request: Request) -> Response {
    match state.store.logo(scheme).await {
        Ok(Some(logo)) => {
            let version = Query::of(request.uri()).get("v").map(str::to_owned);
            let gzip = || state.compressed_logos.gzip(scheme, &logo);
            respond(&logo, version.as_deref(), request.headers(), gzip)
        }
        Ok(None) => PageError::UnknownAddress.into_response(),
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}

fn respond(
    logo: &Logo,
    requested_version: Option<&str>,
    request_headers: &HeaderMap,
    gzip: impl FnOnce() -> Bytes,
) -> Response {
    // A weak tag: the same image may be sent compressed.
    let tag = format!("W/\"{}\"", logo.version);
    let mut response = if matches_etag(request_headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let content_type = [(header::CONTENT_TYPE, logo.kind.content_type())];
        if logo.kind == LogoKind::Svg && accepts(request_headers, "gzip") {
            let encoding = [(header::CONTENT_ENCODING, "gzip")];
            (content_type, encoding, gzip()).into_response()
        } else {
            (content_type, logo.bytes.clone()).into_response()
        }
    };
    let headers = response.headers_mut();
    // Without its version the URL stays the same when the logo changes, so the cache must revalidate.
    let caching = if requested_version == Some(&logo.version) { FOR_A_YEAR } else { REVALIDATE };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

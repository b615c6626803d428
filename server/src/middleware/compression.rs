//! Compresses dynamic responses. Static files are compressed at build time (`assets.rs`), the logo once
//! (`site/logo.rs`).
//!
//! Responses that contain a secret of the admin beside input from the URL are not compressed: their length
//! would reveal the secret (BREACH). A portal page contains the portal credential beside text from its query,
//! but every visitor who can request the page already has the credential.

use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::assets::accepts;

pub type Filter = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Of zstd, for those who accept it, else of Brotli or gzip (docs/BENCHMARKS.md#compression).
const QUALITY: CompressionLevel = CompressionLevel::Precise(5);
/// In bytes: a smaller response fits into one packet anyway.
const MIN_SIZE: u64 = 256;

/// Must be inside [`choose`], and around the router: that adds the `Content-Length`.
pub fn layer() -> CompressionLayer<Filter> {
    CompressionLayer::new().quality(QUALITY).compress_when(is_compressible as Filter)
}

/// Removes `Accept-Encoding` where nothing may be compressed, and where it accepts no supported encoding:
/// the layer would reply 406 after the request has been processed.
pub fn choose(mut request: Request) -> Request {
    let headers = request.headers();
    if !headers.contains_key(header::ACCEPT_ENCODING) {
        return request;
    }
    let is_supported = ["zstd", "br", "gzip"].iter().any(|coding| accepts(headers, coding));
    let path = request.uri().path();
    if !is_supported || may_contain_secrets(path) || is_file(path) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    request
}

/// Responses under `/admin` and `/api/auth` contain the `csrfToken`; those under `/rpc` may be admin pages.
fn may_contain_secrets(path: &str) -> bool {
    ["/admin", "/api/auth", "/rpc"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Files are sent as they are: a part of one is a part of its own bytes.
fn is_file(path: &str) -> bool {
    path.starts_with("/files/") || path.starts_with("/api/client/files/")
}

/// By the headers, because the body of a response to HEAD is empty already.
fn is_compressible(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    is_text(headers) && length.is_none_or(|length: u64| length >= MIN_SIZE)
}

fn is_text(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    [&b"text/"[..], b"application/json", b"application/manifest+json"]
        .iter()
        .any(|prefix| content_type.starts_with(prefix))
}

//! Compresses dynamic responses. Static files are compressed at build time (`assets.rs`).
//!
//! Responses that contain a secret of the admin beside input from the URL are not compressed: their length
//! would reveal the secret (BREACH). A portal page contains the portal credential beside text from its query,
//! but every visitor who can request the page already has the credential.

use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::compression::predicate::{And, Predicate as _, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::assets::accepts;

type Filter = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// A page of the demo takes half a millisecond; one level less is 7 % larger, one more no smaller.
const QUALITY: CompressionLevel = CompressionLevel::Precise(5);
/// In bytes: a smaller response fits into one packet anyway.
const MIN_SIZE: u64 = 256;

/// Must be inside [`choose`].
pub fn layer() -> CompressionLayer<And<SizeAbove, Filter>> {
    CompressionLayer::new().quality(QUALITY).compress_when(SizeAbove::new(MIN_SIZE).and(is_text as Filter))
}

/// Removes `Accept-Encoding` where nothing may be compressed, and where it accepts no supported encoding:
/// the layer would reply 406 after the request has been processed.
pub async fn choose(mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_supported = accepts(headers, "br") || accepts(headers, "gzip");
    if !is_supported || may_contain_secrets(request.uri().path()) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    next.run(request).await
}

/// Responses under `/admin` and `/api/auth` contain the `csrfToken`; those under `/rpc` may be admin pages.
fn may_contain_secrets(path: &str) -> bool {
    ["/admin", "/api/auth", "/rpc"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    [&b"text/"[..], b"application/json", b"application/manifest+json", b"image/svg+xml"]
        .iter()
        .any(|prefix| content_type.starts_with(prefix))
}

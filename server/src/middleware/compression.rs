//! Answers made for one request, compressed on their way out. The site's files are compressed when
//! they are built (assets.rs) and pass as they are.
//!
//! Not where a secret of the admin stands beside something the address chose: by the length of such an
//! answer the secret could be guessed (BREACH). A portal's page has its pass beside what its query
//! says, but there who can ask for the page at all knows its address, and so has the pass already.

use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::compression::predicate::{And, Predicate as _, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::assets::accepts;

type Kind = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// A page of the demo takes half a millisecond; one step less makes it 7 % larger, one more no smaller.
const EFFORT: CompressionLevel = CompressionLevel::Precise(5);
/// Below this an answer fits into one packet anyway, in bytes.
const WORTH_IT: u64 = 256;

/// Compresses what gains from it; [`choose`] stands outside it.
pub fn layer() -> CompressionLayer<And<SizeAbove, Kind>> {
    CompressionLayer::new().quality(EFFORT).compress_when(SizeAbove::new(WORTH_IT).and(is_text as Kind))
}

/// Takes `Accept-Encoding` away where nothing is to be compressed, and where nothing that could be
/// sent is accepted: the layer would refuse such a request with 406 after it has been carried out.
pub async fn choose(mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let possible = accepts(headers, "br") || accepts(headers, "gzip");
    if !possible || keeps_its_length(request.uri().path()) {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    next.run(request).await
}

/// What lies under `/admin` and `/api/auth` has the `csrfToken` in it; under `/rpc` the admin's pages
/// are answered as well.
fn keeps_its_length(path: &str) -> bool {
    ["/admin", "/api/auth", "/rpc"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    [&b"text/"[..], b"application/json", b"application/manifest+json", b"image/svg+xml"]
        .iter()
        .any(|text| kind.starts_with(text))
}

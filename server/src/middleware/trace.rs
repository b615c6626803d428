//! One log line per request, without secrets: the matched route, never the path (it may contain a portal
//! key), the query, a header or the body (docs/REFERENCE.md#configuration).

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

/// Also adds the request id to the response.
pub async fn log(request: Request, next: Next) -> Response {
    let id = format!("{:016x}", rand::random::<u64>());
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("-", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id, %method, route);
    let start = tokio::time::Instant::now();

    let mut response = next.run(request).instrument(span.clone()).await;

    let status = response.status().as_u16();
    let millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status, millis, "answered"));
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

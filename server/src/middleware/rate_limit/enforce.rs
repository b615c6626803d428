//! The rate limit middleware that runs before the routes.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::{Operation, RateLimitKey, RateLimiter, Throttled};
use crate::middleware::client_ip::ClientIp;
use crate::response::plain_page::PlainPage;
use crate::response::{self, accepts_html};

/// Runs before the secret is checked and before the body is read (docs/REFERENCE.md#rate-limits).
pub async fn enforce(
    State(limiter): State<Arc<RateLimiter>>,
    ip: ClientIp,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let Some(operation) = Operation::of(request.method(), path) else { return next.run(request).await };
    match limiter.admit(operation, RateLimitKey::of(operation, path, ip)) {
        Ok(()) => next.run(request).await,
        Err(throttled) if path.starts_with("/api/") => too_many_requests(&HeaderMap::new(), throttled),
        Err(throttled) => too_many_requests(request.headers(), throttled),
    }
}

/// A page for browsers, else JSON; both with `Retry-After`.
pub fn too_many_requests(headers: &HeaderMap, throttled: Throttled) -> Response {
    let seconds = throttled.seconds();
    if accepts_html(headers) {
        return PlainPage::too_many(seconds);
    }
    let mut response = response::error(StatusCode::TOO_MANY_REQUESTS, "Troppe richieste");
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

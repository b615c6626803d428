//! The rate limit middleware that runs before the routes.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use pages::public::plain_page::PlainPage;

use super::{LimitedRoute, RateLimitKey, RateLimiter, Throttled};
use crate::config::TrustedProxies;
use crate::middleware::client_ip::ClientIp;
use crate::response::{ApiError, accepts_html, plain_page};

/// Counts the request; returns the response if it is rejected. Runs before the secret is checked and before
/// the body is read (docs/REFERENCE.md#rate-limits). Must be inside the router, where the matched route is known.
pub fn enforce(limiter: &RateLimiter, trusted: &TrustedProxies, request: &mut Request) -> Option<Response> {
    let route = LimitedRoute::of(request)?;
    let ip = ClientIp::of_request(request.extensions(), request.headers(), trusted);
    let key = RateLimitKey::of(route.operation, request, ip);
    let throttled = limiter.admit(route.operation, key).err()?;
    if route.path.starts_with("/api/") {
        return Some(too_many_requests(&HeaderMap::new(), throttled));
    }
    Some(too_many_requests(request.headers(), throttled))
}

/// A page for browsers, else JSON; both with `Retry-After`.
pub fn too_many_requests(headers: &HeaderMap, throttled: Throttled) -> Response {
    let seconds = throttled.seconds();
    if accepts_html(headers) {
        return plain_page(&PlainPage::too_many(seconds));
    }
    let mut response = ApiError::TOO_MANY.into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

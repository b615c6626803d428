//! One log line and one observation for a monitor per request, without secrets: the matched route, never the path (it may contain a portal
//! key), the query, a header or the body (docs/REFERENCE.md#logging).

use std::io::Write as _;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use pin_project_lite::pin_project;
use tokio::time::Instant;
use tower::{Layer, Service};
use tracing::Instrument as _;
use tracing::instrument::Instrumented;

use crate::metrics;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const POLL_ROUTE: &str = app::api::chat::PATH;
/// A poll that takes longer is worth a line.
const SLOW_POLL: Duration = Duration::from_millis(50);

/// Must be inside the router, where the matched route is known. Also adds the request id to the response.
#[derive(Clone, Copy)]
pub struct TraceLayer;

impl<S> Layer<S> for TraceLayer {
    type Service = Trace<S>;

    fn layer(&self, inner: S) -> Trace<S> {
        Trace { inner }
    }
}

#[derive(Clone)]
pub struct Trace<S> {
    inner: S,
}

impl<S, B> Service<Request> for Trace<S>
where
    S: Service<Request, Response = Response<B>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let start = Instant::now();
        let id = request_id();
        let matched = request.extensions().get::<MatchedPath>().cloned();
        let route = matched.as_ref().map_or("-", MatchedPath::as_str);
        let method = request.method().clone();
        let is_poll = request.method() == Method::GET && route == POLL_ROUTE;
        let span = tracing::info_span!("request", id = id.to_str().unwrap_or("-"), method = %request.method(), route);
        let response = span.in_scope(|| self.inner.call(request)).instrument(span);
        ResponseFuture { response, id, start, is_poll, method, matched }
    }
}

pin_project! {
    pub struct ResponseFuture<F> {
        #[pin]
        response: Instrumented<F>,
        id: HeaderValue,
        start: Instant,
        is_poll: bool,
        method: Method,
        matched: Option<MatchedPath>,
    }
}

impl<F, B, E> Future for ResponseFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        let mut response = ready!(this.response.as_mut().poll(context))?;
        let duration = this.start.elapsed();
        let status = response.status();
        let route = this.matched.as_ref().map_or("-", MatchedPath::as_str);
        metrics::count_request(this.method, route, status, duration);
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        // Ten thousand open panels would fill the log with lines that contain no information.
        let is_routine = *this.is_poll && status == StatusCode::OK && duration < SLOW_POLL;
        let status = status.as_u16();
        this.response.span().in_scope(|| {
            if is_routine {
                tracing::debug!(status, millis, "answered");
            } else {
                tracing::info!(status, millis, "answered");
            }
        });
        response.headers_mut().insert(REQUEST_ID, this.id.clone());
        Poll::Ready(Ok(response))
    }
}

/// 16 random hex digits.
fn request_id() -> HeaderValue {
    let mut digits = [b'0'; 16];
    // Exactly as many as fit.
    let _ = write!(&mut digits[..], "{:016x}", rand::random::<u64>());
    HeaderValue::from_bytes(&digits).expect("hex digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_id_has_sixteen_hex_digits() {
        let id = request_id();
        assert!(id.len() == 16 && id.as_bytes().iter().all(u8::is_ascii_hexdigit), "{id:?}");
        assert_ne!(id, request_id());
    }
}

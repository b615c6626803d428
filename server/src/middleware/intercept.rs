//! Middleware that responds to a request itself or passes it on, without the clones of `from_fn`.

use std::future::{Ready, ready};
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::Response;
use futures_util::future::Either;
use tower::{Layer, Service};

/// Returns the response, or `None` to pass the request on.
type Check<T> = fn(&T, &mut Request) -> Option<Response>;

/// Calls `check` before the inner service.
pub fn intercept<T>(state: T, check: Check<T>) -> InterceptLayer<T> {
    InterceptLayer { state, check }
}

#[derive(Clone)]
pub struct InterceptLayer<T> {
    state: T,
    check: Check<T>,
}

impl<T: Clone, S> Layer<S> for InterceptLayer<T> {
    type Service = Intercept<T, S>;

    fn layer(&self, inner: S) -> Self::Service {
        Intercept { state: self.state.clone(), check: self.check, inner }
    }
}

#[derive(Clone)]
pub struct Intercept<T, S> {
    state: T,
    check: Check<T>,
    inner: S,
}

impl<T, S: Service<Request, Response = Response>> Service<Request> for Intercept<T, S> {
    type Response = Response;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response, S::Error>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        match (self.check)(&self.state, &mut request) {
            None => Either::Left(self.inner.call(request)),
            Some(response) => Either::Right(ready(Ok(response))),
        }
    }
}

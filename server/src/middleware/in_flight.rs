//! How many requests may be in progress at once, whether or not their clients are still there.
//!
//! A request takes places while it waits for anything but its client: one, and another for each 16 KiB of its body.
//! Without enough of them it is refused at once. What is answered without waiting, such as an idle poll of an open
//! page, takes none.

mod arriving;
mod places;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::response::Response;
use pin_project_lite::pin_project;
use tower::{Layer, Service};

use crate::config::Config;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::uploads::is_upload;
use crate::response::accepts_html;
use crate::response::error_page::ErrorPage;
use arriving::{Arriving, ArrivingBody, BodyState};
use places::{Places, Taken};

/// Of its body for each further place of a request, in bytes.
const BODY_OF_PLACE: usize = 16 * 1024;

#[derive(Clone)]
pub struct InFlightLayer(Arc<InFlight>);

struct InFlight {
    config: Arc<Config>,
    places: Arc<Places>,
    arriving: Arc<Arriving>,
}

impl InFlightLayer {
    pub fn new(config: Arc<Config>) -> Self {
        Self(Arc::new(InFlight { config, places: Arc::default(), arriving: Arc::default() }))
    }
}

impl<S> Layer<S> for InFlightLayer {
    type Service = InFlightService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        InFlightService { in_flight: self.0.clone(), inner }
    }
}

#[derive(Clone)]
pub struct InFlightService<S> {
    in_flight: Arc<InFlight>,
    inner: S,
}

impl<S: Service<Request, Response = Response, Error = Infallible>> Service<Request> for InFlightService<S> {
    type Response = Response;
    type Error = Infallible;
    type Future = BoundedRequest<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let InFlight { config, places, arriving } = &*self.in_flight;
        let trusted = &config.trusted_proxies;
        let network = ClientIp::of_request(request.extensions(), request.headers(), trusted).network();
        let is_page = !request.uri().path().starts_with("/api/") && accepts_html(request.headers());
        let mut body = None;
        let is_upload = is_upload(request.uri().path(), request.headers());
        if !request.body().is_end_stream() {
            let state = Arc::new(BodyState::default());
            body = Some(state.clone());
            request = request.map(|body| Body::new(ArrivingBody::new(body, state, arriving.clone())));
        }
        let places = places.clone();
        BoundedRequest { inner: self.inner.call(request), places, network, is_page, is_upload, body, taken: None }
    }
}

pin_project! {
    pub struct BoundedRequest<F> {
        #[pin]
        inner: F,
        places: Arc<Places>,
        network: ClientIp,
        is_page: bool,
        // Its body does not stay in memory.
        is_upload: bool,
        // `None` if the request has none.
        body: Option<Arc<BodyState>>,
        taken: Option<Taken>,
    }
}

impl<F: Future<Output = Result<Response, Infallible>>> Future for BoundedRequest<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let refused = || Poll::Ready(Ok(ErrorPage::Busy.respond_as(*this.is_page)));
        if let Poll::Ready(response) = this.inner.poll(context) {
            *this.taken = None;
            return Poll::Ready(response);
        }
        let body = this.body.as_deref();
        if body.is_some_and(|body| body.is_cut_off(context)) {
            return refused();
        }
        if body.is_some_and(BodyState::is_awaited) {
            *this.taken = None;
        } else if this.taken.is_none() {
            let received = body.map_or(0, BodyState::received);
            let in_memory = if *this.is_upload { received.min(files::BLOCK) } else { received };
            let count = 1 + in_memory / BODY_OF_PLACE;
            *this.taken = this.places.take(*this.network, count);
            if this.taken.is_none() {
                return refused();
            }
        }
        Poll::Pending
    }
}

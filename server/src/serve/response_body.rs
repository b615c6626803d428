//! A response body that keeps its request in flight until the whole of it is sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use hyper::body::{Frame, SizeHint};
use pin_project_lite::pin_project;

use super::activity::InFlight;

pin_project! {
    pub(super) struct ResponseBody<B> {
        #[pin]
        body: B,
        in_flight: InFlight,
    }
}

impl<B> ResponseBody<B> {
    pub(super) fn new(body: B, in_flight: InFlight) -> Self {
        Self { body, in_flight }
    }
}

impl<B: HttpBody> HttpBody for ResponseBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        self.project().body.poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

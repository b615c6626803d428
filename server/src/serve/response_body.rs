//! Counts the responses of a connection that are not sent yet.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// Every clone is a request in flight.
#[derive(Clone, Default)]
pub(super) struct InFlight(Arc<()>);

impl InFlight {
    /// Whether there is no other clone.
    pub(super) fn is_idle(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

/// Keeps its request in flight until the whole body is sent.
pub(super) struct ResponseBody {
    body: Body,
    _in_flight: InFlight,
}

impl ResponseBody {
    pub(super) fn new(body: Body, in_flight: InFlight) -> Self {
        Self { body, _in_flight: in_flight }
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

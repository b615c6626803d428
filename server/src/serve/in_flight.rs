//! Whether a connection is in the middle of an answer.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// How many requests of one connection are being answered.
#[derive(Debug, Clone, Default)]
pub(super) struct InFlight(Arc<AtomicUsize>);

/// One of them; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Answering(Arc<AtomicUsize>);

impl InFlight {
    pub(super) fn begin(&self) -> Answering {
        self.0.fetch_add(1, Ordering::SeqCst);
        Answering(Arc::clone(&self.0))
    }

    pub(super) fn is_idle(&self) -> bool {
        self.0.load(Ordering::SeqCst) == 0
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A response body that keeps its request in flight until it is sent.
pub(super) struct Answer {
    body: Body,
    _answering: Answering,
}

impl Answer {
    pub(super) fn new(body: Body, answering: Answering) -> Self {
        Self { body, _answering: answering }
    }
}

impl HttpBody for Answer {
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

//! A request body must arrive in time, however little of it comes at once.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::Sleep;

/// How long the whole body may take.
const WHOLE_BODY: Duration = Duration::from_secs(30);

/// The body was not there in time, or the connection broke.
#[derive(Debug, thiserror::Error)]
pub(super) enum BodyFailed {
    #[error("the body did not arrive in time")]
    TooSlow,
    #[error(transparent)]
    Broken(#[from] hyper::Error),
}

/// A body that fails when its time is over.
pub(super) struct Timely {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
}

impl Timely {
    pub(super) fn new(body: Incoming) -> Self {
        Self { body, deadline: Box::pin(tokio::time::sleep(WHOLE_BODY)) }
    }
}

impl HttpBody for Timely {
    type Data = Bytes;
    type Error = BodyFailed;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyFailed>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyFailed::from)));
        }
        ready!(self.deadline.as_mut().poll(context));
        Poll::Ready(Some(Err(BodyFailed::TooSlow)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

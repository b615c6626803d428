//! The body of a request while it arrives: it must be there in time, and what nobody reads of it is
//! thrown away for a moment.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::Sleep;

/// How long the whole body may take, however little of it comes at once.
const WHOLE_BODY: Duration = Duration::from_secs(30);
/// How much of an unread body is thrown away, and for how long.
const DISCARD_BYTES: usize = 8 * 1024 * 1024;
const DISCARD: Duration = Duration::from_secs(2);

/// The body was not there in time, or the connection broke.
#[derive(Debug, thiserror::Error)]
pub(super) enum BodyFailed {
    #[error("the body did not arrive in time")]
    TooSlow,
    #[error(transparent)]
    Broken(#[from] hyper::Error),
}

/// A body that fails when its time is over.
pub(super) struct Arriving {
    /// `None` once nothing more is wanted of it.
    body: Option<Incoming>,
    /// Whether an unread rest is thrown away: not where the sender waits for a word before it sends
    /// anything (`Expect: 100-continue`), which reading would give.
    discards: bool,
    deadline: Pin<Box<Sleep>>,
}

impl Arriving {
    pub(super) fn new(headers: &HeaderMap, body: Incoming) -> Self {
        Self {
            body: Some(body),
            discards: !headers.contains_key(header::EXPECT),
            deadline: Box::pin(tokio::time::sleep(WHOLE_BODY)),
        }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = BodyFailed;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyFailed>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyFailed::from)));
        }
        ready!(self.deadline.as_mut().poll(context));
        self.body = None;
        Poll::Ready(Some(Err(BodyFailed::TooSlow)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

/// A request that is refused by its head alone is answered while its body is still on the way.
/// Closing the connection then makes the kernel reset it, and the sender may lose the answer. So
/// what arrives is thrown away, for a moment and up to a bound; nothing of it is kept or looked at.
impl Drop for Arriving {
    fn drop(&mut self) {
        let unread = self.body.take().filter(|body| self.discards && !body.is_end_stream());
        let Some(mut body) = unread else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let discarding = async move {
            let mut discarded = 0;
            while let Some(Ok(frame)) = body.frame().await {
                discarded += frame.data_ref().map_or(0, Bytes::len);
                if discarded > DISCARD_BYTES {
                    break;
                }
            }
        };
        // Out of time is as good as done.
        runtime.spawn(async { tokio::time::timeout(DISCARD, discarding).await.ok() });
    }
}

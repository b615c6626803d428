//! A request body with a deadline for the whole of it. What the handler leaves unread is drained.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep};

use super::activity::Activity;
use crate::middleware::uploads::is_upload;

/// In bytes.
const DRAIN_LIMIT: usize = 8 * 1024 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Many senders of a file read the response only when they have sent all of it.
const UPLOAD_DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug, thiserror::Error)]
pub(super) enum RequestBodyError {
    #[error("the body did not arrive in time")]
    TooSlow,
    #[error(transparent)]
    Broken(#[from] hyper::Error),
}

pub(super) struct RequestBody {
    /// `None` after its end or the deadline.
    body: Option<Incoming>,
    /// Not with `Expect: 100-continue`: reading would ask the sender for the body.
    is_drained: bool,
    /// Its deadline counts from the last byte, and its sender is given longer to read a refusal.
    is_upload: bool,
    activity: Arc<Activity>,
    deadline: Pin<Box<Sleep>>,
}

impl RequestBody {
    pub(super) fn new(path: &str, headers: &HeaderMap, body: Incoming, activity: Arc<Activity>) -> Self {
        Self {
            body: Some(body),
            is_upload: is_upload(path, headers),
            is_drained: !headers.contains_key(header::EXPECT),
            deadline: Box::pin(tokio::time::sleep(activity.body_limit())),
            activity,
        }
    }
}

type NextFrame = Poll<Option<Result<Frame<Bytes>, RequestBodyError>>>;

impl RequestBody {
    fn poll_next(&mut self, context: &mut Context<'_>) -> NextFrame {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            if frame.is_none() {
                self.body = None;
            } else if self.is_upload {
                let deadline = Instant::now() + self.activity.body_limit();
                self.deadline.as_mut().reset(deadline);
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(RequestBodyError::from)));
        }
        ready!(self.deadline.as_mut().poll(context));
        self.activity.leave_body();
        self.body = None;
        Poll::Ready(Some(Err(RequestBodyError::TooSlow)))
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = RequestBodyError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> NextFrame {
        let frame = self.poll_next(context);
        self.activity.set_awaits_body(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

/// A request may be rejected while its body is still being sent. Closing the connection then makes the
/// kernel reset it, and the sender may lose the response. So the rest is read and discarded, within limits.
impl Drop for RequestBody {
    fn drop(&mut self) {
        self.activity.set_awaits_body(false);
        let Some(mut body) = self.body.take().filter(|body| !body.is_end_stream()) else { return };
        self.activity.leave_body();
        if !self.is_drained {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (limit, timeout) =
            if self.is_upload { (usize::MAX, UPLOAD_DRAIN_TIMEOUT) } else { (DRAIN_LIMIT, DRAIN_TIMEOUT) };
        let drain = async move {
            let mut drained = 0;
            while let Some(Ok(frame)) = body.frame().await {
                drained += frame.data_ref().map_or(0, Bytes::len);
                if drained > limit {
                    break;
                }
            }
        };
        runtime.spawn(tokio::time::timeout(timeout, drain));
    }
}

//! Request bodies that are still being sent. They take no place, which slow senders could keep for long. There may be
//! so many at once; of more than that the one that has been arriving for longest is cut off, if it is slow.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use futures_util::task::AtomicWaker;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Duration, Instant};

/// Most are of at most 64 KiB (docs/REFERENCE.md#bodies).
const MAX_BODIES: usize = 256;
/// A body that has been arriving for as long makes room for another.
const SLOW: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct Arriving {
    bodies: Mutex<Bodies>,
}

#[derive(Default)]
struct Bodies {
    next: u64,
    /// In the order in which they were first waited for.
    waiting: BTreeMap<u64, (Instant, Arc<BodyState>)>,
}

impl Arriving {
    /// `None` if there is no room.
    fn enter(&self, body: &Arc<BodyState>) -> Option<u64> {
        let mut bodies = self.bodies();
        if bodies.waiting.len() >= MAX_BODIES {
            let first = bodies.waiting.first_entry().filter(|first| first.get().0.elapsed() >= SLOW)?;
            first.remove().1.cut_off();
        }
        let number = bodies.next;
        bodies.next += 1;
        bodies.waiting.insert(number, (Instant::now(), body.clone()));
        Some(number)
    }

    fn leave(&self, number: u64) {
        self.bodies().waiting.remove(&number);
    }

    fn bodies(&self) -> MutexGuard<'_, Bodies> {
        // Nothing that changes them panics.
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of a body to the request it belongs to.
#[derive(Default)]
pub(super) struct BodyState {
    is_awaited: AtomicBool,
    is_cut_off: AtomicBool,
    received: AtomicUsize,
    request: AtomicWaker,
}

impl BodyState {
    /// Whether the request waits for the next part.
    pub(super) fn is_awaited(&self) -> bool {
        self.is_awaited.load(Ordering::Acquire)
    }

    /// In bytes.
    pub(super) fn received(&self) -> usize {
        self.received.load(Ordering::Relaxed)
    }

    /// Whether the request must not wait for the next part any longer; wakes it when that changes.
    pub(super) fn is_cut_off(&self, context: &Context<'_>) -> bool {
        // Registered before the check, so that no change is missed.
        self.request.register(context.waker());
        self.is_awaited() && self.is_cut_off.load(Ordering::Acquire)
    }

    fn cut_off(&self) {
        self.is_cut_off.store(true, Ordering::Release);
        self.request.wake();
    }
}

pub(super) struct ArrivingBody {
    body: Body,
    state: Arc<BodyState>,
    arriving: Arc<Arriving>,
    /// Whether it was waited for. What has arrived with the head is not there at once either.
    was_awaited: bool,
    /// Since it was waited for again.
    number: Option<u64>,
}

impl ArrivingBody {
    pub(super) fn new(body: Body, state: Arc<BodyState>, arriving: Arc<Arriving>) -> Self {
        Self { body, state, arriving, was_awaited: false, number: None }
    }

    fn end(&mut self) {
        self.state.is_awaited.store(false, Ordering::Release);
        if let Some(number) = self.number.take() {
            self.arriving.leave(number);
        }
    }
}

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.state.is_awaited.store(frame.is_pending(), Ordering::Release);
        match &frame {
            Poll::Pending if !self.was_awaited => self.was_awaited = true,
            Poll::Pending if self.number.is_none() => {
                self.number = self.arriving.enter(&self.state);
                if self.number.is_none() {
                    self.state.cut_off();
                }
            }
            Poll::Pending => {}
            Poll::Ready(Some(Ok(frame))) => {
                let length = frame.data_ref().map_or(0, Bytes::len);
                self.state.received.fetch_add(length, Ordering::Relaxed);
            }
            Poll::Ready(Some(Err(_)) | None) => self.end(),
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ArrivingBody {
    fn drop(&mut self) {
        self.end();
    }
}

//! What a connection is doing: how long it may go on, and whether it may be closed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use tokio::time::Instant;

/// For the whole head of a request, from its first byte; of the first request from the start of the connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than the polls of an open page are apart (docs/REFERENCE.md#live-updates).
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);

pub(super) struct Activity {
    phase: Mutex<Phase>,
    is_closing: AtomicBool,
    waker: AtomicWaker,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A head is arriving.
    Head { since: Instant },
    /// A request is processed, or its response is being produced.
    Request,
    /// Since the last byte of the last response.
    Idle { since: Instant },
}

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            phase: Mutex::new(Phase::Head { since: Instant::now() }),
            is_closing: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        }
    }

    /// Bytes have arrived. A part of a head that arrives together with the request before it does not count:
    /// the next byte does.
    pub(super) fn received(&self) {
        let mut phase = self.phase();
        if matches!(*phase, Phase::Idle { .. }) {
            *phase = Phase::Head { since: Instant::now() };
        }
    }

    /// Bytes of a response were sent, perhaps to somebody with a slow connection.
    pub(super) fn sent(&self) {
        if let Phase::Idle { since } = &mut *self.phase() {
            *since = Instant::now();
        }
    }

    /// The head of a request is complete.
    pub(super) fn begin_request(self: &Arc<Self>) -> InFlight {
        *self.phase() = Phase::Request;
        InFlight(self.clone())
    }

    pub(super) fn is_in_flight(&self) -> bool {
        *self.phase() == Phase::Request
    }

    /// When the connection is closed if nothing happens before.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match *self.phase() {
            Phase::Head { since } => Some(since + HEAD_TIMEOUT),
            Phase::Request => None,
            Phase::Idle { since } => Some(since + IDLE_TIMEOUT),
        }
    }

    /// Since when it has waited for a request, unless it is being closed.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        match *self.phase() {
            Phase::Head { since } | Phase::Idle { since } => Some(since),
            Phase::Request => None,
        }
        .filter(|_| !self.is_closing.load(Ordering::Acquire))
    }

    /// Asks the connection to end after the request in flight.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
        self.waker.wake();
    }

    /// Ready once the connection has to end.
    pub(super) fn poll_closing(&self, context: &Context<'_>) -> Poll<()> {
        // Registered before the check, so that no call is missed.
        self.waker.register(context.waker());
        if self.is_closing.load(Ordering::Acquire) { Poll::Ready(()) } else { Poll::Pending }
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        // Every assignment is a whole phase.
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request whose response is not complete yet.
pub(super) struct InFlight(Arc<Activity>);

impl Drop for InFlight {
    fn drop(&mut self) {
        *self.0.phase() = Phase::Idle { since: Instant::now() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remaining(activity: &Activity) -> Option<Duration> {
        activity.deadline().map(|deadline| deadline - Instant::now())
    }

    #[tokio::test(start_paused = true)]
    async fn head_has_ten_seconds_and_idle_connection_longer() {
        let activity = Arc::new(Activity::new());
        assert_eq!(remaining(&activity), Some(HEAD_TIMEOUT));
        tokio::time::advance(Duration::from_secs(4)).await;
        activity.received();
        assert_eq!(remaining(&activity), Some(Duration::from_secs(6)), "the first head began at the start");
        let request = activity.begin_request();
        activity.received();
        activity.sent();
        assert_eq!((remaining(&activity), activity.waiting_since()), (None, None));
        drop(request);
        assert_eq!(remaining(&activity), Some(IDLE_TIMEOUT));
        tokio::time::advance(Duration::from_secs(30)).await;
        activity.sent();
        assert_eq!(remaining(&activity), Some(IDLE_TIMEOUT), "the response is read slowly");
        tokio::time::advance(Duration::from_secs(30)).await;
        for _ in 0..5 {
            activity.received();
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(remaining(&activity), Some(Duration::from_secs(5)), "further bytes give no more time");
    }

    #[tokio::test]
    async fn closing_connection_is_not_chosen_again() {
        let activity = Activity::new();
        assert!(activity.waiting_since().is_some());
        activity.close();
        assert_eq!(activity.waiting_since(), None);
    }
}

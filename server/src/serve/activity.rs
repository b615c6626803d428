//! What a connection is doing: how long it may go on, and whether it may be closed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use tokio::time::Instant;

use super::limits::Limits;

pub(super) struct Activity {
    limits: Limits,
    state: Mutex<State>,
    is_closing: AtomicBool,
    waker: AtomicWaker,
    awaits_body: AtomicBool,
    bytes_received: AtomicU64,
}

struct State {
    phase: Phase,
    /// Since when the client has read nothing of what waits to be sent.
    blocked_since: Option<Instant>,
    /// Whether hyper has to read the rest of the last request's body, or to close the connection because of it.
    is_body_left: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A head is arriving.
    Head { since: Instant },
    /// A request is processed, or its response is being produced.
    Request,
    /// A response is complete, and its last bytes are being sent.
    Flush,
    /// Since the last byte of the last response.
    Idle { since: Instant },
}

impl Activity {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            state: Mutex::new(State {
                phase: Phase::Head { since: Instant::now() },
                blocked_since: None,
                is_body_left: false,
            }),
            is_closing: AtomicBool::new(false),
            waker: AtomicWaker::new(),
            awaits_body: AtomicBool::new(false),
            bytes_received: AtomicU64::new(0),
        }
    }

    pub(super) fn body_limit(&self) -> Duration {
        self.limits.body
    }

    /// Bytes have arrived. A part of a head that arrives together with the request before it does not count:
    /// the next byte does.
    pub(super) fn received(&self, bytes: usize) {
        self.bytes_received.fetch_add(bytes as u64, Ordering::Relaxed);
        let phase = &mut self.state().phase;
        if matches!(phase, Phase::Idle { .. }) {
            *phase = Phase::Head { since: Instant::now() };
        }
    }

    /// Since the start of the connection.
    pub(super) fn bytes_received(&self) -> u64 {
        self.bytes_received.load(Ordering::Relaxed)
    }

    /// Bytes were sent.
    pub(super) fn sent(&self) {
        self.state().blocked_since = None;
    }

    /// The client has to read before more can be sent.
    pub(super) fn blocked(&self) {
        self.state().blocked_since.get_or_insert_with(Instant::now);
    }

    /// hyper has nothing more to send.
    pub(super) fn flushed(&self) {
        let phase = &mut self.state().phase;
        if *phase == Phase::Flush {
            *phase = Phase::Idle { since: Instant::now() };
        }
    }

    /// The head of a request is complete.
    pub(super) fn begin_request(self: &Arc<Self>) -> InFlight {
        let mut state = self.state();
        state.phase = Phase::Request;
        state.is_body_left = false;
        InFlight(self.clone())
    }

    /// Whether the handler of a request waits for the next part of the body.
    pub(super) fn awaits_body(&self) -> bool {
        self.awaits_body.load(Ordering::Relaxed)
    }

    pub(super) fn set_awaits_body(&self, awaits_body: bool) {
        self.awaits_body.store(awaits_body, Ordering::Relaxed);
    }

    /// The handler of a request did not read the whole body.
    pub(super) fn leave_body(&self) {
        self.state().is_body_left = true;
    }

    /// Whether no request has been received that is not answered.
    pub(super) fn awaits_request(&self) -> bool {
        matches!(self.state().phase, Phase::Head { .. } | Phase::Idle { .. })
    }

    /// Whether a request is processed or its response is being read.
    pub(super) fn is_in_flight(&self) -> bool {
        let state = self.state();
        matches!(state.phase, Phase::Request | Phase::Flush) && self.stalled_since(&state).is_none()
    }

    /// Since when every request has been answered and hyper, too, is at the end of it.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        match state.phase {
            Phase::Idle { since } => Some(since).filter(|_| !state.is_body_left),
            Phase::Head { .. } | Phase::Request | Phase::Flush => None,
        }
    }

    /// When the connection is closed if nothing happens before.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        let phase = match state.phase {
            Phase::Head { since } => Some(since + self.limits.head),
            Phase::Request | Phase::Flush => None,
            Phase::Idle { since } => Some(since + self.limits.idle),
        };
        let write = state.blocked_since.map(|since| since + self.limits.write);
        phase.into_iter().chain(write).min()
    }

    /// Since when it has waited for its client, unless it is being closed.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        match state.phase {
            Phase::Head { since } | Phase::Idle { since } => Some(since),
            Phase::Request | Phase::Flush => self.stalled_since(&state),
        }
        .filter(|_| !self.is_closing.load(Ordering::Acquire))
    }

    fn stalled_since(&self, state: &State) -> Option<Instant> {
        state.blocked_since.filter(|since| since.elapsed() >= self.limits.stall)
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

    fn state(&self) -> MutexGuard<'_, State> {
        // Every assignment is a whole value.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request whose response is not complete yet.
pub(super) struct InFlight(Arc<Activity>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.state().phase = Phase::Flush;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remaining(activity: &Activity) -> Option<Duration> {
        activity.deadline().map(|deadline| deadline - Instant::now())
    }

    #[tokio::test(start_paused = true)]
    async fn head_has_ten_seconds_body_thirty_idle_connection_75() {
        let activity = Arc::new(Activity::new(Limits::of_process()));
        assert_eq!(remaining(&activity), Some(Duration::from_secs(10)));
        assert_eq!(activity.body_limit(), Duration::from_secs(30));
        tokio::time::advance(Duration::from_secs(4)).await;
        activity.received(1);
        assert_eq!(remaining(&activity), Some(Duration::from_secs(6)), "the first head began at the start");
        let request = activity.begin_request();
        activity.received(1);
        activity.sent();
        assert_eq!((remaining(&activity), activity.waiting_since()), (None, None));
        drop(request);
        assert_eq!((remaining(&activity), activity.idle_since()), (None, None), "the response is read slowly");
        tokio::time::advance(Duration::from_secs(30)).await;
        activity.flushed();
        let idle = Some(Duration::from_secs(75));
        assert_eq!((remaining(&activity), activity.idle_since()), (idle, Some(Instant::now())));
        tokio::time::advance(Duration::from_secs(30)).await;
        for _ in 0..5 {
            activity.received(1);
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(remaining(&activity), Some(Duration::from_secs(5)), "further bytes give no more time");
    }

    #[tokio::test(start_paused = true)]
    async fn unread_response_has_thirty_seconds_and_may_close_after_five() {
        let activity = Arc::new(Activity::new(Limits::of_process()));
        let _request = activity.begin_request();
        let start = Instant::now();
        activity.blocked();
        tokio::time::advance(Duration::from_secs(4)).await;
        activity.blocked();
        assert_eq!((remaining(&activity), activity.waiting_since()), (Some(Duration::from_secs(26)), None));
        assert!(activity.is_in_flight());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(activity.waiting_since(), Some(start));
        assert!(!activity.is_in_flight(), "nobody waits for it");
        activity.sent();
        assert_eq!((remaining(&activity), activity.waiting_since()), (None, None), "a slow reader is no stuck one");
    }

    #[tokio::test]
    async fn closing_connection_is_not_chosen_again() {
        let activity = Activity::new(Limits::of_process());
        assert!(activity.waiting_since().is_some());
        activity.close();
        assert_eq!(activity.waiting_since(), None);
    }
}

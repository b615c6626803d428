//! One-shot timers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use gloo_timers::callback::Timeout;

/// A one-shot timer; setting it again replaces the pending callback. Its clones are the same timer. It has no handle
/// of the browser, so that a component can own one on the server too.
#[derive(Default, Clone)]
pub struct Timer(Arc<State>);

#[derive(Default)]
struct State {
    /// The number of the latest callback; an earlier one does nothing when its time comes.
    latest: AtomicU32,
    /// The number of the pending callback, 0 if there is none.
    pending: AtomicU32,
}

impl Timer {
    /// Calls `then` in `millis` milliseconds.
    pub fn set(&self, millis: u32, then: impl FnOnce() + 'static) {
        let Self(state) = self.clone();
        let own = state.latest.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        state.pending.store(own, Ordering::Relaxed);
        let is_due = move || state.pending.compare_exchange(own, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        Timeout::new(millis, move || {
            if is_due() {
                then();
            }
        })
        .forget();
    }

    /// Cancels the pending callback.
    pub fn stop(&self) {
        self.0.pending.store(0, Ordering::Relaxed);
    }

    /// Whether a callback is pending.
    pub fn is_set(&self) -> bool {
        self.0.pending.load(Ordering::Relaxed) != 0
    }
}

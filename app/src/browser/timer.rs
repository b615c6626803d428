//! One-shot timers.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;

/// A one-shot timer; setting it again replaces the pending callback. Its clones are the same timer.
#[derive(Default, Clone)]
pub struct Timer(Rc<State>);

#[derive(Default)]
struct State {
    /// Dropping it cancels it.
    timeout: Cell<Option<Timeout>>,
    is_set: Cell<bool>,
}

impl Timer {
    /// Calls `then` in `millis` milliseconds.
    pub fn set(&self, millis: u32, then: impl FnOnce() + 'static) {
        let state = self.0.clone();
        self.0.is_set.set(true);
        self.0.timeout.set(Some(Timeout::new(millis, move || {
            state.is_set.set(false);
            then();
        })));
    }

    /// Cancels the pending callback.
    pub fn stop(&self) {
        self.0.is_set.set(false);
        self.0.timeout.set(None);
    }

    /// Whether a callback is pending.
    pub fn is_set(&self) -> bool {
        self.0.is_set.get()
    }
}

//! The exact sliding log of one address.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Quota, Throttled};

/// The moments at which requests passed within the last window, oldest first; never more than the
/// quota.
#[derive(Debug, Default)]
pub(super) struct Log(VecDeque<Duration>);

impl Log {
    /// Lets a request through at `now` and remembers it, if fewer than the quota passed in the
    /// window that ends now. A pass leaves the window when it is exactly one window old.
    pub(super) fn admit(&mut self, now: Duration, quota: Quota) -> Result<(), Throttled> {
        self.has_room(now, quota)?;
        self.note(now, quota);
        Ok(())
    }

    /// Whether fewer than the quota passed in the window that ends at `now`.
    pub(super) fn has_room(&mut self, now: Duration, quota: Quota) -> Result<(), Throttled> {
        self.forget(now, quota.window);
        match self.0.front() {
            Some(&oldest) if self.0.len() >= quota.requests => {
                Err(Throttled { retry_after: (oldest + quota.window).saturating_sub(now) })
            }
            _ => Ok(()),
        }
    }

    /// Remembers one that passed at `now`, for which there must have been room.
    pub(super) fn note(&mut self, now: Duration, quota: Quota) {
        self.make_room(quota.requests);
        self.0.push_back(now);
    }

    /// How many are remembered; those of before the window leave when room is asked for.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing passed in the window that ends at `now`.
    pub(super) fn is_over(&self, now: Duration, window: Duration) -> bool {
        self.0.back().is_none_or(|&newest| newest + window <= now)
    }

    fn forget(&mut self, now: Duration, window: Duration) {
        while self.0.front().is_some_and(|&oldest| oldest + window <= now) {
            self.0.pop_front();
        }
    }

    /// Doubles the room, up to the quota and no further: memory is what a flood is after.
    fn make_room(&mut self, quota: usize) {
        let used = self.0.len();
        if used == self.0.capacity() {
            let left = quota.saturating_sub(used).max(1);
            self.0.reserve_exact(used.clamp(1, left));
        }
    }

    /// For how many moments there is room.
    #[cfg(test)]
    pub(super) fn room(&self) -> usize {
        self.0.capacity()
    }
}

//! The exact sliding window of one key.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Quota, Throttled};

/// The times of the requests in the last window, oldest first; never more than the quota.
#[derive(Debug, Default)]
pub(super) struct SlidingWindow(VecDeque<Duration>);

impl SlidingWindow {
    /// A request leaves the window when it is exactly one window old.
    pub(super) fn admit(&mut self, now: Duration, quota: Quota) -> Result<(), Throttled> {
        self.check(now, quota)?;
        self.record(now, quota);
        Ok(())
    }

    /// Like [`admit`](Self::admit), without recording the request.
    pub(super) fn check(&mut self, now: Duration, quota: Quota) -> Result<(), Throttled> {
        while self.0.front().is_some_and(|&oldest| oldest + quota.window <= now) {
            self.0.pop_front();
        }
        match self.0.front() {
            Some(&oldest) if self.0.len() >= quota.requests => {
                Err(Throttled { retry_after: (oldest + quota.window).saturating_sub(now) })
            }
            _ => Ok(()),
        }
    }

    /// Must follow a successful [`check`](Self::check).
    pub(super) fn record(&mut self, now: Duration, quota: Quota) {
        // Doubles the capacity, but never beyond the quota, so that a flood cannot exhaust memory.
        let used = self.0.len();
        if used == self.0.capacity() {
            let free = quota.requests.saturating_sub(used).max(1);
            self.0.reserve_exact(used.clamp(1, free));
        }
        self.0.push_back(now);
    }

    /// Whether no request was admitted in the window that ends at `now`.
    pub(super) fn is_expired(&self, now: Duration, window: Duration) -> bool {
        self.0.back().is_none_or(|&newest| newest + window <= now)
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

//! The requests of a few keys.

use std::collections::VecDeque;
use std::time::Duration;

use crate::middleware::rate_limit::{Throttled, WINDOW};

/// An admitted request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// A digest of the key: with 64 secret bits no two keys in use have the same one.
    key: u64,
    /// In nanoseconds: a [`Duration`] takes twice the space.
    at: u64,
    /// How many of this key are admitted in a window.
    quota: u16,
}

/// Oldest first.
#[derive(Debug, Default)]
pub(super) struct Bucket(VecDeque<Request>);

impl Bucket {
    /// `now` must not be before that of the previous call.
    pub(super) fn admit(
        &mut self,
        key: u64,
        quota: u16,
        now: Duration,
        capacity: usize,
    ) -> Result<(), Throttled> {
        self.remove_expired(now);
        if self.count(key) >= quota.into() {
            return Err(self.throttled(|request| request.key == key, now));
        }
        if self.0.len() >= capacity && !self.forget_one(key) {
            return Err(self.throttled(|_| true, now));
        }
        self.reserve(capacity);
        self.0.push_back(Request { key, at: nanos(now), quota });
        Ok(())
    }

    /// Frees the memory that is no longer needed.
    pub(super) fn shrink(&mut self, now: Duration) {
        self.remove_expired(now);
        if self.0.len() < self.0.capacity() / 4 {
            self.0.shrink_to(self.0.len() * 2);
        }
    }

    /// A request leaves the window when it is exactly one window old.
    fn remove_expired(&mut self, now: Duration) {
        while self.0.front().is_some_and(|oldest| oldest.at() + WINDOW <= now) {
            self.0.pop_front();
        }
    }

    fn count(&self, key: u64) -> usize {
        self.0.iter().filter(|request| request.key == key).count()
    }

    /// Until the oldest of these requests leaves the window.
    fn throttled(&self, is_counted: impl Fn(&Request) -> bool, now: Duration) -> Throttled {
        let oldest = self.0.iter().find(|request| is_counted(request)).map_or(now, Request::at);
        Throttled { retry_after: (oldest + WINDOW).saturating_sub(now) }
    }

    /// Makes room; returns whether any other key is not throttled.
    fn forget_one(&mut self, key: u64) -> bool {
        let is_throttled = |request: &Request| self.count(request.key) >= request.quota.into();
        let oldest = self.0.iter().position(|request| request.key != key && !is_throttled(request));
        oldest.is_some_and(|index| self.0.remove(index).is_some())
    }

    /// Doubles the memory, but never beyond `capacity`.
    fn reserve(&mut self, capacity: usize) {
        let used = self.0.len();
        if used == self.0.capacity() {
            self.0.reserve_exact(used.clamp(1, capacity.saturating_sub(used).max(1)));
        }
    }

    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Request>()
    }
}

impl Request {
    fn at(&self) -> Duration {
        Duration::from_nanos(self.at)
    }
}

/// 584 years fit.
fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;

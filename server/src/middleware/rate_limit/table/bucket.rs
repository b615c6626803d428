//! The requests of a few keys.

use std::collections::VecDeque;
use std::time::Duration;

use crate::middleware::rate_limit::Throttled;
use crate::middleware::rate_limit::operation::{Limit, Limits};

/// An admitted request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// A digest of the key: with 64 secret bits no two keys in use have the same one.
    key: u64,
    /// In nanoseconds: a [`Duration`] takes twice the space.
    at: u64,
    /// Of this key.
    limits: &'static Limits,
}

/// Oldest first.
#[derive(Debug, Default)]
pub(super) struct Bucket(VecDeque<Request>);

impl Bucket {
    /// `now` must not be before that of the previous call.
    pub(super) fn admit(
        &mut self,
        key: u64,
        limits: &'static Limits,
        now: Duration,
        capacity: usize,
    ) -> Result<(), Throttled> {
        self.remove_expired(now);
        if let Some(retry_after) = self.wait(key, limits, now) {
            return Err(Throttled { retry_after });
        }
        if self.0.len() >= capacity && !self.forget_one(key, now) {
            return Err(Throttled { retry_after: self.shortest_wait(now).unwrap_or(limits.longest()) });
        }
        self.reserve(capacity);
        self.0.push_back(Request { key, at: nanos(now), limits });
        Ok(())
    }

    /// Forgets the newest request of `key`.
    pub(super) fn take_back(&mut self, key: u64) {
        if let Some(newest) = self.0.iter().rposition(|request| request.key == key) {
            self.0.remove(newest);
        }
    }

    /// Frees the memory that is no longer needed.
    pub(super) fn shrink(&mut self, now: Duration) {
        self.remove_expired(now);
        if self.0.len() < self.0.capacity() / 4 {
            self.0.shrink_to(self.0.len() * 2);
        }
    }

    /// A request leaves a window when it is exactly one window old.
    fn remove_expired(&mut self, now: Duration) {
        while self.0.front().is_some_and(|oldest| oldest.at() + oldest.limits.longest() <= now) {
            self.0.pop_front();
        }
    }

    /// Until `key` is admitted again; `None` if it is now.
    fn wait(&self, key: u64, limits: &Limits, now: Duration) -> Option<Duration> {
        limits.0.iter().filter_map(|limit| self.wait_of(key, *limit, now)).max()
    }

    /// A limit is used up while the oldest of as many requests as it admits, counted from the newest, is in its window.
    fn wait_of(&self, key: u64, Limit(quota, window): Limit, now: Duration) -> Option<Duration> {
        let mut newest_first = self.0.iter().rev().filter(|request| request.key == key);
        let oldest = newest_first.nth(usize::from(quota).saturating_sub(1))?;
        (oldest.at() + window).checked_sub(now).filter(|wait| !wait.is_zero())
    }

    /// Until one of the throttled keys is admitted again.
    fn shortest_wait(&self, now: Duration) -> Option<Duration> {
        self.0.iter().filter_map(|request| self.wait(request.key, request.limits, now)).min()
    }

    /// Makes room; returns whether any other key is not throttled.
    fn forget_one(&mut self, key: u64, now: Duration) -> bool {
        let is_throttled = |request: &Request| self.wait(request.key, request.limits, now).is_some();
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

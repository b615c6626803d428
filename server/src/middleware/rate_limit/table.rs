//! The sliding windows of all keys for one operation, in bounded memory.
//!
//! A key has a window of its own while there is room. Windows are evicted only when they are expired, so
//! a flood of new keys never frees a throttled one. When there is no room, a new key shares one of
//! [`Table::SHARED`] windows, picked by a secret hash: it may be throttled because of others, but never
//! longer than one window after they stop. Both kinds hold at most the quota, so no key ever exceeds it.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use lru::LruCache;

use super::sliding_window::SlidingWindow;
use super::{Quota, RateLimitKey, Throttled};

#[derive(Debug)]
pub(super) struct Table {
    quota: Quota,
    own_limit: usize,
    /// By the time of the last admitted request, which is also the order of expiry.
    own: LruCache<RateLimitKey, SlidingWindow, RandomState>,
    /// Empty until the first flood.
    shared: Vec<SlidingWindow>,
    shared_limit: usize,
    /// When a request was last admitted by a shared window.
    shared_used: Option<Duration>,
    hash: RandomState,
}

impl Table {
    /// How many keys have a window of their own: about 4 MB in a flood of single requests.
    pub(super) const OWN: usize = 32_768;
    /// How many windows the others share.
    pub(super) const SHARED: usize = 8_192;

    pub(super) fn new(quota: Quota) -> Self {
        Self::with_limits(quota, Self::OWN, Self::SHARED)
    }

    pub(super) fn with_limits(quota: Quota, own: usize, shared: usize) -> Self {
        Self {
            quota,
            own_limit: own,
            own: LruCache::unbounded_with_hasher(RandomState::new()),
            shared: Vec::new(),
            shared_limit: shared,
            shared_used: None,
            hash: RandomState::new(),
        }
    }

    /// `now` must not be before that of the previous call.
    pub(super) fn admit(&mut self, key: RateLimitKey, now: Duration) -> Result<(), Throttled> {
        self.evict_expired(now);
        // `peek` and `promote`: a rejected request does not change the order of expiry.
        if let Some(window) = self.own.peek_mut(&key) {
            let outcome = window.admit(now, self.quota);
            if outcome.is_ok() {
                self.own.promote(&key);
            }
            return outcome;
        }
        if self.own.len() < self.own_limit && self.is_shared_expired(key, now) {
            let mut window = SlidingWindow::default();
            let outcome = window.admit(now, self.quota);
            self.own.push(key, window);
            return outcome;
        }
        self.admit_shared(key, now)
    }

    /// At most two windows per call, which is more than a call can add.
    fn evict_expired(&mut self, now: Duration) {
        for _ in 0..2 {
            match self.own.peek_lru() {
                Some((_, window)) if window.is_expired(now, self.quota.window) => self.own.pop_lru(),
                _ => break,
            };
        }
        if self.shared_used.is_some_and(|used| used + self.quota.window <= now) {
            self.shared = Vec::new();
            self.shared_used = None;
        }
    }

    /// A key gets a window of its own only when the shared one is expired, or it could exceed its quota.
    fn is_shared_expired(&self, key: RateLimitKey, now: Duration) -> bool {
        self.shared.is_empty() || self.shared[self.shared_index(key)].is_expired(now, self.quota.window)
    }

    fn admit_shared(&mut self, key: RateLimitKey, now: Duration) -> Result<(), Throttled> {
        if self.shared.is_empty() {
            self.shared.resize_with(self.shared_limit, SlidingWindow::default);
        }
        let index = self.shared_index(key);
        let outcome = self.shared[index].admit(now, self.quota);
        if outcome.is_ok() {
            self.shared_used = Some(now);
        }
        outcome
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder of a usize fits into a usize")]
    fn shared_index(&self, key: RateLimitKey) -> usize {
        (self.hash.hash_one(key) % self.shared_limit as u64) as usize
    }
}

#[cfg(test)]
mod tests;

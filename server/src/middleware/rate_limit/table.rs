//! The logs of all askers for one operation, in bounded memory. What is said of addresses here holds
//! for keys as well.
//!
//! An address has a log of its own while there is room. Logs leave only when their window is over,
//! so a flood of new addresses never frees a throttled one. When every log is live, a new address
//! shares one of [`Table::SHARED`] logs, picked by a secret hash: it may wait for what strangers
//! used up there, but never longer than a window after they stop. Both kinds hold at most the
//! quota, so no address ever passes more often than it may.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use lru::LruCache;

use super::log::Log;
use super::{Asker, Quota, Throttled};

#[derive(Debug)]
pub(super) struct Table {
    quota: Quota,
    own_limit: usize,
    /// By the moment of their last pass, which is also the order in which their windows end.
    own: LruCache<Asker, Log, RandomState>,
    /// Empty until the first flood.
    shared: Vec<Log>,
    shared_limit: usize,
    /// When a shared log was last used.
    shared_used: Option<Duration>,
    hash: RandomState,
}

impl Table {
    /// How many addresses have a log of their own: about 4 MB in a flood of single requests.
    pub(super) const OWN: usize = 32_768;
    /// How many logs the others share.
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

    /// One request of `asker` at `now`, which must not be before the `now` of the call before.
    pub(super) fn admit(&mut self, asker: Asker, now: Duration) -> Result<(), Throttled> {
        self.forget(now);
        // A refused request leaves the order alone: only a pass prolongs a log's life.
        if let Some(log) = self.own.peek_mut(&asker) {
            let outcome = log.admit(now, self.quota);
            if outcome.is_ok() {
                self.own.promote(&asker);
            }
            return outcome;
        }
        if self.own.len() < self.own_limit && self.has_no_shared_past(asker, now) {
            let mut log = Log::default();
            let outcome = log.admit(now, self.quota);
            self.own.push(asker, log);
            return outcome;
        }
        self.admit_shared(asker, now)
    }

    /// Gives back what is over: at most two logs a call, which is more than a call can add.
    fn forget(&mut self, now: Duration) {
        for _ in 0..2 {
            match self.own.peek_lru() {
                Some((_, log)) if log.is_over(now, self.quota.window) => self.own.pop_lru(),
                _ => break,
            };
        }
        if self.shared_used.is_some_and(|used| used + self.quota.window <= now) {
            self.shared = Vec::new();
            self.shared_used = None;
        }
    }

    /// Whether `asker` may begin a log of its own: what it passed in a shared one must be over, or it
    /// could pass twice its quota.
    fn has_no_shared_past(&self, asker: Asker, now: Duration) -> bool {
        self.shared.is_empty() || self.shared[self.shared_place(asker)].is_over(now, self.quota.window)
    }

    fn admit_shared(&mut self, asker: Asker, now: Duration) -> Result<(), Throttled> {
        if self.shared.is_empty() {
            self.shared.resize_with(self.shared_limit, Log::default);
        }
        let place = self.shared_place(asker);
        let outcome = self.shared[place].admit(now, self.quota);
        if outcome.is_ok() {
            self.shared_used = Some(now);
        }
        outcome
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder of a usize fits into a usize")]
    fn shared_place(&self, asker: Asker) -> usize {
        (self.hash.hash_one(asker) % self.shared_limit as u64) as usize
    }
}

#[cfg(test)]
mod tests;

//! The limit of wrong guesses of portal slugs.
//!
//! Only four random characters protect a slug from being guessed from its client's name. Wrong slugs are
//! counted per name and over all names, whatever IP addresses they come from. A pending guess counts as wrong
//! until its result is available, so that concurrent requests gain nothing. A request that only pending
//! guesses would reject waits for their results.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use domain::Slug;
use tokio::sync::Notify;

use super::sliding_window::SlidingWindow;
use super::{Quota, Throttled, Ticks, lock};

const WINDOW: Duration = Duration::from_mins(10);
/// Of the 1,679,616 possible suffixes of a slug one in 84,000 in a window.
const QUOTA_PER_NAME: Quota = Quota { requests: 20, window: WINDOW };
const QUOTA_TOTAL: Quota = Quota { requests: 300, window: WINDOW };

#[derive(Default)]
pub(super) struct SlugGuessLimiter {
    counters: Mutex<Counters>,
    finished: Notify,
}

/// Bounded by [`QUOTA_TOTAL`].
#[derive(Default)]
struct Counters {
    total: Counter,
    by_name: HashMap<String, Counter>,
}

#[derive(Default)]
struct Counter {
    wrong: SlidingWindow,
    pending: usize,
}

/// In order of severity.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Denied {
    /// The rest of the quota is taken by pending guesses.
    Pending,
    Throttled(Throttled),
}

impl SlugGuessLimiter {
    pub(super) async fn begin<'a>(
        &'a self,
        slug: &Slug,
        ticks: &'a Ticks,
    ) -> Result<SlugGuess<'a>, Throttled> {
        let name = name(slug);
        loop {
            // Registered before the check, so that no notification is missed.
            let finished = self.finished.notified();
            let outcome = lock(&self.counters).begin(name, ticks);
            match outcome {
                Ok(()) => {
                    return Ok(SlugGuess { limiter: self, ticks, name: name.to_owned(), is_wrong: true });
                }
                Err(Denied::Throttled(throttled)) => return Err(throttled),
                Err(Denied::Pending) => finished.await,
            }
        }
    }
}

impl Counters {
    fn begin(&mut self, name: &str, ticks: &Ticks) -> Result<(), Denied> {
        let now = ticks();
        self.by_name.retain(|_, counter| counter.pending > 0 || !counter.wrong.is_expired(now, WINDOW));
        let total = self.total.check(now, QUOTA_TOTAL);
        let named = self.by_name.get_mut(name).map_or(Ok(()), |counter| counter.check(now, QUOTA_PER_NAME));
        if let Some(reason) = total.err().max(named.err()) {
            return Err(reason);
        }
        self.total.pending += 1;
        self.by_name.entry(name.to_owned()).or_default().pending += 1;
        Ok(())
    }

    fn finish(&mut self, name: &str, wrong_at: Option<Duration>) {
        self.total.finish(wrong_at, QUOTA_TOTAL);
        if let Some(counter) = self.by_name.get_mut(name) {
            counter.finish(wrong_at, QUOTA_PER_NAME);
        }
    }
}

impl Counter {
    fn check(&mut self, now: Duration, quota: Quota) -> Result<(), Denied> {
        self.wrong.check(now, quota).map_err(Denied::Throttled)?;
        if self.wrong.len() + self.pending < quota.requests { Ok(()) } else { Err(Denied::Pending) }
    }

    fn finish(&mut self, wrong_at: Option<Duration>, quota: Quota) {
        self.pending = self.pending.saturating_sub(1);
        if let Some(at) = wrong_at {
            self.wrong.record(at, quota);
        }
    }
}

/// The slug without its last, random part: what all guesses at one client have in common.
fn name(slug: &Slug) -> &str {
    let slug = slug.as_str();
    slug.rsplit_once('-').map_or(slug, |(name, _)| name)
}

/// A pending guess. When dropped it counts as wrong, also when the request is cancelled.
#[must_use = "when dropped it counts as a wrong guess"]
pub struct SlugGuess<'a> {
    limiter: &'a SlugGuessLimiter,
    ticks: &'a Ticks,
    name: String,
    is_wrong: bool,
}

impl SlugGuess<'_> {
    /// The guess was right and does not count.
    pub fn refund(mut self) {
        self.is_wrong = false;
    }
}

impl Drop for SlugGuess<'_> {
    fn drop(&mut self) {
        {
            let mut counters = lock(&self.limiter.counters);
            let wrong_at = self.is_wrong.then(|| (self.ticks)());
            counters.finish(&self.name, wrong_at);
        }
        self.limiter.finished.notify_waiters();
    }
}

#[cfg(test)]
mod tests;

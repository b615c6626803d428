//! The budget of wrong guesses of portal addresses.
//!
//! Four random characters keep a slug from being guessed from its client's name. Nobody may try them
//! all: wrong slugs are counted for each name, and over all names, whatever addresses they are sent
//! from. A guess under way counts as wrong until it is known, so that a thousand at once pass no more
//! than a thousand in a row; who could only be refused because of others that may turn out right waits
//! until they do.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use domain::Slug;
use tokio::sync::Notify;

use super::log::Log;
use super::{Quota, Throttled, whole};

const WINDOW: Duration = Duration::from_mins(10);
/// Wrong guesses that share a name: of a slug's 1,679,616 possible ends, one in 84,000 in a window.
const OF_A_NAME: Quota = Quota { requests: 20, window: WINDOW };
/// Wrong guesses of all names together.
const OF_ALL: Quota = Quota { requests: 300, window: WINDOW };

type Ticks = dyn Fn() -> Duration + Send + Sync;

#[derive(Default)]
pub(super) struct Guesses {
    book: Mutex<Book>,
    /// Told of every guess that ends.
    ended: Notify,
}

/// Bounded by [`OF_ALL`]: no guess begins beyond it, and what is over leaves.
#[derive(Default)]
struct Book {
    all: Tally,
    by_name: HashMap<String, Tally>,
}

#[derive(Default)]
struct Tally {
    wrong: Log,
    under_way: usize,
}

/// Why a guess does not begin, the weightiest last.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NotNow {
    /// As many as may be wrong were or are under way.
    Crowded,
    /// As many as may be wrong were.
    Spent(Throttled),
}

impl Guesses {
    /// Begins a guess, as soon as it is known whether it may.
    pub(super) async fn begin<'a>(&'a self, slug: &Slug, ticks: &'a Ticks) -> Result<Guess<'a>, Throttled> {
        let name = name(slug);
        loop {
            // Listening before looking: an end in between is heard.
            let ended = self.ended.notified();
            let outcome = {
                let mut book = whole(&self.book);
                book.begin(name, ticks())
            };
            match outcome {
                Ok(()) => return Ok(Guess { guesses: self, ticks, name: name.to_owned(), wrong: true }),
                Err(NotNow::Spent(throttled)) => return Err(throttled),
                Err(NotNow::Crowded) => ended.await,
            }
        }
    }
}

impl Book {
    fn begin(&mut self, name: &str, now: Duration) -> Result<(), NotNow> {
        self.by_name.retain(|_, tally| tally.under_way > 0 || !tally.wrong.is_over(now, WINDOW));
        let of_all = self.all.may_begin(now, OF_ALL);
        let of_name = self.by_name.get_mut(name).map_or(Ok(()), |tally| tally.may_begin(now, OF_A_NAME));
        if let Some(reason) = of_all.err().max(of_name.err()) {
            return Err(reason);
        }
        self.all.under_way += 1;
        self.by_name.entry(name.to_owned()).or_default().under_way += 1;
        Ok(())
    }

    fn end(&mut self, name: &str, wrong_at: Option<Duration>) {
        self.all.end(wrong_at, OF_ALL);
        if let Some(tally) = self.by_name.get_mut(name) {
            tally.end(wrong_at, OF_A_NAME);
        }
    }
}

impl Tally {
    fn may_begin(&mut self, now: Duration, quota: Quota) -> Result<(), NotNow> {
        self.wrong.has_room(now, quota).map_err(NotNow::Spent)?;
        let counted = self.wrong.len() + self.under_way;
        if counted < quota.requests { Ok(()) } else { Err(NotNow::Crowded) }
    }

    fn end(&mut self, wrong_at: Option<Duration>, quota: Quota) {
        self.under_way = self.under_way.saturating_sub(1);
        if let Some(at) = wrong_at {
            self.wrong.note(at, quota);
        }
    }
}

/// What guesses at one client's slug have in common: the slug without its last, random part.
fn name(slug: &Slug) -> &str {
    let slug = slug.as_str();
    slug.rsplit_once('-').map_or(slug, |(name, _)| name)
}

/// A guess under way. Dropped it is a wrong one, also when who made it went away in the middle.
#[must_use = "dropped it counts as a wrong guess"]
pub struct Guess<'a> {
    guesses: &'a Guesses,
    ticks: &'a Ticks,
    name: String,
    wrong: bool,
}

impl Guess<'_> {
    /// It was no wrong guess: it never counted.
    pub fn give_back(mut self) {
        self.wrong = false;
    }
}

impl Drop for Guess<'_> {
    fn drop(&mut self) {
        {
            let mut book = whole(&self.guesses.book);
            let wrong_at = self.wrong.then(|| (self.ticks)());
            book.end(&self.name, wrong_at);
        }
        self.guesses.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests;

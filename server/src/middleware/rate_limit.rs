//! Exact rate limits with bounded memory (SPEC: Limits; CONTRACT §3).
//!
//! [`Operation`] says what is limited and how much, [`RateLimiter::admit`] keeps count, and
//! [`enforce`] stands before the routes. [`RateLimiter::guess`] counts what is limited for everybody
//! together: wrong guesses of portal addresses.

mod asker;
mod enforce;
mod guesses;
mod log;
mod operation;
mod table;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::Slug;

pub use asker::Asker;
pub use enforce::{enforce, throttled};
pub use guesses::Guess;
pub use operation::{Operation, Quota};

use guesses::Guesses;
use table::Table;

/// Who asked how often: for each operation and asker the moments of the last window.
pub struct RateLimiter {
    /// Time since some fixed moment; never goes back, whatever happens to the clock on the wall.
    ticks: Box<dyn Fn() -> Duration + Send + Sync>,
    /// One for each of [`Operation::ALL`], in that order.
    tables: [Mutex<Table>; Operation::ALL.len()],
    guesses: Guesses,
}

/// The quota is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Throttled {
    /// How long until the next request would pass.
    pub retry_after: Duration,
}

impl Throttled {
    /// The value of `Retry-After`: whole seconds, at least one, after which a request passes.
    pub fn seconds(self) -> u64 {
        let rounded_up = self.retry_after.as_secs() + u64::from(self.retry_after.subsec_nanos() > 0);
        rounded_up.max(1)
    }
}

impl Default for RateLimiter {
    fn default() -> Self {
        let start = Instant::now();
        Self::with_ticks(move || start.elapsed())
    }
}

impl RateLimiter {
    /// A limiter that goes by `ticks`, which must never go back.
    pub fn with_ticks(ticks: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self {
            ticks: Box::new(ticks),
            tables: Operation::ALL.map(|operation| Mutex::new(Table::new(operation.quota()))),
            guesses: Guesses::default(),
        }
    }

    /// Counts one request of `asker`, unless the quota of the operation is used up: in any window at
    /// most the quota passes, exactly; what is refused does not count.
    ///
    /// # Errors
    /// [`Throttled`] when the request must be refused.
    pub fn admit(&self, operation: Operation, asker: impl Into<Asker>) -> Result<(), Throttled> {
        let mut table = whole(&self.tables[operation as usize]);
        // Read inside the lock, so that the moments in a table are in order.
        table.admit(asker.into(), (self.ticks)())
    }

    /// Leave to look whether a client has this slug. It counts as a wrong guess until it is
    /// [given back](Guess::give_back).
    ///
    /// # Errors
    /// [`Throttled`] when the wrong guesses of this name, or of all, are used up.
    pub async fn guess(&self, slug: &Slug) -> Result<Guess<'_>, Throttled> {
        self.guesses.begin(slug, &*self.ticks).await
    }
}

/// What is in a lock. It is whole between two statements: what a panic left behind can be used.
fn whole<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Exact rate limits with bounded memory (docs/REFERENCE.md#rate-limits).
//!
//! [`Operation`] has the quotas, [`RateLimiter::admit`] counts requests, [`enforce`] is the middleware.
//! Guesses of slugs and passwords are counted in the database instead (`store/src/guessing`).

mod enforce;
mod key;
mod operation;
mod sliding_window;
mod table;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use enforce::{enforce, too_many_requests};
pub use key::RateLimitKey;
pub use operation::{Operation, Quota, source_key};

use table::Table;

/// A monotonic clock: the time since some fixed moment.
type Ticks = dyn Fn() -> Duration + Send + Sync;

pub struct RateLimiter {
    ticks: Box<Ticks>,
    /// One for each of [`Operation::ALL`], in that order.
    tables: [Mutex<Table>; Operation::ALL.len()],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Throttled {
    pub retry_after: Duration,
}

impl Throttled {
    /// The value of `Retry-After`: rounded up, at least one.
    pub fn seconds(self) -> u64 {
        (self.retry_after.as_secs() + u64::from(self.retry_after.subsec_nanos() > 0)).max(1)
    }
}

impl Default for RateLimiter {
    fn default() -> Self {
        let start = Instant::now();
        Self::with_ticks(move || start.elapsed())
    }
}

impl RateLimiter {
    /// `ticks` must never go back.
    pub fn with_ticks(ticks: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self {
            ticks: Box::new(ticks),
            tables: Operation::ALL.map(|operation| Mutex::new(Table::new(operation.quota()))),
        }
    }

    /// Counts one request. Rejected requests do not count.
    ///
    /// # Errors
    /// [`Throttled`] when the quota of the operation is used up.
    pub fn admit(&self, operation: Operation, key: impl Into<RateLimitKey>) -> Result<(), Throttled> {
        let mut table = lock(&self.tables[operation as usize]);
        // The clock is read inside the lock, so that the times in a table are in order.
        table.admit(key.into(), (self.ticks)())
    }
}

/// Ignores poisoning: the counters are valid even if a holder panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

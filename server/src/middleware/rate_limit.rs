//! Exact rate limits with bounded memory (docs/REFERENCE.md#rate-limits).
//!
//! [`Operation`] has the quotas, [`RateLimiter::admit`] counts requests, [`enforce`] is the middleware.
//! Guesses of slugs and passwords are counted in the database instead (`store/src/guessing`).

mod enforce;
mod key;
mod operation;
mod table;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use enforce::{enforce, too_many_requests};
pub use key::RateLimitKey;
pub use operation::{Operation, source_key};

use table::Table;

/// In any window of this length at most the quota of the operation passes.
const WINDOW: Duration = Duration::from_mins(1);

/// A monotonic clock: the time since some fixed moment.
type Ticks = dyn Fn() -> Duration + Send + Sync;

pub struct RateLimiter {
    ticks: Box<Ticks>,
    table: Table,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        Self { ticks: Box::new(ticks), table: Table::default() }
    }

    /// Counts one request. Rejected requests do not count.
    ///
    /// # Errors
    /// [`Throttled`] when the quota of the operation is used up.
    pub fn admit(&self, operation: Operation, key: RateLimitKey) -> Result<(), Throttled> {
        self.table.admit((operation, key), operation.quota(), &*self.ticks)
    }
}

/// Ignores poisoning: the counters are valid even if a holder panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Exact rate limits with bounded memory (docs/REFERENCE.md#rate-limits).
//!
//! [`LIMITED_ROUTES`] lists what the middleware [`enforce`] limits, [`Operation`] has the quotas and windows,
//! [`RateLimiter::admit`] counts requests.
//! Guesses of slugs and passwords are counted in the database instead (`store/src/guessing`).

mod enforce;
mod key;
mod operation;
mod route;
mod table;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use enforce::{enforce, too_many_requests};
pub use key::{RateLimitKey, source_key};
pub use operation::Operation;
pub use route::{LIMITED_ROUTES, LimitedRoute};

use crate::metrics;
use operation::MINUTE;
use table::{Size, Table};

/// For more than two million requests in a minute, of which one key has up to 300.
const SHORT: Size = Size { buckets: 4_096, capacity: 512 };
/// For more than 600,000 messages of contact forms in a day. On their own, so that they take no room from the others.
const LONG: Size = Size { buckets: 4_096, capacity: 160 };
const _: () = assert!(SHORT.max_memory() + LONG.max_memory() <= 64 << 20);

/// A monotonic clock: the time since some fixed moment.
type Ticks = dyn Fn() -> Duration + Send + Sync;

pub struct RateLimiter {
    ticks: Box<Ticks>,
    /// Windows of a minute.
    short: Table,
    long: Table,
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
        Self { ticks: Box::new(ticks), short: Table::new(SHORT), long: Table::new(LONG) }
    }

    /// Counts one request. Rejected requests do not count.
    ///
    /// # Errors
    /// [`Throttled`] when a limit of the operation is used up.
    pub fn admit(&self, operation: Operation, key: RateLimitKey) -> Result<(), Throttled> {
        let admitted = self.table(operation).admit((operation, key), operation.limits(), &*self.ticks);
        // Not a request: how often is noted that there were.
        if admitted.is_err() && operation != Operation::Refusal {
            metrics::count_over_limit(&format!("{operation:?}"));
        }
        admitted
    }

    /// Does not count the newest admitted request: nothing came of it.
    pub fn take_back(&self, operation: Operation, key: RateLimitKey) {
        self.table(operation).take_back((operation, key));
    }

    fn table(&self, operation: Operation) -> &Table {
        if operation.limits().longest() > MINUTE { &self.long } else { &self.short }
    }
}

/// Ignores poisoning: the counters are valid even if a holder panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Time is a parameter.

use std::sync::atomic::{AtomicI64, Ordering};

use domain::Timestamp;

/// Where the time comes from.
pub trait Clock: Send + Sync + 'static {
    /// The moment it is.
    fn now(&self) -> Timestamp;
}

/// The clock on the wall.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the system")]
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(jiff::Timestamp::now().as_millisecond())
    }
}

/// A clock that stands where a test puts it.
#[derive(Debug)]
pub struct MockClock(AtomicI64);

impl MockClock {
    /// A clock that stands at `now`.
    pub fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.as_millis()))
    }

    /// Moves it by `millis`; negative steps back.
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for MockClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

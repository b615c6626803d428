//! When the server or the network last failed. Connections from before may be silent for ever, and are not used again.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(Debug, Default)]
pub(in crate::db) struct Outage(Mutex<Option<Instant>>);

impl Outage {
    pub(super) fn record(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether there was one in the last `age`.
    pub(super) fn is_within(&self, age: Duration) -> bool {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| last.elapsed() <= age)
    }
}

//! The pace of password attempts (docs/REFERENCE.md#password-attempts).
//!
//! Up to 30 wrong passwords in three minutes, over all addresses, are checked without delay. Further attempts
//! are checked one per second, except from a browser that has signed in before. An address without a wrong
//! password may queue for twenty seconds, one that has guessed only for a part of that: so guessers refuse each
//! other, and there is always room behind them. An attempt counts as wrong until its password has been checked,
//! so that concurrent ones gain nothing.

use std::time::Duration;

use crate::Timestamp;

pub const WINDOW: Duration = Duration::from_mins(3);
/// Attempts of one address in a window, right ones included.
const PER_ADDRESS: i64 = 10;
/// Wrong passwords of all addresses in a window that are checked without delay.
const FREE: i64 = 30;
const SLOT_MILLIS: i64 = 1000;
/// An attempt that would wait longer is refused.
const MAX_WAIT: Duration = Duration::from_secs(20);
/// Each wrong password halves it, up to this many times.
const MAX_HALVINGS: i64 = 3;

/// The attempts in the window, as seen by a new one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attempts {
    /// Wrong passwords of all addresses.
    pub wrong: i64,
    /// Attempts of the same address, and how many of them were wrong.
    pub of_address: i64,
    pub wrong_of_address: i64,
    pub oldest_of_address: Option<Timestamp>,
    /// The slots taken from now on.
    pub slots: Vec<Timestamp>,
}

/// When an attempt is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptSlot {
    Now,
    /// At the beginning of a second, which no other attempt may take.
    Slot(Timestamp),
}

impl AttemptSlot {
    pub fn slot(self) -> Option<Timestamp> {
        match self {
            Self::Now => None,
            Self::Slot(slot) => Some(slot),
        }
    }
}

impl Attempts {
    /// # Errors
    /// How long no further attempt is allowed.
    pub fn turn(&self, now: Timestamp, is_known_device: bool) -> Result<AttemptSlot, Duration> {
        if let Some(oldest) = self.oldest_of_address.filter(|_| self.of_address >= PER_ADDRESS) {
            return Err(WINDOW.saturating_sub(now.since(oldest)));
        }
        if is_known_device || self.wrong < FREE {
            return Ok(AttemptSlot::Now);
        }
        let slot = self.first_free_slot(now);
        let wait = slot.since(now);
        let max_wait = MAX_WAIT / (1 << self.wrong_of_address.clamp(0, MAX_HALVINGS));
        if wait > max_wait { Err(wait) } else { Ok(AttemptSlot::Slot(slot)) }
    }

    fn first_free_slot(&self, now: Timestamp) -> Timestamp {
        let rounded_up = now.as_millis() + (-now.as_millis()).rem_euclid(SLOT_MILLIS);
        let mut slot = Timestamp::from_millis(rounded_up);
        while self.slots.contains(&slot) {
            slot = Timestamp::from_millis(slot.as_millis() + SLOT_MILLIS);
        }
        slot
    }
}

#[cfg(test)]
mod tests;

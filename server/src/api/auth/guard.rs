//! What keeps guessing passwords slow, whatever addresses are forged (CONTRACT §3).
//!
//! Up to 30 wrong passwords in three minutes, over all addresses, are checked as they come; further
//! attempts one per second, in the order they came, except from a browser that has signed in
//! before. An attempt under way counts as wrong until it is known: 100 at once pass no more than
//! 100 in a row.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Timestamp;
use store::Clock;
use tokio::sync::Semaphore;

use crate::config::Secret;
use crate::password;

const WRONG: usize = 30;
const WINDOW_MILLIS: i64 = 3 * 60 * 1000;
const PAUSE_MILLIS: i64 = 1000;
/// Who would wait longer than this is told to come back instead.
const LONGEST_WAIT_MILLIS: i64 = 20_000;
/// Argon2 takes 19 MiB each time: never more than two at once.
const AT_ONCE: usize = 2;

/// Decides when a password may be checked, and checks it.
#[derive(Debug)]
pub struct Guard {
    attempts: Mutex<Attempts>,
    checks: Semaphore,
}

#[derive(Debug, Default)]
struct Attempts {
    /// When the latest wrong passwords were checked; at most [`WRONG`] are kept.
    wrong: VecDeque<i64>,
    under_way: usize,
    /// When the next attempt may be checked while guessing is slowed down.
    next: i64,
}

/// Too many are waiting; come back later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Crowded {
    /// How much later.
    pub(super) retry_after: Duration,
}

impl Default for Guard {
    fn default() -> Self {
        Self { attempts: Mutex::default(), checks: Semaphore::new(AT_ONCE) }
    }
}

impl Guard {
    /// Whether the e-mail is right and `password` is the one behind `hash`, after the wait the
    /// moment demands. The password is checked either way, so that both take the same time.
    ///
    /// # Errors
    /// [`Crowded`] when the wait would be too long.
    pub(super) async fn check(
        &self,
        clock: &dyn Clock,
        known_device: bool,
        right_email: bool,
        password: String,
        hash: Secret,
    ) -> Result<bool, Crowded> {
        let wait = self.attempts().admit(clock.now(), known_device)?;
        // Counted out again even when the browser goes away in the middle.
        let mut attempt = Attempt { guard: self, wrong_at: None };
        tokio::time::sleep(wait).await;
        let _permit = self.checks.acquire().await;
        let right_password = tokio::task::spawn_blocking(move || password::verify(&password, hash.reveal()))
            .await
            .unwrap_or(false);
        let right = right_email & right_password;
        if !right {
            attempt.wrong_at = Some(clock.now());
        }
        Ok(right)
    }

    fn attempts(&self) -> std::sync::MutexGuard<'_, Attempts> {
        // The numbers stay meaningful whatever a panicking holder left undone.
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempts {
    /// How long the attempt has to wait.
    fn admit(&mut self, now: Timestamp, known_device: bool) -> Result<Duration, Crowded> {
        let now = now.as_millis();
        self.wrong.retain(|at| now - at < WINDOW_MILLIS);
        if known_device || self.wrong.len() + self.under_way < WRONG {
            self.under_way += 1;
            return Ok(Duration::ZERO);
        }
        // A clock that steps back must not make the line endless.
        self.next = self.next.clamp(now, now + LONGEST_WAIT_MILLIS + PAUSE_MILLIS);
        let wait = self.next - now;
        let duration = Duration::from_millis(u64::try_from(wait).unwrap_or(0));
        if wait > LONGEST_WAIT_MILLIS {
            return Err(Crowded { retry_after: duration });
        }
        self.next += PAUSE_MILLIS;
        self.under_way += 1;
        Ok(duration)
    }

    fn finish(&mut self, wrong_at: Option<Timestamp>) {
        self.under_way = self.under_way.saturating_sub(1);
        if let Some(at) = wrong_at {
            if self.wrong.len() == WRONG {
                self.wrong.pop_front();
            }
            self.wrong.push_back(at.as_millis());
        }
    }
}

/// An attempt under way.
struct Attempt<'a> {
    guard: &'a Guard,
    wrong_at: Option<Timestamp>,
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        self.guard.attempts().finish(self.wrong_at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000_000_000 + millis)
    }

    /// Attempts of which `wrong` were wrong at the beginning.
    fn after(wrong: usize) -> Attempts {
        let mut attempts = Attempts::default();
        for _ in 0..wrong {
            attempts.admit(at(0), false).unwrap();
            attempts.finish(Some(at(0)));
        }
        attempts
    }

    fn waits(attempts: &mut Attempts, now: Timestamp, count: usize) -> Vec<u64> {
        (0..count)
            .map(|_| {
                let wait = attempts.admit(now, false).unwrap();
                attempts.finish(Some(now));
                u64::try_from(wait.as_millis()).unwrap()
            })
            .collect()
    }

    #[test]
    fn past_thirty_wrong_passwords_one_is_checked_each_second() {
        assert_eq!(waits(&mut after(29), at(0), 1), [0]);
        assert_eq!(waits(&mut after(30), at(0), 4), [0, 1000, 2000, 3000]);
    }

    #[test]
    fn right_passwords_slow_nobody_down() {
        let mut attempts = after(29);
        for _ in 0..100 {
            assert_eq!(attempts.admit(at(1), false), Ok(Duration::ZERO));
            attempts.finish(None);
        }
    }

    #[test]
    fn attempts_under_way_count_as_wrong() {
        let mut attempts = Attempts::default();
        let waits: Vec<_> = (0..32).map(|_| attempts.admit(at(0), false).unwrap().as_millis()).collect();
        assert_eq!(waits[..31], [0; 31]);
        assert_eq!(waits[31], 1000);
    }

    #[test]
    fn a_known_device_does_not_wait() {
        let mut attempts = after(30);
        waits(&mut attempts, at(0), 5);
        assert_eq!(attempts.admit(at(0), true), Ok(Duration::ZERO));
    }

    #[test]
    fn three_minutes_later_all_is_forgotten() {
        let mut attempts = after(30);
        assert_eq!(waits(&mut attempts, at(WINDOW_MILLIS - 1), 2), [0, 1000]);
        assert_eq!(waits(&mut after(30), at(WINDOW_MILLIS), 2), [0, 0]);
    }

    #[test]
    fn the_line_is_never_longer_than_twenty_seconds() {
        let mut attempts = after(30);
        assert_eq!(waits(&mut attempts, at(0), 21).last(), Some(&20_000));
        assert_eq!(attempts.admit(at(0), false), Err(Crowded { retry_after: Duration::from_secs(21) }));
        assert_eq!(attempts.admit(at(1000), false), Ok(Duration::from_secs(20)));
    }

    #[test]
    fn a_clock_that_steps_back_locks_nobody_out() {
        let mut attempts = after(30);
        waits(&mut attempts, at(0), 3);
        let hour_before = -3_600_000;
        assert!(attempts.admit(at(hour_before), false).is_err());
        assert_eq!(attempts.admit(at(hour_before + 10_000), false), Ok(Duration::from_secs(11)));
    }
}

//! Slows down password guessing, whatever IP addresses are forged (docs/REFERENCE.md#password-attempts).
//!
//! Up to 30 wrong passwords in three minutes, over all IP addresses, are checked without delay. Further
//! attempts are checked one per second, in the order of arrival, except from a browser that has signed in
//! before. A pending attempt counts as wrong until its result is available, so that concurrent requests gain
//! nothing.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::Timestamp;
use store::Clock;
use tokio::sync::Semaphore;

use crate::config::Secret;
use crate::middleware::rate_limit::Throttled;
use crate::password;

const FREE_FAILURES: usize = 30;
const WINDOW_MILLIS: i64 = 3 * 60 * 1000;
const DELAY_MILLIS: i64 = 1000;
/// An attempt that would wait longer is rejected.
const MAX_WAIT_MILLIS: i64 = 20_000;
/// Each Argon2 check takes 19 MiB.
const MAX_CONCURRENT_CHECKS: usize = 2;

#[derive(Debug)]
pub struct SignInThrottle {
    attempts: Mutex<Attempts>,
    checks: Semaphore,
}

#[derive(Debug, Default)]
struct Attempts {
    /// The times of the latest wrong passwords, at most [`FREE_FAILURES`].
    failures: VecDeque<i64>,
    pending: usize,
    /// When the next delayed attempt may be checked.
    next: i64,
}

impl Default for SignInThrottle {
    fn default() -> Self {
        Self { attempts: Mutex::default(), checks: Semaphore::new(MAX_CONCURRENT_CHECKS) }
    }
}

impl SignInThrottle {
    /// Whether both e-mail and password are right, after the delay that applies. The password is checked
    /// even when the e-mail is wrong, so that both take the same time.
    pub async fn check(
        &self,
        clock: &dyn Clock,
        is_known_device: bool,
        is_right_email: bool,
        password: String,
        hash: Secret,
    ) -> Result<bool, Throttled> {
        let delay = self.attempts().admit(clock.now(), is_known_device)?;
        // Dropped, and so no longer pending, also when the browser disconnects.
        let mut attempt = PendingAttempt { throttle: self, failed_at: None };
        tokio::time::sleep(delay).await;
        let _permit = self.checks.acquire().await;
        let is_right_password =
            tokio::task::spawn_blocking(move || password::verify(&password, hash.reveal()))
                .await
                .unwrap_or(false);
        let is_right = is_right_email & is_right_password;
        if !is_right {
            attempt.failed_at = Some(clock.now());
        }
        Ok(is_right)
    }

    fn attempts(&self) -> MutexGuard<'_, Attempts> {
        // The counters are valid even if a holder panicked.
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempts {
    /// Counts a pending attempt; returns its delay.
    fn admit(&mut self, now: Timestamp, is_known_device: bool) -> Result<Duration, Throttled> {
        let now = now.as_millis();
        self.failures.retain(|at| now - at < WINDOW_MILLIS);
        if is_known_device || self.failures.len() + self.pending < FREE_FAILURES {
            self.pending += 1;
            return Ok(Duration::ZERO);
        }
        // A clock that steps back must not make the queue endless.
        self.next = self.next.clamp(now, now + MAX_WAIT_MILLIS + DELAY_MILLIS);
        let delay = self.next - now;
        let duration = Duration::from_millis(u64::try_from(delay).unwrap_or(0));
        if delay > MAX_WAIT_MILLIS {
            return Err(Throttled { retry_after: duration });
        }
        self.next += DELAY_MILLIS;
        self.pending += 1;
        Ok(duration)
    }

    fn finish(&mut self, failed_at: Option<Timestamp>) {
        self.pending = self.pending.saturating_sub(1);
        if let Some(at) = failed_at {
            if self.failures.len() == FREE_FAILURES {
                self.failures.pop_front();
            }
            self.failures.push_back(at.as_millis());
        }
    }
}

struct PendingAttempt<'a> {
    throttle: &'a SignInThrottle,
    failed_at: Option<Timestamp>,
}

impl Drop for PendingAttempt<'_> {
    fn drop(&mut self) {
        self.throttle.attempts().finish(self.failed_at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000_000_000 + millis)
    }

    fn after_failures(count: usize) -> Attempts {
        let mut attempts = Attempts::default();
        for _ in 0..count {
            attempts.admit(at(0), false).unwrap();
            attempts.finish(Some(at(0)));
        }
        attempts
    }

    fn waits(attempts: &mut Attempts, now: Timestamp, count: usize) -> Vec<u64> {
        (0..count)
            .map(|_| {
                let delay = attempts.admit(now, false).unwrap();
                attempts.finish(Some(now));
                u64::try_from(delay.as_millis()).unwrap()
            })
            .collect()
    }

    #[test]
    fn after_thirty_wrong_passwords_one_check_per_second() {
        assert_eq!(waits(&mut after_failures(29), at(0), 1), [0]);
        assert_eq!(waits(&mut after_failures(30), at(0), 4), [0, 1000, 2000, 3000]);
    }

    #[test]
    fn right_passwords_cause_no_delay() {
        let mut attempts = after_failures(29);
        for _ in 0..100 {
            assert_eq!(attempts.admit(at(1), false), Ok(Duration::ZERO));
            attempts.finish(None);
        }
    }

    #[test]
    fn pending_attempts_count_as_wrong() {
        let mut attempts = Attempts::default();
        let waits: Vec<_> = (0..32).map(|_| attempts.admit(at(0), false).unwrap().as_millis()).collect();
        assert_eq!(waits[..31], [0; 31]);
        assert_eq!(waits[31], 1000);
    }

    #[test]
    fn known_device_does_not_wait() {
        let mut attempts = after_failures(30);
        waits(&mut attempts, at(0), 5);
        assert_eq!(attempts.admit(at(0), true), Ok(Duration::ZERO));
    }

    #[test]
    fn attempts_expire_after_three_minutes() {
        let mut attempts = after_failures(30);
        assert_eq!(waits(&mut attempts, at(WINDOW_MILLIS - 1), 2), [0, 1000]);
        assert_eq!(waits(&mut after_failures(30), at(WINDOW_MILLIS), 2), [0, 0]);
    }

    #[test]
    fn delay_is_at_most_twenty_seconds() {
        let mut attempts = after_failures(30);
        assert_eq!(waits(&mut attempts, at(0), 21).last(), Some(&20_000));
        assert_eq!(attempts.admit(at(0), false), Err(Throttled { retry_after: Duration::from_secs(21) }));
        assert_eq!(attempts.admit(at(1000), false), Ok(Duration::from_secs(20)));
    }

    #[test]
    fn backward_clock_step_locks_nobody_out() {
        let mut attempts = after_failures(30);
        waits(&mut attempts, at(0), 3);
        let hour_before = -3_600_000;
        assert!(attempts.admit(at(hour_before), false).is_err());
        assert_eq!(attempts.admit(at(hour_before + 10_000), false), Ok(Duration::from_secs(11)));
    }
}

//! How long to wait after an attempt that may succeed later.

use std::time::Duration;

/// After this many failures nothing is tried any more.
const DELAYS: [Duration; 6] = [
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(6),
    Duration::from_hours(24),
];

/// The pause after so many failed attempts, counted from one; `None` when it is given up.
pub fn retry_after(failures: usize) -> Option<Duration> {
    DELAYS.get(failures.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seventh_failure_is_the_last() {
        let minutes: Vec<u64> = (1..).map_while(retry_after).map(|pause| pause.as_secs() / 60).collect();
        assert_eq!(minutes, [1, 5, 30, 120, 360, 1440]);
        assert_eq!((retry_after(0), retry_after(7)), (None, None));
    }
}

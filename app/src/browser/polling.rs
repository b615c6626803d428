//! When an open page asks the server for news (docs/REFERENCE.md#live-updates).

/// The time between polls, in milliseconds.
pub const INTERVAL: u32 = 20_000;
/// The longest pause after failures, in milliseconds.
pub const MAX_PAUSE: u32 = 320_000;

/// The pause after so many failures in a row, in milliseconds; each doubles it.
pub fn pause(failures: u32) -> u32 {
    INTERVAL.saturating_mul(1 << failures.clamp(1, 5).saturating_sub(1)).min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_poll_doubles_delay_up_to_limit() {
        let pauses = [1, 2, 3, 5, 6, u32::MAX].map(pause);
        assert_eq!(pauses, [20_000, 40_000, 80_000, 320_000, 320_000, 320_000]);
    }
}

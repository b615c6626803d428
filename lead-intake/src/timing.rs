//! Checks that the running time is linear in the size of a body.

use std::time::{Duration, Instant};

/// The largest body a source accepts, in bytes.
const MAX_BODY_BYTES: usize = 262_144;
/// The largest allowed ratio of times for eight times the size. Quadratic work would take 64 times as long.
const MAX_RATIO: u32 = 24;
/// Times up to this never fail.
const TOLERANCE: Duration = Duration::from_millis(200);

/// Runs `work` on inputs of an eighth of the largest size and of the largest size. Repeats up to five times,
/// as the machine may be busy.
#[track_caller]
pub(super) fn assert_linear(shape: impl Fn(usize) -> String, work: impl Fn(&str)) {
    let time = |body: &str| {
        let start = Instant::now();
        work(body);
        start.elapsed()
    };
    let (part, whole) = (shape(MAX_BODY_BYTES / 8), shape(MAX_BODY_BYTES));
    let is_linear = (0..5).any(|_| time(&whole) < MAX_RATIO * time(&part) + TOLERANCE);
    assert!(is_linear, "{}…", whole.chars().take(40).collect::<String>());
}

/// `unit` repeated up to `size` bytes.
pub(super) fn repeated(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

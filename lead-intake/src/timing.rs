//! Whether work on a body takes about as long for each byte, however many there are.

use std::time::{Duration, Instant};

/// The longest body a source takes, in bytes.
const MAX_BODY_BYTES: usize = 262_144;
/// What is eight times as long may take so many times as long: work by the square would take sixty-four.
const MAX_RATIO: u32 = 24;
/// What no more than this takes is no trouble, whatever it grows by.
const TOLERANCE: Duration = Duration::from_millis(200);

/// Does `work` with what `shape` makes of a size in bytes: an eighth of the longest, and the longest. A machine
/// that does other things, too, is asked again.
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

/// `unit` again and again, `size` bytes of it.
pub(super) fn many(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

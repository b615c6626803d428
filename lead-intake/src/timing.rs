//! Whether work on a body takes about as long for each byte, however many there are.

use std::time::{Duration, Instant};

/// The longest body a source takes, in bytes.
const LONGEST: usize = 262_144;
/// What is eight times as long may take so many times as long: work by the square would take sixty-four.
const MOST: u32 = 24;
/// What no more than this takes is no trouble, whatever it grows by.
const NOTHING: Duration = Duration::from_millis(200);

/// Does `work` with what `shape` makes of a size in bytes: an eighth of the longest, and the longest. A machine
/// that does other things, too, is asked again.
#[track_caller]
pub(super) fn assert_linear(shape: impl Fn(usize) -> String, work: impl Fn(&str)) {
    let took = |body: &str| {
        let begun = Instant::now();
        work(body);
        begun.elapsed()
    };
    let (part, whole) = (shape(LONGEST / 8), shape(LONGEST));
    let assert_linear = (0..5).any(|_| took(&whole) < MOST * took(&part) + NOTHING);
    assert!(assert_linear, "{}…", whole.chars().take(40).collect::<String>());
}

/// `unit` again and again, `size` bytes of it.
pub(super) fn repeated(unit: &str, size: usize) -> String {
    unit.repeat(size / unit.len())
}

//! Saying what is being done, and how long it took.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use anyhow::Result;

static DONE: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// Announces `what`, does it, and says how long it took and whether it failed.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("\n▸ {what}");
    let started = Instant::now();
    let result = work();
    let took = started.elapsed();
    let mark = if result.is_ok() { "✓" } else { "✗" };
    println!("{mark} {what}: {:.1} s", took.as_secs_f64());
    if let Ok(mut done) = DONE.lock() {
        done.push((what.to_owned(), took));
    }
    result
}

/// A remark inside a step.
pub(crate) fn note(what: &str) {
    println!("  {what}");
}

/// Prints the time of every step so far, in the order in which they ended.
pub(crate) fn print_times() {
    println!("\nTime of each step");
    if let Ok(done) = DONE.lock() {
        for (what, took) in done.iter() {
            println!("{:>8.1} s  {what}", took.as_secs_f64());
        }
    }
}

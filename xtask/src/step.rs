//! Steps of a task: announced, timed, and run side by side where that saves time.

use std::{
    cell::Cell,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;

static FINISHED: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

thread_local! {
    /// Precedes every line of a thread that runs beside the main one.
    static PREFIX: Cell<&'static str> = const { Cell::new("") };
}

/// Announces a step, runs it, and prints how long it took and whether it failed.
pub(crate) fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    if prefix().is_empty() {
        println!();
    }
    print_line(&format!("▸ {name}"));
    let started = Instant::now();
    let result = work();
    let elapsed = started.elapsed();
    let mark = if result.is_ok() { "✓" } else { "✗" };
    print_line(&format!("{mark} {name}: {:.1} s", elapsed.as_secs_f64()));
    if let Ok(mut finished) = FINISHED.lock() {
        finished.push((name.to_owned(), elapsed));
    }
    result
}

/// Prints a remark inside a step.
pub(crate) fn note(text: &str) {
    print_line(&format!("  {text}"));
}

pub(crate) fn print_line(line: &str) {
    println!("{}{line}", prefix());
}

/// Empty on the main thread.
pub(crate) fn prefix() -> &'static str {
    PREFIX.get()
}

/// Runs `beside` on a thread of its own, with `prefix` before each line of its output, and `main` on this
/// thread. Waits for both, also when one fails.
pub(crate) fn in_parallel<A: Send, B>(
    prefix: &'static str,
    beside: impl FnOnce() -> Result<A> + Send,
    main: impl FnOnce() -> Result<B>,
) -> (Result<A>, Result<B>) {
    thread::scope(|scope| {
        let beside = scope.spawn(move || {
            PREFIX.set(prefix);
            beside()
        });
        let main = main();
        let beside = beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (beside, main)
    })
}

/// Prints the time of every step, in the order in which they ended.
pub(crate) fn print_times() {
    println!("\nTime of each step");
    if let Ok(finished) = FINISHED.lock() {
        for (name, elapsed) in finished.iter() {
            println!("{:>8.1} s  {name}", elapsed.as_secs_f64());
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Result, bail};

    use super::{in_parallel, prefix};

    #[test]
    fn only_the_thread_beside_has_a_prefix() {
        let (beside, main) = in_parallel("wasm │ ", || Ok(prefix()), || Ok(prefix()));
        assert_eq!((beside.unwrap(), main.unwrap()), ("wasm │ ", ""));
    }

    #[test]
    fn failure_of_one_side_keeps_result_of_the_other() {
        let fails = || -> Result<()> { bail!("no") };
        let (beside, main) = in_parallel("", fails, || Ok(7));
        assert!(beside.is_err());
        assert_eq!(main.unwrap(), 7);
    }
}

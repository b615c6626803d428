//! Ctrl-C and SIGTERM: running programs get SIGTERM, the current step fails, and the task ends by its
//! ordinary way out, which cleans up.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static PROCESS_GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

pub(crate) fn install_handler() -> Result<()> {
    ctrlc::set_handler(|| {
        REQUESTED.store(true, Ordering::SeqCst);
        let groups = PROCESS_GROUPS.lock().map(|groups| groups.clone()).unwrap_or_default();
        for group in groups {
            terminate(group);
        }
    })
    .context("the signal handler could not be installed")
}

pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Fails once the task was asked to stop.
pub(crate) fn check() -> Result<()> {
    if requested() {
        bail!("interrupted");
    }
    Ok(())
}

/// Waits, and fails once the task was asked to stop.
pub(crate) fn pause(length: Duration) -> Result<()> {
    let started = Instant::now();
    while let Some(rest) = length.checked_sub(started.elapsed()) {
        check()?;
        thread::sleep(rest.min(Duration::from_millis(100)));
    }
    Ok(())
}

/// Adds a process group to those that an interrupt terminates.
pub(crate) fn register(group: u32) {
    if let Ok(mut groups) = PROCESS_GROUPS.lock() {
        groups.push(group);
    }
}

/// Removes a process group that has ended.
pub(crate) fn unregister(group: u32) {
    if let Ok(mut groups) = PROCESS_GROUPS.lock() {
        groups.retain(|registered| *registered != group);
    }
}

pub(crate) fn terminate(group: u32) {
    if let Ok(group) = i32::try_from(group) {
        let _ended_already = killpg(Pid::from_raw(group), Signal::SIGTERM);
    }
}

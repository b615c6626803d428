//! Ctrl-C and SIGTERM: the running programs are told to stop, the step in progress fails, and the
//! ordinary way out cleans up.

use std::{
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, bail};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Starts to listen for the signals.
pub(crate) fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        REQUESTED.store(true, Ordering::SeqCst);
        let running = RUNNING.lock().map(|running| running.clone()).unwrap_or_default();
        for group in running {
            terminate(group);
        }
    })
    .context("signals cannot be listened for")
}

/// Whether the task was asked to stop.
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

/// From now on this process group is told to stop when the task is.
pub(crate) fn watch(group: u32) {
    if let Ok(mut running) = RUNNING.lock() {
        running.push(group);
    }
}

/// The process group has ended.
pub(crate) fn forget(group: u32) {
    if let Ok(mut running) = RUNNING.lock() {
        running.retain(|one| *one != group);
    }
}

/// Asks a process group to end. The shell's own `kill` does it: the program of that name is not
/// on every machine.
pub(crate) fn terminate(group: u32) {
    let _gone_already = Command::new("sh").arg("-c").arg(format!("kill -TERM -{group} 2>/dev/null")).status();
}

//! Shutdown signals.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Completes at the first SIGTERM or SIGINT after the call.
pub(super) fn shutdown() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

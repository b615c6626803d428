//! The signals that end the server.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Completes at the first SIGTERM or SIGINT from now on.
///
/// # Errors
/// The system refuses to handle signals.
pub(super) fn terminated() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

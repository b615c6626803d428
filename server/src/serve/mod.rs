//! Serving: one listener, one task per connection, and an end that always comes.

mod arriving;
mod connection;
mod in_flight;
mod signal;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use store::{Store, SystemClock};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::config::Config;
use crate::{AppState, jobs, router};

/// How long requests in flight may take after SIGTERM; the process is gone within ten seconds
/// (CONTRACT §5).
const DRAIN: Duration = Duration::from_secs(8);
/// What is left of the ten seconds for closing the database.
const CLOSE: Duration = Duration::from_secs(1);

/// Why serving did not begin; its text is one line.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database could not be opened.
    #[error(transparent)]
    Database(#[from] store::ConnectError),
    /// The address could not be listened at.
    #[error("LEPTOS_SITE_ADDR must be a free address of this machine: {address}: {cause}")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// What the system says.
        cause: io::Error,
    },
    /// Signals cannot be awaited.
    #[error("signals cannot be handled: {0}")]
    Signal(io::Error),
}

/// Serves until SIGTERM or SIGINT, then answers what is in flight and returns.
///
/// # Errors
/// [`ServeError`] when serving cannot begin.
pub async fn run(mut config: Config) -> Result<(), ServeError> {
    let stop = signal::terminated().map_err(ServeError::Signal)?;
    let store = Store::connect(&config.database_url, Arc::new(SystemClock)).await?;
    let address = config.listen;
    let listen = |cause| ServeError::Listen { address, cause };
    let listener = TcpListener::bind(address).await.map_err(listen)?;
    // Port 0 asks the system for a free one: the origin follows, unless it was given.
    let bound = listener.local_addr().map_err(listen)?;
    if config.base_url == format!("http://{address}") {
        config.base_url = format!("http://{bound}");
    }
    config.listen = bound;
    let origin = config.base_url.clone();
    let app = router(AppState::new(store.clone(), config));
    tracing::info!(address = %bound, %origin, "listening");
    let jobs = tokio::spawn(jobs::run(store.clone()));
    accept_until(listener, app, stop).await;
    jobs.abort();
    // Everything acknowledged is in the database already; this only tidies up.
    if tokio::time::timeout(CLOSE, store.close()).await.is_err() {
        tracing::warn!("the database took too long to close");
    }
    tracing::info!("stopped");
    Ok(())
}

/// Accepts connections until `stop`, then gives those that are busy their time to finish.
pub async fn accept_until(listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(false);
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    connections.spawn(connection::serve(stream, peer, app.clone(), stopped.clone()));
                }
                Err(error) => pause_after(&error).await,
            },
            // Finished tasks are reaped as they end.
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "stopping");
    // Nobody listening means nobody is connected.
    let _ = stopping.send(true);
    let drained = tokio::time::timeout(DRAIN, async { while connections.join_next().await.is_some() {} });
    if drained.await.is_err() {
        tracing::warn!(connections = connections.len(), "not everything was answered in time");
        connections.abort_all();
    }
}

/// A connection that is gone again is nothing; a lack of file descriptors passes, if one waits.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

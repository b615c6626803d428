//! The listener, one task per connection, and the graceful shutdown.

mod activity;
mod connection;
mod connections;
mod detached;
mod limits;
mod own_answer;
mod request_body;
mod response_body;
mod signal;
mod watched_stream;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use domain::EmailAddress;
use store::{NotificationSettings, Store, SystemClock};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower::Service;

use crate::config::Config;
use crate::mail::MailerError;
use crate::outbox::{self, Senders};
use crate::{App, AppState, jobs, metrics, router};
use connections::Connections;
use limits::Limits;

/// For requests in flight after SIGTERM: the process must end within ten seconds
/// (docs/REFERENCE.md#shutdown).
const DRAIN_TIMEOUT: Duration = Duration::from_secs(7);
/// Between attempts to make room for another connection.
const FULL_INTERVAL: Duration = Duration::from_millis(100);
/// For closing the database.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Each message is one line.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Database(#[from] store::ConnectError),
    #[error("{setting} must be a free address of this machine: {address}: {cause}")]
    Listen { setting: &'static str, address: SocketAddr, cause: io::Error },
    #[error(transparent)]
    Mail(#[from] MailerError),
    #[error("signals cannot be handled: {0}")]
    Signal(io::Error),
}

/// Serves until SIGTERM or SIGINT. `version` is that of the program.
///
/// # Errors
/// [`ServeError`] if the server cannot start.
pub async fn run(mut config: Config, version: &'static str) -> Result<(), ServeError> {
    let stop = signal::shutdown().map_err(ServeError::Signal)?;
    let store = Store::connect(&config.database_url, Arc::new(SystemClock)).await?;
    let address = config.listen;
    let (listener, bound) = listen("LEPTOS_SITE_ADDR", address).await?;
    // The default origin must follow.
    if config.base_url == format!("http://{address}") {
        config.base_url = format!("http://{bound}");
    }
    config.listen = bound;
    let metrics_listener = match config.metrics {
        Some(address) => Some(listen("METRICS_ADDR", address).await?),
        None => None,
    };
    let origin = config.base_url.clone();
    let state = AppState::new(store.clone(), config)?;
    // The first start makes the key for push messages. Without it all else works.
    if let Err(error) = state.pusher.public_key(&store).await {
        tracing::error!(%error, "the key for push messages could not be made");
    }
    let files = state.config.files.clone();
    if let Err(error) = files.storage.check().await {
        tracing::warn!(%error, "files cannot be read or written for now");
    }
    let outbox = start_outbox(&state, signal::shutdown().map_err(ServeError::Signal)?);
    tracing::info!(address = %bound, %origin, "listening");
    let metrics = metrics_listener.map(|(listener, address)| {
        tracing::info!(%address, "metrics");
        tokio::spawn(metrics::listener::serve(listener, store.clone(), version))
    });
    let jobs = tokio::spawn(jobs::run(store.clone(), files));
    let stopped = OnceLock::new();
    let stop = async {
        stop.await;
        let _ = stopped.set(Instant::now());
    };
    accept_until(listener, router(state), stop).await;
    jobs.abort();
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    end_outbox(outbox, stopped.get().map_or(Duration::ZERO, Instant::elapsed)).await;
    // All acknowledged writes are committed already.
    if tokio::time::timeout(CLOSE_TIMEOUT, store.close()).await.is_err() {
        tracing::warn!("the database took too long to close");
    }
    tracing::info!("stopped");
    Ok(())
}

/// The listener of a setting, and its address: the system replaces port 0 by a free one.
async fn listen(setting: &'static str, address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let error = |cause| ServeError::Listen { setting, address, cause };
    let listener = TcpListener::bind(address).await.map_err(error)?;
    let bound = listener.local_addr().map_err(error)?;
    Ok((listener, bound))
}

/// From now on events are queued and sent: by e-mail if there is a mail server, and to devices.
fn start_outbox(state: &AppState, stop: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let senders = Senders { mailer: state.mailer.clone(), pusher: state.pusher.clone() };
    let agency = EmailAddress::parse(&state.config.admin_email).ok();
    state.store.enable_notifications(NotificationSettings {
        after: state.config.notify_after,
        agency: agency.filter(|_| senders.mailer.is_some()),
    });
    tokio::spawn(outbox::run(state.store.clone(), senders, stop))
}

/// Waits as long as for requests in flight, and for a second at least. What is not answered in time is sent again after the lease.
async fn end_outbox(outbox: JoinHandle<()>, since_stop: Duration) {
    let left = DRAIN_TIMEOUT.saturating_sub(since_stop).max(CLOSE_TIMEOUT);
    if tokio::time::timeout(left, outbox).await.is_err() {
        tracing::warn!("a mail server or push service took too long to answer");
    }
}

/// Accepts connections until `stop`, then waits for the requests in flight.
pub async fn accept_until(listener: TcpListener, app: App, stop: impl Future<Output = ()>) {
    let connections = Connections::new(Limits::of_process(), app.header_lines());
    accept(listener, app, connections, stop).await;
}

async fn accept<S, B>(listener: TcpListener, app: S, mut connections: Connections, stop: impl Future<Output = ()>)
where
    S: Service<Request, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send + 'static,
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let mut stop = std::pin::pin!(stop);
    loop {
        let is_full = connections.is_full();
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept(), if !is_full => match accepted {
                Ok((stream, peer)) => connections.serve(stream, peer, app.clone()),
                Err(error) => pause_after(&error).await,
            },
            Some(()) = connections.join_next() => {}
            // Nothing could be closed, or it takes its time.
            () = tokio::time::sleep(FULL_INTERVAL), if is_full => connections.close_oldest(),
        }
    }
    drop(listener);
    tracing::info!(connections = connections.len(), "stopping");
    connections.close_all();
    let drained = tokio::time::timeout(DRAIN_TIMEOUT, async { while connections.join_next().await.is_some() {} });
    if drained.await.is_err() {
        tracing::warn!(connections = connections.len(), "not everything was answered in time");
        connections.abort_all();
    }
}

/// An aborted connection is ignored; a lack of file descriptors is waited out.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[cfg(test)]
mod tests;

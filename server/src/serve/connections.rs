//! The open connections, of which there is a bounded number.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpStream;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;
use tower::Service;

use super::activity::Activity;
use super::connection;

/// File descriptors for the databases, the listener, the log, and what an export or a backup opens.
const RESERVED_DESCRIPTORS: u64 = 128;
/// An idle connection takes about 20 KB.
const MAX_CONNECTIONS: u64 = 20_000;
const MIN_CONNECTIONS: u64 = 16;

/// As many as the process may have files open, within bounds. Raises that limit as far as the system allows:
/// most systems begin with 1024 for the sake of old programs.
pub(super) fn limit() -> usize {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // A refusal leaves the limit as it is.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let descriptors = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let connections = descriptors.saturating_sub(RESERVED_DESCRIPTORS);
    usize::try_from(connections.clamp(MIN_CONNECTIONS, MAX_CONNECTIONS)).unwrap_or(usize::MAX)
}

pub(super) struct Connections {
    limit: usize,
    tasks: JoinSet<()>,
    open: HashMap<Id, Arc<Activity>>,
    /// What waited for a request when the list was made, the longest at the end. What waits since later is not
    /// older than any of these, so the list is made again only when it is used up.
    oldest: Vec<(Instant, Id)>,
}

impl Connections {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, tasks: JoinSet::new(), open: HashMap::new(), oldest: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.open.len() >= self.limit
    }

    /// Serves a connection. If there is no room for another then, the one that has waited longest is closed.
    pub(super) fn serve<S, B>(&mut self, stream: TcpStream, peer: SocketAddr, app: S)
    where
        S: Service<Request, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send + 'static,
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let activity = Arc::new(Activity::new());
        let task = self.tasks.spawn(connection::serve(stream, peer, app, activity.clone()));
        self.open.insert(task.id(), activity);
        if self.is_full() {
            self.close_oldest();
        }
    }

    /// Closes the connection that has waited longest for a request, if any waits.
    pub(super) fn close_oldest(&mut self) {
        if let Some(oldest) = self.next_oldest().or_else(|| {
            self.list_waiting();
            self.next_oldest()
        }) {
            oldest.close();
        }
    }

    fn next_oldest(&mut self) -> Option<Arc<Activity>> {
        while let Some((since, id)) = self.oldest.pop() {
            let activity = self.open.get(&id).filter(|activity| activity.waiting_since() == Some(since));
            if let Some(activity) = activity {
                return Some(activity.clone());
            }
        }
        None
    }

    fn list_waiting(&mut self) {
        let waiting = self.open.iter().filter_map(|(&id, activity)| Some((activity.waiting_since()?, id)));
        self.oldest = waiting.collect();
        self.oldest.sort_unstable_by_key(|&(since, _)| std::cmp::Reverse(since));
    }

    /// Waits until a connection has ended; `None` if there is none.
    pub(super) async fn join_next(&mut self) -> Option<()> {
        let ended = self.tasks.join_next_with_id().await?;
        let id = ended.map_or_else(|error: JoinError| error.id(), |(id, ())| id);
        self.open.remove(&id);
        Some(())
    }

    /// Asks every connection to end after its request in flight.
    pub(super) fn close_all(&self) {
        self.open.values().for_each(|activity| activity.close());
    }

    pub(super) fn abort_all(&mut self) {
        self.tasks.abort_all();
    }
}

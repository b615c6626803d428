//! The open connections, of which there is a bounded number.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use tokio::net::TcpStream;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;
use tower::Service;

use super::activity::Activity;
use super::connection;
use super::limits::Limits;

pub(super) struct Connections {
    limits: Limits,
    /// Lines of headers for responses that the app does not make.
    headers: Bytes,
    tasks: JoinSet<()>,
    open: HashMap<Id, Arc<Activity>>,
    /// What waited for its client when the list was made, the longest at the end. What waits since later is not
    /// older than any of these, so the list is made again only when it is used up.
    oldest: Vec<(Instant, Id)>,
}

impl Connections {
    pub(super) fn new(limits: Limits, headers: Bytes) -> Self {
        Self { limits, headers, tasks: JoinSet::new(), open: HashMap::new(), oldest: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.open.len() >= self.limits.connections
    }

    /// Serves a connection. If there is no room for another then, the one that has waited longest is closed.
    pub(super) fn serve<S, B>(&mut self, stream: TcpStream, peer: SocketAddr, app: S)
    where
        S: Service<Request, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send + 'static,
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let activity = Arc::new(Activity::new(self.limits));
        let task = self.tasks.spawn(connection::serve(stream, peer, app, self.headers.clone(), activity.clone()));
        self.open.insert(task.id(), activity);
        if self.is_full() {
            self.close_oldest();
        }
    }

    /// Closes the connection that has waited longest for its client, if any waits.
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

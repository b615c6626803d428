//! Publishes commits to the other processes on the same PostgreSQL database, and receives theirs (`NOTIFY`).
//!
//! What is published is part of the transaction, and counts here as it arrives. The listener also asks the server for an
//! answer several times a second: what was committed before the question has arrived with the answer. When it gets none,
//! the caches are not used until it is connected again.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use domain::id::ClientId;
use sqlx::Executor as _;
use sqlx::postgres::{PgListener, PgNotification};
use uuid::Uuid;

use super::outage::Outage;
use crate::Fault;
use crate::db::Connection;
use crate::db::cache_versions::{CacheVersions, Change};
use crate::db::connection::within;

const CHANNEL: &str = "atrio_changes";
/// Before a topic, in place of the client; not the beginning of an id.
const TOPIC: char = '*';
/// Before a client who has a new message; not the beginning of an id either.
const MESSAGE: char = '+';
/// How often the listener asks for an answer.
const CHECK_INTERVAL: Duration = Duration::from_millis(300);
/// What is changed by hand, in `psql`, is not published.
const MAX_CACHE_AGE: Duration = Duration::from_mins(1);
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// Publishes the commits of this process.
#[derive(Debug, Clone, Copy)]
pub(in crate::db) struct CommitPublisher {
    process: Uuid,
}

impl CommitPublisher {
    /// Starts to listen until `versions` is dropped. The server has `limit` for each answer; without one, the
    /// time is recorded in `outage`.
    pub(in crate::db) fn start(url: &str, versions: &Arc<CacheVersions>, outage: Arc<Outage>, limit: Duration) -> Self {
        let process = Uuid::now_v7();
        let listener = CommitListener { url: url.to_owned(), process, versions: Arc::downgrade(versions), limit };
        tokio::spawn(listener.listen(outage));
        Self { process }
    }

    /// Other processes receive `change` when the transaction commits.
    pub(in crate::db) async fn publish(self, connection: &mut Connection, change: &Change) -> Result<(), Fault> {
        let process = self.process;
        let payload = match change {
            Change::Unseen => return Ok(()),
            Change::Topic(topic) => format!("{process} {TOPIC}{topic}"),
            Change::Everything => format!("{process} "),
            Change::Conversation(client) => format!("{process} {client}"),
            Change::Message(client) => format!("{process} {MESSAGE}{client}"),
        };
        connection.execute("SELECT pg_notify($1, $2)", (CHANNEL, payload)).await?;
        Ok(())
    }
}

struct CommitListener {
    url: String,
    process: Uuid,
    versions: Weak<CacheVersions>,
    limit: Duration,
}

impl CommitListener {
    async fn listen(self, outage: Arc<Outage>) {
        while self.versions.strong_count() > 0 {
            let ended = match within(self.limit, self.connect()).await {
                Ok(connection) => self.follow(connection).await.inspect_err(|_| outage.record()),
                Err(error) => Err(error),
            };
            if let Err(error) = ended {
                tracing::warn!(%error, "changes by other processes cannot be followed: polls read the database");
            }
            tokio::time::sleep(RECONNECT_PAUSE).await;
        }
    }

    async fn connect(&self) -> sqlx::Result<PgListener> {
        let mut connection = PgListener::connect(&self.url).await?;
        connection.eager_reconnect(false);
        connection.listen(CHANNEL).await?;
        Ok(connection)
    }

    /// Records what other processes publish, until the connection fails.
    async fn follow(&self, mut connection: PgListener) -> sqlx::Result<()> {
        // This connection has not received what was committed before.
        let Some(cache) = self.versions.upgrade() else { return Ok(()) };
        cache.invalidate(&Change::Everything);
        drop(cache);
        let mut last_check_of_all = Instant::now();
        loop {
            let asked = Instant::now();
            within(self.limit, (&mut connection).execute("SELECT 1")).await?;
            let Some(cache) = self.versions.upgrade() else { return Ok(()) };
            while let Some(received) = connection.next_buffered() {
                self.record(&cache, &received);
            }
            if last_check_of_all.elapsed() > MAX_CACHE_AGE {
                last_check_of_all = asked;
                cache.invalidate(&Change::Everything);
            }
            cache.set_checked_at(asked);
            drop(cache);
            let next_check = (asked + CHECK_INTERVAL).into();
            // A page that another process answers after a message has it: what is published counts as it arrives.
            while let Ok(received) = tokio::time::timeout_at(next_check, connection.try_recv()).await {
                let (Some(received), Some(cache)) = (received?, self.versions.upgrade()) else { return Ok(()) };
                self.record(&cache, &received);
            }
        }
    }

    fn record(&self, versions: &CacheVersions, published: &PgNotification) {
        if let Some(change) = external_change(published.payload(), self.process) {
            versions.invalidate(&change);
        }
    }
}

/// The change in a payload; `None` for one of this process.
fn external_change(payload: &str, process: Uuid) -> Option<Change> {
    let (sender, about) = payload.split_once(' ').unwrap_or_default();
    let Ok(sender) = Uuid::parse_str(sender) else { return Some(Change::Everything) };
    if sender == process {
        return None;
    }
    let topic = about.strip_prefix(TOPIC).and_then(|topic| topic.parse().ok()).map(Change::Topic);
    let message = || about.strip_prefix(MESSAGE).and_then(|client| ClientId::parse(client).ok()).map(Change::Message);
    let conversation = || ClientId::parse(about).ok().map(Change::Conversation);
    Some(topic.or_else(message).or_else(conversation).unwrap_or(Change::Everything))
}

#[cfg(test)]
mod tests {
    use domain::Topic;

    use super::*;

    #[test]
    fn payload_names_the_changed_client_or_topic() {
        let (own, other) = (Uuid::now_v7(), Uuid::now_v7());
        let client = ClientId::parse("anna").expect("an id");
        assert_eq!(external_change(&format!("{own} anna"), own), None);
        assert_eq!(external_change(&format!("{other} anna"), own), Some(Change::Conversation(client.clone())));
        assert_eq!(external_change(&format!("{other} +anna"), own), Some(Change::Message(client)));
        assert_eq!(external_change(&format!("{other} *lead"), own), Some(Change::Topic(Topic::Lead)));
        for text in [&format!("{other} "), &format!("{other} *later"), "", "by hand"] {
            assert_eq!(external_change(text, own), Some(Change::Everything), "{text:?}");
        }
    }
}

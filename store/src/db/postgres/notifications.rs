//! Tells other processes on the same PostgreSQL database of changes, and learns of theirs (`NOTIFY`).
//!
//! A notification is part of the transaction that it tells of. The listener also asks the server for an
//! answer several times a second: what was committed before the question has arrived with the answer. When it
//! gets none, what is kept in memory is not used until it is connected again.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use domain::id::ClientId;
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, Executor as _};
use uuid::Uuid;

use crate::Fault;
use crate::db::cache_versions::{CacheVersions, Change};

const CHANNEL: &str = "atrio_changes";
/// How often the listener checks that nothing is under way.
const CHECK_INTERVAL: Duration = Duration::from_millis(300);
/// Nobody tells of what is changed by hand, in `psql`.
const MAX_CACHE_AGE: Duration = Duration::from_mins(1);
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// The sender of this process's notifications.
#[derive(Debug, Clone, Copy)]
pub(in crate::db) struct Notifier {
    process: Uuid,
}

impl Notifier {
    /// Starts to listen until `versions` is dropped.
    pub(in crate::db) fn start(url: &str, versions: &Arc<CacheVersions>) -> Self {
        let process = Uuid::now_v7();
        tokio::spawn(listen(url.to_owned(), process, Arc::downgrade(versions)));
        Self { process }
    }

    /// Tells the other processes of `change` when the transaction commits.
    pub(in crate::db) async fn notify(
        self,
        connection: &mut AnyConnection,
        change: &Change,
    ) -> Result<(), Fault> {
        let client = match change {
            Change::Uncached => return Ok(()),
            Change::Everything => "",
            Change::Conversation(client) => client.as_str(),
        };
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(format!("{} {client}", self.process))
            .execute(connection)
            .await?;
        Ok(())
    }
}

async fn listen(url: String, process: Uuid, versions: Weak<CacheVersions>) {
    while versions.strong_count() > 0 {
        if let Err(error) = follow(&url, process, &versions).await {
            tracing::warn!(%error, "changes by other processes cannot be followed: polls read the database");
        }
        tokio::time::sleep(RECONNECT_PAUSE).await;
    }
}

/// Records what other processes tell, until the connection fails.
async fn follow(url: &str, process: Uuid, versions: &Weak<CacheVersions>) -> sqlx::Result<()> {
    let mut listener = PgListener::connect(url).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    // Nobody has told this connection of what was committed before.
    let Some(cache) = versions.upgrade() else { return Ok(()) };
    cache.invalidate(&Change::Everything);
    drop(cache);
    let mut last_check_of_all = Instant::now();
    loop {
        let asked = Instant::now();
        (&mut listener).execute("SELECT 1").await?;
        let Some(cache) = versions.upgrade() else { return Ok(()) };
        while let Some(notification) = listener.next_buffered() {
            if let Some(change) = external_change(notification.payload(), process) {
                cache.invalidate(&change);
            }
        }
        if last_check_of_all.elapsed() > MAX_CACHE_AGE {
            last_check_of_all = asked;
            cache.invalidate(&Change::Everything);
        }
        cache.set_checked_at(asked);
        drop(cache);
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// The change in a notification; `None` for one of this process.
fn external_change(payload: &str, process: Uuid) -> Option<Change> {
    let (sender, client) = payload.split_once(' ').unwrap_or_default();
    match (Uuid::parse_str(sender), ClientId::parse(client)) {
        (Ok(sender), _) if sender == process => None,
        (Ok(_), Ok(client)) => Some(Change::Conversation(client)),
        _ => Some(Change::Everything),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notification_names_the_changed_client() {
        let (own, other) = (Uuid::now_v7(), Uuid::now_v7());
        let client = ClientId::parse("anna").expect("an id");
        assert_eq!(external_change(&format!("{own} anna"), own), None);
        assert_eq!(external_change(&format!("{other} anna"), own), Some(Change::Conversation(client)));
        for text in [&format!("{other} "), "", "by hand"] {
            assert_eq!(external_change(text, own), Some(Change::Everything), "{text:?}");
        }
    }
}

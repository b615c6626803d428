//! What the server does in the background.

use std::pin::Pin;
use std::time::Duration;

use store::{NotificationSettings, Store};

use super::sent::SentStatements;
use crate::support::TestServer;

/// Runs every job once, with notifications and on a second day, so that there are reminders.
pub(super) async fn run_each(atrio: &TestServer, sent: &mut SentStatements) {
    atrio.store.enable_notifications(NotificationSettings { after: Duration::from_mins(5), agency: None });
    atrio.store.queue_reminders().await.expect("a first day");
    atrio.clock.advance(24 * 60 * 60_000);
    for (name, job) in jobs(&atrio.store) {
        job.await.unwrap_or_else(|error| panic!("{name}: {error}"));
        sent.add_job(name);
    }
}

type Job<'a> = Pin<Box<dyn Future<Output = store::Result<()>> + Send + 'a>>;

fn jobs(store: &Store) -> Vec<(&'static str, Job<'_>)> {
    vec![
        ("interrupted deliveries", Box::pin(async { store.interrupted_deliveries().await.map(drop) })),
        ("old deliveries", Box::pin(async { store.prune_deliveries().await.map(drop) })),
        ("guesses", Box::pin(async { store.prune_guesses().await.map(drop) })),
        ("trouble of sources", Box::pin(async { store.queue_source_trouble().await.map(drop) })),
        ("reminders", Box::pin(async { store.queue_reminders().await.map(drop) })),
        (
            "due notifications",
            Box::pin(async { store.lease_notifications(10, Duration::from_mins(1)).await.map(drop) }),
        ),
        ("old notifications", Box::pin(async { store.delete_old_notifications().await.map(drop) })),
        ("visits", Box::pin(async { store.write_visits().await.map(drop) })),
        ("given up uploads", Box::pin(async { store.expired_uploads().await.map(drop) })),
        ("unused files", Box::pin(async { store.delete_unused_files().await.map(drop) })),
        ("unused bytes", Box::pin(async { store.unused_bytes().await.map(drop) })),
        ("waiting files", Box::pin(async { store.release_waiting_files().await.map(drop) })),
        ("scan", Box::pin(async { store.begin_scan().await.map(drop) })),
        ("infected bytes", Box::pin(async { store.infected_bytes().await.map(drop) })),
        ("metrics", Box::pin(async { store.figures().await.map(drop) })),
    ]
}

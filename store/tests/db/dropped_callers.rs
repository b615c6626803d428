//! A caller that is dropped at any point leaves no transaction open.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use domain::Channel;

use crate::support::{on_both_databases, text};

/// Drops `call` when it waits for the `limit`th time. Returns whether it ended before.
async fn ends_before<F: Future>(limit: usize, call: F) -> bool {
    let mut call = pin!(call);
    let mut waits = 0;
    poll_fn(|context| {
        if call.as_mut().poll(context).is_ready() {
            return Poll::Ready(true);
        }
        waits += 1;
        if waits < limit { Poll::Pending } else { Poll::Ready(false) }
    })
    .await
}

impl crate::support::Database {
    /// Waits until no session is in a transaction without a statement.
    async fn assert_no_open_transaction(&self) {
        if !self.url.starts_with("postgres") {
            return;
        }
        let open = "SELECT COUNT(*) FROM pg_stat_activity \
                    WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
        for _ in 0..500 {
            if self.number(open).await == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("a transaction is left open");
    }
}

on_both_databases! {
    async fn dropped_callers_leave_no_transaction_open(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        let mut limit = 1;
        while !ends_before(limit, db.store.post_message(&rossi, &general, &text("ciao"), None)).await {
            db.assert_no_open_transaction().await;
            limit += 1;
        }
        limit = 1;
        while !ends_before(limit, db.store.export()).await {
            db.assert_no_open_transaction().await;
            limit += 1;
        }
        let last = db.store.post_message(&rossi, &general, &text("ultimo"), None).await.unwrap();
        let poll = db.store.poll(&rossi, "site", None).await.unwrap();
        assert_eq!(poll.comments.last(), Some(&last));
    }
}

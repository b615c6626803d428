//! The order of messages: timestamps strictly increase per client in the order of commits
//! (docs/REFERENCE.md#order-of-messages).

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use domain::{Channel, Timestamp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use store::{MockClock, Store};
use tokio::task::JoinSet;

use crate::support::{ROSSI_TOKEN, noon, on_both_databases, text, to_id};

/// Messages of the workspace, before the test's own.
const EARLIER: usize = 2;
const WRITTEN: usize = 200;

/// The next writer, and the jump of the clock before.
fn steps() -> impl Strategy<Value = Vec<(bool, i64)>> {
    prop::collection::vec((any::<bool>(), -5_000_i64..5_000), 1..12)
}

on_both_databases! {
    async fn created_at_increases_when_clock_steps_back(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        let handle = tokio::runtime::Handle::current();
        let mut runner = TestRunner::new(Config { cases: 40, failure_persistence: None, ..Config::default() });
        let mut last = None;
        let last_seen = std::cell::RefCell::new(&mut last);
        let outcome = tokio::task::block_in_place(|| runner.run(&steps(), |steps| {
            for (by_client, jump) in steps {
                db.clock.advance(jump);
                let now = store::Clock::now(&*db.clock);
                let message = handle.block_on(async {
                    if by_client {
                        db.store.post_message(&rossi, &general, &text("a"), None).await.unwrap()
                    } else {
                        db.store.reply(&to_id("rossi"), "design", &text("b")).await.unwrap()
                    }
                });
                let mut last = last_seen.borrow_mut();
                let earliest = last.map_or(now, Timestamp::next);
                prop_assert_eq!(message.created_at, earliest.max(now));
                **last = Some(message.created_at);
            }
            Ok(())
        }));
        outcome.unwrap();
    }

    async fn pollers_see_each_concurrent_message_once(db: Database) {
        db.with_workspace().await;
        // Another process whose clock is an hour behind.
        let behind = Arc::new(MockClock::at(Timestamp::from_millis(noon().as_millis() - 3_600_000)));
        let other = db.another_process(behind.clone()).await;
        let mut pollers = JoinSet::new();
        for store in [&db.store, &other, &db.store, &other] {
            pollers.spawn(follow(store.clone(), WRITTEN + EARLIER));
        }
        let mut writers = JoinSet::new();
        for writer in 0..20 {
            let store = if writer % 2 == 0 { db.store.clone() } else { other.clone() };
            let clocks = [db.clock.clone(), behind.clone()];
            writers.spawn(async move {
                let mut written = Vec::new();
                for number in 0..10 {
                    clocks[writer % 2].advance(if number % 3 == 0 { -7 } else { 2 });
                    let message = text(&format!("{writer}.{number}"));
                    let comment = if writer % 4 < 2 {
                        store.reply(&to_id("rossi"), "design", &message).await.unwrap()
                    } else {
                        let rossi = store.client_by_token(ROSSI_TOKEN).await.unwrap();
                        let general = Channel::General(rossi.id().clone());
                        store.post_message(&rossi, &general, &message, None).await.unwrap()
                    };
                    written.push(comment.id.to_string());
                }
                written
            });
        }
        let written: HashSet<String> = writers.join_all().await.into_iter().flatten().collect();
        assert_eq!(written.len(), WRITTEN);
        let pollers = tokio::time::timeout(Duration::from_secs(20), pollers.join_all());
        for seen in pollers.await.expect("no message is missed") {
            let ids: HashSet<String> = seen.into_iter().collect();
            assert_eq!(ids.len(), WRITTEN + EARLIER);
            assert!(ids.is_superset(&written));
        }
        other.close().await;
    }
}

/// Polls as a browser does, from the newest message received, until it has received so many. Returns the ids in the
/// order received.
async fn follow(store: Store, messages: usize) -> Vec<String> {
    let rossi = store.client_by_token(ROSSI_TOKEN).await.unwrap();
    let (mut since, mut seen) = (None, Vec::new());
    while seen.len() < messages {
        let poll = store.poll(&rossi, "site", since).await.unwrap();
        for comment in &poll.comments {
            assert!(since < Some(comment.created_at), "out of order");
            since = Some(comment.created_at);
            seen.push(comment.id.to_string());
        }
        tokio::task::yield_now().await;
    }
    seen
}

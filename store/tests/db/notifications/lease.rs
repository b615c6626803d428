//! Leases and results, also with several processes.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::Channel;
use domain::notifications::{Notification, NotificationState, SkipReason};
use store::{Composed, Leased, Outcome, Store};
use tokio::task::JoinSet;

use super::{
    LEASE, MINUTE, composed, enable, finish, lease, lease_one, messages, next_notice, notice, post, queued, reply,
    subject, waiting, with_notifications,
};
use crate::support::{Database, ROSSI_TOKEN, noon, on_both_databases, text, to_id};

/// State, attempts and reason of the newest row.
async fn newest(db: &Database) -> (NotificationState, i64, Option<String>) {
    let line = db.store.notifications(None).await.unwrap().remove(0);
    (line.state, line.attempts, line.reason)
}

/// A message to each of many clients.
async fn fill(db: &Database, clients: usize) {
    for number in 0..clients {
        let client = format!(r#"{{"clients": [{{"id": "c{number}", "name": "C", "email": "c@example.it"}}]}}"#);
        db.import(&client).await;
        reply(db, &format!("c{number}"), &format!("c{number}"), "Ciao").await;
    }
}

/// Leases, composes and sends what is due until `done`; returns the ids and e-mails that were sent.
async fn drain(store: Store, done: Arc<AtomicBool>) -> Vec<(String, Notification)> {
    let mut sent = Vec::new();
    loop {
        let was_done = done.load(Ordering::SeqCst);
        let leased = store.lease_notifications(5, LEASE).await.unwrap();
        if leased.is_empty() && was_done {
            return sent;
        }
        for leased in leased {
            let outcome = match store.compose_notification(&leased).await.unwrap() {
                Composed::Email(notice, _) => {
                    let subject = subject(&notice);
                    sent.push((leased.id.to_string(), *notice));
                    Outcome::Sent { subject }
                }
                Composed::Skip(reason) => Outcome::Skipped(reason),
                Composed::Later(due) => Outcome::Later(due),
                Composed::Push(..) => panic!("nobody has a device"),
            };
            assert!(store.finish_notification(&leased, &outcome).await.unwrap());
        }
    }
}

on_both_databases! {
    async fn two_processes_lease_each_row_once(db: Database) {
        with_notifications(&db).await;
        fill(&db, 40).await;
        db.clock.advance(6 * MINUTE);
        let other = db.another_process(db.clock.clone()).await;
        let mut leases = JoinSet::new();
        for number in 0..16 {
            let store = if number % 2 == 0 { db.store.clone() } else { other.clone() };
            leases.spawn(async move { store.lease_notifications(3, LEASE).await.unwrap() });
        }
        let mut ids: Vec<_> = leases.join_all().await.into_iter().flatten().collect();
        ids.extend(lease(&other).await);
        let distinct: HashSet<_> = ids.iter().map(|leased| leased.id.clone()).collect();
        assert_eq!((ids.len(), distinct.len()), (40, 40));
        assert!(lease(&db.store).await.is_empty());
        other.close().await;
    }

    async fn oldest_are_leased_first(db: Database) {
        with_notifications(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        db.clock.advance(MINUTE);
        reply(&db, "rossi", "design", "Due").await;
        db.clock.advance(10 * MINUTE);
        let [first] = db.store.lease_notifications(1, LEASE).await.unwrap().try_into().unwrap();
        assert_eq!(first.topic.to_string(), "channel:rossi:rossi");
    }

    async fn row_of_a_dead_process_is_taken_over(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let other = db.another_process(db.clock.clone()).await;
        enable(&other, Duration::from_mins(5));
        post(&db, &rossi, "rossi", "Uno").await;
        let dead = lease_one(&db).await;
        let first = notice(composed(&db, &dead).await);
        db.clock.advance(2 * MINUTE - 1);
        assert!(lease(&other).await.is_empty());
        db.clock.advance(1);
        let [taken] = lease(&other).await.try_into().unwrap();
        assert_eq!(taken.id, dead.id);
        assert_eq!(notice(other.compose_notification(&taken).await.unwrap()), first);

        // The first process was only slow.
        let sent = Outcome::Sent { subject: "Tardi".to_owned() };
        assert!(!db.store.finish_notification(&dead, &sent).await.unwrap());
        assert!(!db.store.finish_notification(&dead, &Outcome::Later(noon())).await.unwrap());
        assert_eq!(newest(&db).await, (NotificationState::Sending, 2, None));
        assert!(other.finish_notification(&taken, &sent).await.unwrap());
        assert!(!other.finish_notification(&taken, &Outcome::Retry("451".to_owned())).await.unwrap());
        assert_eq!(newest(&db).await.0, NotificationState::Sent);
        other.close().await;
    }

    async fn failed_attempts_are_repeated_with_growing_pauses(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.set_setting("quiet_hours", "off").await.unwrap();
        post(&db, &rossi, "rossi", "Uno").await;
        let mut leased = lease_one(&db).await;
        let id = leased.id.clone();
        for (attempts, minutes) in (1..).zip([1, 5, 30, 120, 360, 1440]) {
            finish(&db, &leased, Outcome::Retry("451 try later".to_owned())).await;
            let answer = Some("451 try later".to_owned());
            assert_eq!(newest(&db).await, (NotificationState::Waiting, attempts, answer));
            db.clock.advance(minutes * MINUTE - 1);
            assert!(lease(&db.store).await.is_empty(), "{minutes}");
            db.clock.advance(1);
            [leased] = lease(&db.store).await.try_into().unwrap();
            assert_eq!(leased.id, id);
        }
        finish(&db, &leased, Outcome::Retry("451".to_owned())).await;
        assert_eq!(newest(&db).await, (NotificationState::Failed, 7, Some("451".to_owned())));
        db.clock.advance(1_000_000 * MINUTE);
        assert!(lease(&db.store).await.is_empty());
    }

    async fn event_while_sending_makes_a_new_row(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let leased = lease_one(&db).await;
        post(&db, &rossi, "design", "Due").await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(waiting(&db).await, ["admin channel:rossi:design"]);
        let first = notice(composed(&db, &leased).await);
        assert_eq!((messages(&first), first.events.len()), (vec!["Uno".to_owned()], 1));
        finish(&db, &leased, Outcome::Sent { subject: "Uno".to_owned() }).await;
        let second = next_notice(&db).await;
        assert_eq!((messages(&second), second.events.len()), (vec!["Due".to_owned()], 2));
        assert_ne!(second.id, leased.id);
    }

    async fn event_after_a_failed_attempt_joins_and_brings_it_forward(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let mut leased = lease_one(&db).await;
        for minutes in [1, 5, 30] {
            finish(&db, &leased, Outcome::Retry("451".to_owned())).await;
            db.clock.advance(minutes * MINUTE);
            [leased] = lease(&db.store).await.try_into().unwrap();
        }
        finish(&db, &leased, Outcome::Retry("451".to_owned())).await;
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(newest(&db).await, (NotificationState::Waiting, 0, Some("451".to_owned())));
        let joined = lease_one(&db).await;
        assert_eq!(joined.id, leased.id);
        assert_eq!(messages(&notice(composed(&db, &joined).await)), ["Uno", "Due"]);
    }

    async fn event_after_a_failed_attempt_gives_all_attempts_again(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Retry("451".to_owned())).await;
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(newest(&db).await, (NotificationState::Waiting, 0, Some("451".to_owned())));
        db.clock.advance(MINUTE);
        assert_eq!(lease(&db.store).await.len(), 1, "the next attempt is not put off");
    }

    async fn failed_attempt_joins_events_that_came_meanwhile(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let leased = lease_one(&db).await;
        post(&db, &rossi, "design", "Due").await;
        finish(&db, &leased, Outcome::Retry("451".to_owned())).await;
        assert_eq!(waiting(&db).await.len(), 1);
        assert_eq!(newest(&db).await, (NotificationState::Waiting, 1, Some("451".to_owned())));
        let joined = lease_one(&db).await;
        assert_eq!(messages(&notice(composed(&db, &joined).await)), ["Uno", "Due"]);
    }

    // A mail program may hide a repetition, which has the same Message-ID.
    async fn email_that_may_have_arrived_takes_no_events(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let unclear = lease_one(&db).await;
        finish(&db, &unclear, Outcome::Unclear("timeout".to_owned())).await;
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(waiting(&db).await.len(), 2);
        db.clock.advance(MINUTE);
        // Now the process dies.
        let [again] = lease(&db.store).await.try_into().unwrap();
        assert_eq!((&again.id, messages(&notice(composed(&db, &again).await))), (&unclear.id, vec!["Uno".to_owned()]));
        db.clock.advance(4 * MINUTE);
        let leased = lease(&db.store).await;
        let (again, second) = if leased[0].id == again.id { (&leased[0], &leased[1]) } else { (&leased[1], &leased[0]) };
        assert_eq!(messages(&notice(composed(&db, again).await)), ["Uno"]);
        assert_eq!(messages(&notice(composed(&db, second).await)), ["Due"]);
        // A definite failure of a later attempt says nothing about the first.
        finish(&db, again, Outcome::Retry("451".to_owned())).await;
        finish(&db, second, Outcome::Sent { subject: "Due".to_owned() }).await;
        post(&db, &rossi, "design", "Tre").await;
        assert_eq!(waiting(&db).await.len(), 2);
    }

    async fn deleting_a_client_deletes_their_notifications(db: Database) {
        let (rossi, verdi) = with_notifications(&db).await;
        post(&db, &rossi, "rossi", "Ciao").await;
        post(&db, &verdi, "verdi", "Hello").await;
        reply(&db, "rossi", "rossi", "Ciao").await;
        db.clock.advance(5 * MINUTE);
        let leased = lease(&db.store).await;
        let of_rossi = |one: &&Leased| one.topic.client() == Some(rossi.id());
        let to_rossi = leased.iter().find(of_rossi).unwrap();
        db.store.delete_client(&super::admin(), &to_id("rossi")).await.unwrap();
        assert_eq!(composed(&db, to_rossi).await, Composed::Skip(SkipReason::Deleted));
        let skipped = Outcome::Skipped(SkipReason::Deleted);
        assert!(!db.store.finish_notification(to_rossi, &skipped).await.unwrap());
        assert_eq!(db.number("SELECT COUNT(*) FROM notification").await, 1);
        assert_eq!(queued(&db, NotificationState::Sending).await, ["admin channel:verdi:verdi"]);
    }

    // While messages are written and sent by two processes, each message is in exactly one e-mail.
    async fn every_message_is_in_one_email(db: Database) {
        db.with_workspace().await;
        let stores = [db.store.clone(), db.another_process(db.clock.clone()).await];
        let (done, mut drains, mut posts) = (Arc::new(AtomicBool::new(false)), JoinSet::new(), JoinSet::new());
        for store in &stores {
            enable(store, Duration::ZERO);
            drains.spawn(drain(store.clone(), done.clone()));
        }
        for task in 0..4 {
            let (store, clock) = (stores[task % 2].clone(), db.clock.clone());
            let rossi = store.client_by_token(ROSSI_TOKEN).await.unwrap();
            posts.spawn(async move {
                for number in 0..25 {
                    let channel = Channel::named(["rossi", "design"][number % 2], rossi.id()).unwrap();
                    store.post_message(&rossi, &channel, &text(&format!("{task}-{number}")), None).await.unwrap();
                    clock.advance(3);
                }
            });
        }
        posts.join_all().await;
        done.store(true, Ordering::SeqCst);
        let mut sent: Vec<_> = drains.join_all().await.into_iter().flatten().collect();
        // A row may wait for an earlier one.
        while db.number("SELECT COUNT(*) FROM notification WHERE state IN ('waiting', 'sending')").await > 0 {
            db.clock.advance(2 * MINUTE);
            sent.extend(drain(db.store.clone(), done.clone()).await);
        }
        let texts: Vec<_> = sent.iter().flat_map(|(_, notice)| messages(notice)).collect();
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
        // An e-mail lists ten messages at most, and counts the others.
        assert_eq!(sent.iter().map(|(_, notice)| notice.message_count()).sum::<i64>(), 100);
        let ids: HashSet<_> = sent.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), sent.len());
        stores[1].close().await;
    }
}

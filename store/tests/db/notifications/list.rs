//! The list of notifications, and sending one after all.

use domain::DomainError;
use domain::id::NotificationId;
use domain::notifications::{Frequency, NotificationState, SkipReason};
use store::{Composed, Error, Outcome};

use super::{
    MINUTE, composed, finish, lease, lease_one, messages, next_notice, next_skip, notice, post, queued, reply, waiting,
    with_notifications,
};
use crate::support::{noon, on_both_databases, to_id};

const DAY: i64 = 86_400_000;

on_both_databases! {
    async fn what_nobody_can_receive_does_not_wait(db: Database) {
        with_notifications(&db).await;
        let state = async || {
            let line = db.store.notifications(None).await.unwrap().into_iter().find(|line| line.client.is_some());
            line.map(|line| (line.state, line.reason))
        };
        let skipped = |reason: &str| Some((NotificationState::Skipped, Some(reason.to_owned())));
        let unreached = async || db.store.board(&to_id("site")).await.unwrap().unreached;
        assert_eq!(unreached().await, None);
        reply(&db, "rossi", "rossi", "Ecco").await;
        assert_eq!(state().await, Some((NotificationState::Waiting, None)));
        let rossi = db.store.client_by_token(crate::support::ROSSI_TOKEN).await.unwrap();
        db.store.choose_frequency(&rossi, Frequency::Never).await.unwrap();
        assert_eq!(state().await, skipped("never"));
        assert_eq!(unreached().await, Some(SkipReason::Never));
        let waiting = db.store.notifications(Some(NotificationState::Waiting)).await.unwrap();
        assert!(waiting.is_empty(), "{waiting:?}");
        db.store.choose_frequency(&rossi, Frequency::Now).await.unwrap();
        db.execute("UPDATE client SET email = NULL").await;
        assert_eq!(state().await, skipped("no_address"));
        let other = db.another_process(db.clock.clone()).await;
        assert_eq!(other.board(&to_id("site")).await.unwrap().unreached, Some(SkipReason::Off), "nothing is sent");

        // What would reach nobody is not queued at all.
        db.execute("DELETE FROM notification").await;
        db.store.choose_frequency(&rossi, Frequency::Hourly).await.unwrap();
        reply(&db, "rossi", "rossi", "Ecco").await;
        assert_eq!((state().await, unreached().await), (None, Some(SkipReason::NoAddress)));
    }

    async fn list_has_result_of_each_notification(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        next_notice(&db).await;
        post(&db, &rossi, "design", "Due").await;
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Read);
        post(&db, &rossi, "design", "Tre").await;
        let lines = db.store.notifications(None).await.unwrap();
        let states: Vec<_> = lines.iter().map(|line| line.state.as_str()).collect();
        assert_eq!(states, ["waiting", "skipped", "sent"]);
        assert_eq!(lines[1].reason.as_deref(), Some("read"));
        assert_eq!(lines[2].subject.as_deref(), Some("1 messages from Rossi"));
        assert_eq!((lines[2].client.as_deref(), lines[2].created_at), (Some("Rossi"), noon()));
        assert_eq!(lines[2].due_at.as_millis(), noon().as_millis() + 5 * MINUTE);
        let sent = queued(&db, NotificationState::Sent).await;
        assert_eq!(sent, ["admin channel:rossi:design"]);
    }

    async fn refused_address_is_on_the_client(db: Database) {
        let (rossi, verdi) = with_notifications(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Failed("550 unknown".to_owned())).await;
        post(&db, &rossi, "rossi", "Due").await;
        let last = db.store.last_notification(&rossi.person().id()).await.unwrap().unwrap();
        assert_eq!((last.state, last.is_bounce), (NotificationState::Failed, true));
        assert_eq!(last.reason.as_deref(), Some("550 unknown"));
        assert_eq!(db.store.last_notification(&verdi.person().id()).await.unwrap(), None);
    }

    async fn failed_notification_is_sent_after_all(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Failed("550".to_owned())).await;
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(waiting(&db).await.len(), 1);
        db.store.retry_notification(&leased.id).await.unwrap();
        let [again] = lease(&db.store).await.try_into().unwrap();
        let first = notice(composed(&db, &again).await);
        assert_eq!((again.id, messages(&first)), (leased.id, vec!["Uno".to_owned()]));
    }

    async fn retry_needs_a_notification_that_ended_unsent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let sent = next_notice(&db).await.id;
        let unknown = NotificationId::parse("x").unwrap();
        for id in [&sent, &unknown] {
            let refused = db.store.retry_notification(id).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::UnknownRecord))));
        }
        for channel in ["rossi", "design"] {
            post(&db, &rossi, channel, "Uno").await;
        }
        db.clock.advance(6 * MINUTE);
        for leased in lease(&db.store).await {
            finish(&db, &leased, Outcome::Failed("550".to_owned())).await;
        }
        assert_eq!(db.store.retry_failed_notifications().await.unwrap(), 2);
        assert_eq!(lease(&db.store).await.len(), 2);
    }

    async fn old_notifications_are_deleted(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        next_notice(&db).await;
        post(&db, &rossi, "rossi", "Due").await;
        db.clock.advance(90 * DAY);
        assert_eq!(db.store.delete_old_notifications().await.unwrap(), 0);
        db.clock.advance(1);
        assert_eq!(db.store.delete_old_notifications().await.unwrap(), 1);
        let [waited] = lease(&db.store).await.try_into().unwrap();
        assert!(matches!(composed(&db, &waited).await, Composed::Email(..)));
    }
}

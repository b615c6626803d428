//! When notifications are due.

use domain::notifications::{Frequency, NotificationState, Recipient};
use domain::{Author, Timestamp};
use store::{Composed, Outcome};

use super::{
    HOUR, MINUTE, composed, finish, lease, lease_one, messages, notice, post, reply, waiting, with_notifications,
};
use crate::support::{Database, noon, on_both_databases};

/// When the newest row is due.
async fn due(db: &Database) -> Timestamp {
    db.store.notifications(Some(NotificationState::Waiting)).await.unwrap()[0].due_at
}

fn later(composed: Composed) -> Timestamp {
    match composed {
        Composed::Later(due) => due,
        other => panic!("{other:?}"),
    }
}

on_both_databases! {
    async fn frequency_of_recipient_decides(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let to_client = Recipient::Client(rossi.person().id());
        // 13:30 in Rome.
        db.clock.advance(HOUR / 2);
        for (frequency, expected) in [
            (Frequency::Now, "2026-11-20T12:35:00.000Z"),
            (Frequency::Hourly, "2026-11-20T13:00:00.000Z"),
            (Frequency::Daily, "2026-11-21T07:00:00.000Z"),
        ] {
            for recipient in [&Recipient::Admin, &to_client] {
                db.store.set_frequency(recipient, frequency).await.unwrap();
                match recipient.side() {
                    Author::Admin => post(&db, &rossi, "rossi", "Ciao").await,
                    Author::Client => reply(&db, "rossi", "rossi", "Ciao").await,
                }
                let due = due(&db).await.to_string();
                // The comment may be a millisecond late.
                assert_eq!(due[..19], expected[..19], "{frequency} {recipient:?}");
                db.execute("DELETE FROM notification").await;
            }
        }
    }

    async fn first_event_decides(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "rossi", "Uno").await;
        db.clock.advance(4 * MINUTE);
        post(&db, &rossi, "rossi", "Due").await;
        assert_eq!(due(&db).await.as_millis(), noon().as_millis() + 5 * MINUTE);
        db.clock.advance(MINUTE - 1);
        assert!(lease(&db.store).await.is_empty());
        db.clock.advance(1);
        assert_eq!(lease(&db.store).await.len(), 1);
    }

    async fn due_time_counts_from_first_unread_event(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        db.clock.advance(MINUTE);
        db.store.mark_read(&rossi, "rossi", None).await.unwrap();
        db.clock.advance(3 * MINUTE);
        reply(&db, "rossi", "rossi", "Due").await;
        db.clock.advance(MINUTE);
        let [leased] = lease(&db.store).await.try_into().unwrap();
        let due = later(composed(&db, &leased).await);
        assert_eq!(due.as_millis() / 1_000, (noon().as_millis() + 9 * MINUTE) / 1_000);
    }

    async fn quiet_hours_of_the_agency_hold(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        // 22:00 in Rome.
        db.clock.advance(9 * HOUR);
        for (hours, zone, expected) in [
            (None, None, "2026-11-21T07:00:00.000Z"),
            (None, Some("America/New_York"), "2026-11-20T21:05:00.000Z"),
            (Some("off"), None, "2026-11-20T21:05:00.000Z"),
            (Some("22:00-09:30"), None, "2026-11-21T08:30:00.000Z"),
            (Some("nonsense"), None, "2026-11-21T07:00:00.000Z"),
        ] {
            db.execute("DELETE FROM setting").await;
            for (key, value) in [("quiet_hours", hours), ("time_zone", zone)] {
                if let Some(value) = value {
                    db.store.set_setting(key, value).await.unwrap();
                }
            }
            post(&db, &rossi, "rossi", "Ciao").await;
            assert_eq!(due(&db).await.to_string()[..19], expected[..19], "{hours:?} {zone:?}");
            db.execute("DELETE FROM notification").await;
        }
    }

    async fn frequency_changed_meanwhile_is_followed(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        let leased = lease_one(&db).await;
        db.store.set_frequency(&Recipient::Client(rossi.person().id()), Frequency::Daily).await.unwrap();
        let morning = later(composed(&db, &leased).await);
        assert_eq!(morning.to_string(), "2026-11-21T07:00:00.000Z");
        finish(&db, &leased, Outcome::Later(morning)).await;
        assert_eq!((waiting(&db).await.len(), due(&db).await), (1, morning));
        // It was not tried, so later events join it.
        reply(&db, "rossi", "rossi", "Due").await;
        assert_eq!((waiting(&db).await.len(), due(&db).await), (1, morning));
        db.clock.advance(20 * HOUR);
        let [leased] = lease(&db.store).await.try_into().unwrap();
        assert_eq!(messages(&notice(composed(&db, &leased).await)), ["Uno", "Due"]);
    }

    async fn event_brings_forward_what_waits_for_longer(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Daily).await.unwrap();
        post(&db, &rossi, "rossi", "Uno").await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Now).await.unwrap();
        db.clock.advance(1);
        post(&db, &rossi, "rossi", "Due").await;
        let leased = lease_one(&db).await;
        assert_eq!(messages(&notice(composed(&db, &leased).await)), ["Uno", "Due"]);
    }

    async fn event_of_a_clock_that_is_behind_joins_what_waits(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Daily).await.unwrap();
        post(&db, &rossi, "design", "Uno").await;
        db.clock.advance(-MINUTE);
        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.clock.advance(20 * HOUR);
        let [leased] = lease(&db.store).await.try_into().unwrap();
        assert_eq!(notice(composed(&db, &leased).await).events.len(), 2);
    }

    async fn row_put_back_joins_events_that_came_meanwhile(db: Database) {
        with_notifications(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        let leased = lease_one(&db).await;
        reply(&db, "rossi", "rossi", "Due").await;
        finish(&db, &leased, Outcome::Later(noon())).await;
        assert_eq!(waiting(&db).await.len(), 1);
        let leased = lease_one(&db).await;
        assert_eq!(messages(&notice(composed(&db, &leased).await)), ["Uno", "Due"]);
    }

    async fn retry_in_quiet_hours_waits_for_their_end(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        // 20:50 in Rome.
        db.clock.advance(7 * HOUR + 50 * MINUTE);
        post(&db, &rossi, "rossi", "Uno").await;
        let leased = lease_one(&db).await;
        notice(composed(&db, &leased).await);
        finish(&db, &leased, Outcome::Retry("451 busy".to_owned())).await;
        db.clock.advance(5 * MINUTE);
        let [leased] = lease(&db.store).await.try_into().unwrap();
        assert_eq!(later(composed(&db, &leased).await).to_string(), "2026-11-21T07:00:00.000Z");
    }
}

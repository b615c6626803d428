//! Reminders of deliverables that wait for approval.

use std::sync::Arc;
use std::time::Duration;

use domain::notifications::{Frequency, NotificationEvent, NotificationState, Recipient, SkipReason};
use domain::{DeliverableStatus, Timestamp};
use store::{ClientScope, MockClock};

use super::{
    at, delete, enable, logo, send_logo_for_approval, sent_now, set_clock, skipped_now, subject, waiting,
    with_notifications,
};
use crate::support::{Database, on_both_databases, text};

/// The logo waits since 13:00 of November 20th in Rome, a Friday; its client was told.
pub(super) async fn with_logo_in_review(db: &Database) -> ClientScope {
    let (rossi, _) = with_notifications(db).await;
    db.store.queue_reminders().await.unwrap();
    send_logo_for_approval(db).await;
    set_clock(db, "2026-11-20T12:05:00Z");
    assert_eq!(sent_now(db).await.len(), 1);
    rossi
}

/// When the newest row is due.
async fn due(db: &Database) -> Timestamp {
    db.store.notifications(Some(NotificationState::Waiting)).await.unwrap()[0].due_at
}

on_both_databases! {
    async fn client_is_reminded_twice_and_then_the_agency_once(db: Database) {
        let rossi = with_logo_in_review(&db).await;
        let mut sent = Vec::new();
        for day in 21..=30 {
            at(&db, &format!("2026-11-{day}T06:59:59.999Z")).await;
            assert!(waiting(&db).await.is_empty(), "{day}");
            for _ in 0..2 {
                at(&db, &format!("2026-11-{day}T07:00:00Z")).await;
                sent.extend(sent_now(&db).await.into_iter().map(|notice| (day, notice)));
            }
        }
        let to_client = Recipient::Client(rossi.person().id());
        let title = || "Logo".to_owned();
        let expected = [
            (23, &to_client, NotificationEvent::Reminder { title: title(), description: None, days: 3 }),
            (27, &to_client, NotificationEvent::Reminder { title: title(), description: None, days: 7 }),
            (28, &Recipient::Admin, NotificationEvent::NotApproved { title: title(), client: "Rossi".to_owned(), days: 8 }),
        ];
        assert_eq!(sent.len(), expected.len());
        for ((day, notice), (on, to, event)) in sent.iter().zip(expected) {
            assert_eq!((*day, &notice.recipient, &notice.events[..]), (on, to, &[event][..]));
            // Mail programs show it with the other e-mails about the phase.
            assert_eq!(notice.thread_root("x"), format!("<channel.rossi.design.{}@x>", notice.recipient.role()));
            assert_eq!((notice.project_name.as_deref(), notice.topic_name.as_deref()), (Some("Sito"), Some("Design")));
        }
        assert!(sent[0].1.target.path().ends_with("#deliverable-logo"), "{:?}", sent[0].1.target);
        assert_eq!(sent[2].1.target.path(), "/admin/inbox/rossi?channel=design");
    }

    async fn reminder_comes_at_8_whatever_the_clocks_do(db: Database) {
        with_logo_in_review(&db).await;
        for (zone, since, expected) in [
            ("Europe/Rome", "2026-10-23T10:00:00Z", "2026-10-26T07:00:00Z"),
            ("Europe/Rome", "2027-03-26T22:59:59Z", "2027-03-29T06:00:00Z"),
            ("Europe/Rome", "2027-03-26T23:00:00Z", "2027-03-30T06:00:00Z"),
            ("America/New_York", "2026-10-30T10:00:00Z", "2026-11-02T13:00:00Z"),
            ("America/New_York", "2027-03-12T03:00:00Z", "2027-03-14T12:00:00Z"),
            ("Asia/Kolkata", "2026-11-20T10:00:00Z", "2026-11-23T02:30:00Z"),
            ("Asia/Kolkata", "2026-11-20T19:00:00Z", "2026-11-24T02:30:00Z"),
        ] {
            db.execute("DELETE FROM internal WHERE key = 'last_morning'").await;
            db.store.set_setting("time_zone", zone).await.unwrap();
            at(&db, since).await;
            send_logo_for_approval(&db).await;
            db.execute("DELETE FROM notification").await;
            let expected: Timestamp = expected.parse().unwrap();
            at(&db, &Timestamp::from_millis(expected.as_millis() - 1).to_string()).await;
            assert!(waiting(&db).await.is_empty(), "{zone} {since}");
            at(&db, &expected.to_string()).await;
            assert_eq!(waiting(&db).await, ["client reminder:rossi:design"], "{zone} {since}");
            assert_eq!(sent_now(&db).await.len(), 1);
        }
    }

    async fn clock_that_was_ahead_does_not_end_reminders(db: Database) {
        with_logo_in_review(&db).await;
        db.execute("UPDATE internal SET value = '2028-01-05' WHERE key = 'last_morning'").await;
        at(&db, "2026-11-22T07:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
        at(&db, "2026-11-23T07:00:00Z").await;
        assert_eq!(waiting(&db).await, ["client reminder:rossi:design"]);
    }

    async fn reminder_follows_preferences(db: Database) {
        let rossi = with_logo_in_review(&db).await;
        for (frequency, quiet_hours, expected) in [
            (Frequency::Now, "21:00-08:00", Some("2026-11-23T07:00:00.000Z")),
            (Frequency::Hourly, "21:00-08:00", Some("2026-11-23T07:00:00.000Z")),
            (Frequency::Daily, "off", Some("2026-11-23T07:00:00.000Z")),
            (Frequency::Daily, "21:00-09:30", Some("2026-11-23T08:30:00.000Z")),
            (Frequency::Never, "off", None),
        ] {
            db.execute("DELETE FROM notification").await;
            db.execute("UPDATE internal SET value = '2026-11-22' WHERE key = 'last_morning'").await;
            db.store.set_setting("quiet_hours", quiet_hours).await.unwrap();
            let to_client = Recipient::Client(rossi.person().id());
            db.store.set_frequency(&to_client, frequency).await.unwrap();
            at(&db, "2026-11-23T07:00:59Z").await;
            let Some(expected) = expected else {
                assert!(waiting(&db).await.is_empty());
                continue;
            };
            assert_eq!(due(&db).await.to_string(), expected, "{frequency} {quiet_hours}");
            set_clock(&db, &expected.replace("00.000Z", "59Z"));
            assert_eq!(sent_now(&db).await.len(), 1, "{frequency} {quiet_hours}");
        }
    }

    async fn deliverable_that_no_longer_waits_is_not_reminded_of(db: Database) {
        let rossi = with_logo_in_review(&db).await;
        let (site, id) = logo();
        at(&db, "2026-11-23T07:00:00Z").await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        assert_eq!(skipped_now(&db).await, SkipReason::Answered);

        for (sql, reason) in [
            ("UPDATE client SET notify = 'never'", SkipReason::Never),
            ("UPDATE client SET notify = 'now', email = NULL", SkipReason::NoAddress),
            ("UPDATE client SET email = 'a@b.it', remind_approvals = 0", SkipReason::Off),
            ("UPDATE project SET status = 'paused'", SkipReason::Deleted),
        ] {
            reminded_again(&db).await;
            db.execute(sql).await;
            assert_eq!(skipped_now(&db).await, reason, "{sql}");
            db.execute("UPDATE client SET remind_approvals = 1").await;
            db.execute("UPDATE project SET status = 'active'").await;
        }
        reminded_again(&db).await;
        db.store.take_back(&site, &id, DeliverableStatus::InReview).await.unwrap();
        assert_eq!(skipped_now(&db).await, SkipReason::Deleted);
        reminded_again(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(skipped_now(&db).await, SkipReason::Approved);
    }

    async fn deleted_phase_is_not_reminded_of(db: Database) {
        with_logo_in_review(&db).await;
        at(&db, "2026-11-23T07:00:00Z").await;
        delete(&db, "site", "phase-design").await;
        assert_eq!(skipped_now(&db).await, SkipReason::Deleted);
    }

    async fn nobody_is_reminded_for_a_client_without_reminders(db: Database) {
        with_logo_in_review(&db).await;
        db.execute("UPDATE client SET remind_approvals = 0").await;
        for day in 21..=30 {
            at(&db, &format!("2026-11-{day}T07:00:00Z")).await;
        }
        // Switched on later: what is past stays past.
        db.execute("UPDATE client SET remind_approvals = 1").await;
        at(&db, "2026-12-01T07:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }

    async fn deliverables_of_a_phase_make_one_email(db: Database) {
        with_logo_in_review(&db).await;
        db.import(
            r#"{"tasks": [{"id": "build-task", "phase_id": "build", "title": "Pagine"}],
                "deliverables": [{"id": "menu", "task_id": "logo-task", "title": "Menu"},
                    {"id": "page", "task_id": "build-task", "title": "Pagina"}]}"#,
        )
        .await;
        for deliverable in ["menu", "page"] {
            let id = domain::id::DeliverableId::parse(deliverable).unwrap();
            db.store.send_for_approval(&logo().0, &id, DeliverableStatus::Pending).await.unwrap();
        }
        db.execute("DELETE FROM notification").await;
        at(&db, "2026-11-23T07:00:00Z").await;
        let mut sent = sent_now(&db).await;
        sent.sort_by_key(|notice| notice.events.len());
        let lengths: Vec<_> = sent.iter().map(|notice| (notice.topic.to_string(), notice.events.len())).collect();
        assert_eq!(lengths, [("reminder:rossi:build".to_owned(), 1), ("reminder:rossi:design".to_owned(), 2)]);
    }

    async fn ten_that_wait_longest_are_listed_and_all_are_counted(db: Database) {
        with_logo_in_review(&db).await;
        for number in 10..22 {
            let id = domain::id::DeliverableId::parse(format!("d{number}")).unwrap();
            let record = format!(r#"{{"id": "{id}", "task_id": "logo-task", "title": "Bozza {number}"}}"#);
            db.import(&format!(r#"{{"deliverables": [{record}]}}"#)).await;
            db.clock.advance(1);
            db.store.send_for_approval(&logo().0, &id, DeliverableStatus::Pending).await.unwrap();
        }
        db.execute("DELETE FROM notification").await;
        at(&db, "2026-11-23T07:00:00Z").await;
        let [sent] = sent_now(&db).await.try_into().unwrap();
        assert_eq!(subject(&sent), "reminder: Logo");
        assert_eq!(sent.events[9], NotificationEvent::Reminder { title: "Bozza 18".to_owned(), description: None, days: 3 });
        assert_eq!(sent.events[10..], [NotificationEvent::Unlisted { messages: 0, deliverables: 3 }]);
    }

    async fn reminder_is_apart_from_messages(db: Database) {
        with_logo_in_review(&db).await;
        set_clock(&db, "2026-11-23T06:59:00Z");
        super::reply(&db, "rossi", "design", "Ecco").await;
        at(&db, "2026-11-23T07:05:00Z").await;
        let sent = sent_now(&db).await;
        let events: Vec<_> = sent.iter().map(|notice| notice.events.len()).collect();
        assert_eq!(events, [1, 1]);
        assert_eq!(sent.iter().filter(|notice| subject(notice).starts_with("reminder")).count(), 1);
    }

    async fn pause_of_days_brings_only_the_last_reminder(db: Database) {
        with_logo_in_review(&db).await;
        at(&db, "2026-11-27T15:00:00Z").await;
        let [reminder] = sent_now(&db).await.try_into().unwrap();
        assert_eq!(reminder.events, [NotificationEvent::Reminder { title: "Logo".to_owned(), description: None, days: 7 }]);
        at(&db, "2026-12-20T15:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }

    async fn pause_over_the_last_morning_tells_only_the_agency(db: Database) {
        with_logo_in_review(&db).await;
        at(&db, "2026-11-29T15:00:00Z").await;
        assert_eq!(waiting(&db).await, ["admin reminder:rossi:design"]);
        let [told] = sent_now(&db).await.try_into().unwrap();
        assert_eq!(subject(&told), "not approved by Rossi: Logo");
    }

    async fn two_processes_and_restarts_remind_once(db: Database) {
        with_logo_in_review(&db).await;
        set_clock(&db, "2026-11-23T07:00:00Z");
        let other = db.another_process(Arc::new(MockClock::at(db.store.clock().now()))).await;
        enable(&other, Duration::from_mins(5));
        let (one, two) = tokio::join!(db.store.queue_reminders(), other.queue_reminders());
        one.and(two).unwrap();
        assert_eq!(waiting(&db).await.len(), 1);
        assert_eq!(sent_now(&db).await.len(), 1);
        other.queue_reminders().await.unwrap();
        assert!(waiting(&db).await.is_empty());
        other.close().await;
    }

    async fn nobody_is_reminded_of_what_was_before(db: Database) {
        let (_, _) = with_notifications(&db).await;
        send_logo_for_approval(&db).await;
        db.execute("DELETE FROM notification").await;
        // The first call ever, as after an upgrade or a move to another server.
        at(&db, "2026-11-25T07:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
        at(&db, "2026-11-27T07:00:00Z").await;
        assert_eq!(waiting(&db).await, ["client reminder:rossi:design"]);
    }

    async fn nobody_is_reminded_while_notifications_are_off(db: Database) {
        db.with_workspace().await;
        send_logo_for_approval(&db).await;
        for day in 20..=30 {
            at(&db, &format!("2026-11-{day}T07:00:00Z")).await;
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM notification").await, 0);
    }
}

/// Sends the logo again; three days later its client is to be reminded.
async fn reminded_again(db: &Database) {
    let status = db.number("SELECT COUNT(*) FROM deliverable WHERE id = 'logo' AND status = 'in_review'").await;
    let seen = if status == 1 { DeliverableStatus::InReview } else { DeliverableStatus::ChangesRequested };
    let (site, logo) = logo();
    db.execute("UPDATE client SET notify = 'now', email = 'a@b.it'").await;
    if db.number("SELECT COUNT(*) FROM deliverable WHERE id = 'logo' AND status = 'pending'").await == 0 {
        db.store.take_back(&site, &logo, seen).await.unwrap();
    }
    db.store.send_for_approval(&site, &logo, DeliverableStatus::Pending).await.unwrap();
    db.execute("DELETE FROM notification").await;
    let days = Timestamp::from_millis(db.store.clock().now().as_millis() + 3 * 86_400_000);
    at(db, &days.to_string()).await;
}

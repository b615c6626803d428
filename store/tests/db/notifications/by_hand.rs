//! Reminders that the agency asks for.

use domain::notifications::{NotificationEvent, SkipReason};
use domain::overview::AgendaKind::{Deliverable, Payment, Task};
use domain::overview::{PaymentFilter, PaymentOrder, PaymentsShown, Sort};
use domain::projects::board::Step;
use domain::{DeliverableStatus, DomainError};
use store::{Composed, Error};

use super::reminders::with_logo_in_review;
use super::{
    at, composed, lease, logo, sent_besides_skipped, sent_now, set_clock, skipped_now, subject, waiting,
    with_notifications,
};
use crate::support::{Database, on_both_databases, to_id};

async fn subjects(db: &Database) -> Vec<String> {
    sent_now(db).await.iter().map(subject).collect()
}

/// As on the evening of November 22nd: nothing was reminded of, and the logo is due in the morning.
async fn begin_again(db: &Database, quiet_hours: &str) {
    db.execute("DELETE FROM notification").await;
    db.execute("UPDATE deliverable SET reminded_at = NULL").await;
    db.execute("UPDATE payment SET reminded_at = NULL").await;
    db.execute("UPDATE internal SET value = '2026-11-22' WHERE key = 'last_morning'").await;
    db.store.set_setting("quiet_hours", quiet_hours).await.unwrap();
}

/// When the client was reminded of the payment `p2`, and whether they can be.
async fn payment(db: &Database) -> (Option<String>, bool) {
    let (shown, sort) = (PaymentsShown::Open, Sort::ascending(PaymentOrder::Due));
    let filter = PaymentFilter { shown, sort, today: "2026-11-20".parse().unwrap(), month: None, client: None };
    let page = db.store.payment_list(&filter, None).await.unwrap().0;
    let payment = page.items.into_iter().find(|payment| payment.id.as_str() == "p2").unwrap();
    (payment.reminded_at.map(|at| at.to_string()), payment.can_remind)
}

on_both_databases! {
    async fn overdue_payment_is_reminded_once_a_day(db: Database) {
        with_notifications(&db).await;
        db.execute("UPDATE payment SET due_on = '2026-11-10' WHERE id = 'p2'").await;
        at(&db, "2026-11-20T10:00:00Z").await;
        assert_eq!(payment(&db).await, (None, true));
        for _ in 0..2 {
            db.store.remind_client(Payment, "p2").await.unwrap();
        }
        let sent = sent_now(&db).await;
        let due_on = "2026-11-10".parse().unwrap();
        assert_eq!(sent.len(), 1);
        assert_eq!(sent[0].events, [NotificationEvent::PaymentOverdue { label: "Saldo".to_owned(), due_on }]);
        db.store.remind_client(Payment, "p2").await.unwrap();
        assert!(sent_now(&db).await.is_empty(), "it was sent today");
        assert_eq!(payment(&db).await, (Some("2026-11-20T10:00:00.000Z".to_owned()), true));
        at(&db, "2026-11-21T10:00:00Z").await;
        db.store.remind_client(Payment, "p2").await.unwrap();
        assert_eq!(subjects(&db).await, ["overdue: Saldo"]);
        // The pages list what is unpaid of archived projects, too.
        db.execute("UPDATE project SET status = 'archived'").await;
        at(&db, "2026-11-22T10:00:00Z").await;
        db.store.remind_client(Payment, "p2").await.unwrap();
        assert_eq!(subjects(&db).await, ["overdue: Saldo"]);
    }

    async fn waiting_deliverable_is_reminded_when_asked_for(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        at(&db, "2026-11-20T10:00:00Z").await;
        db.store.remind_client(Deliverable, "logo").await.unwrap();
        assert_eq!(subjects(&db).await, ["reminder: Logo"]);
        // Approved meanwhile.
        at(&db, "2026-11-21T10:00:00Z").await;
        db.store.remind_client(Deliverable, "logo").await.unwrap();
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(skipped_now(&db).await, SkipReason::Approved);
    }

    async fn reminder_by_hand_joins_those_of_the_morning(db: Database) {
        with_logo_in_review(&db).await;
        let menu = r#"{"id": "menu", "task_id": "logo-task", "title": "Menu", "status": "in_review"}"#;
        db.import(&format!(r#"{{"deliverables": [{menu}]}}"#)).await;
        for asked in ["2026-11-23T06:30:00Z", "2026-11-23T07:00:01Z", "2026-11-23T07:30:00Z"] {
            begin_again(&db, "21:00-09:00").await;
            set_clock(&db, asked);
            db.store.remind_client(Deliverable, "menu").await.unwrap();
            at(&db, "2026-11-23T08:00:00Z").await;
            let [sent] = sent_now(&db).await.try_into().unwrap();
            let reminder = |title: &str, days| {
                let title = title.to_owned();
                NotificationEvent::Reminder { title, description: None, days }
            };
            assert_eq!(sent.events, [reminder("Menu", 0), reminder("Logo", 3)], "{asked}");
        }
    }

    async fn reminder_by_hand_follows_a_moved_task(db: Database) {
        with_logo_in_review(&db).await;
        let menu = r#"{"id": "menu", "task_id": "logo-task", "title": "Menu", "status": "in_review"}"#;
        db.import(&format!(r#"{{"deliverables": [{menu}]}}"#)).await;
        begin_again(&db, "21:00-08:00").await;
        set_clock(&db, "2026-11-22T21:30:00Z");
        db.store.remind_client(Deliverable, "menu").await.unwrap();
        let step = Step::Task { id: to_id("logo-task"), to: to_id("build"), before: None };
        db.store.apply_step(&logo().0, &step).await.unwrap();
        at(&db, "2026-11-23T07:00:00Z").await;
        let sent = sent_besides_skipped(&db).await;
        assert_eq!(sent.iter().map(|notice| (subject(notice), notice.events.len())).collect::<Vec<_>>(), [("reminder: Menu".to_owned(), 2)]);
    }

    async fn what_was_reminded_by_hand_is_not_repeated_in_the_morning(db: Database) {
        with_logo_in_review(&db).await;
        db.import(r#"{"deliverables": [{"id": "menu", "task_id": "logo-task", "title": "Menu"}]}"#).await;
        db.store.send_for_approval(&logo().0, &to_id("menu"), DeliverableStatus::Pending).await.unwrap();
        db.execute("UPDATE payment SET due_on = '2026-11-26' WHERE id = 'p2'").await;
        for (quiet_hours, asked, sent) in [
            ("off", "2026-11-23T06:30:00Z", "2026-11-23T06:30:00Z"),
            // Sent before the reminders of the morning are queued.
            ("21:00-08:00", "2026-11-22T21:30:00Z", "2026-11-23T07:00:00Z"),
        ] {
            begin_again(&db, quiet_hours).await;
            set_clock(&db, asked);
            db.store.remind_client(Deliverable, "logo").await.unwrap();
            db.store.remind_client(Payment, "p2").await.unwrap();
            set_clock(&db, sent);
            let by_hand = sent_now(&db).await;
            assert_eq!(by_hand.iter().map(|notice| notice.events.len()).collect::<Vec<_>>(), [1, 1], "{asked}");
            at(&db, "2026-11-23T07:00:30Z").await;
            let mut morning = Vec::new();
            for leased in lease(&db.store).await {
                match composed(&db, &leased).await {
                    Composed::Email(notice, _) => morning.push((subject(&notice), notice.events.len())),
                    other => assert_eq!(other, Composed::Skip(SkipReason::Empty), "{asked}"),
                }
            }
            assert_eq!(morning, [("reminder: Menu".to_owned(), 1)], "{asked}");
        }
    }

    async fn nobody_is_reminded_of_what_is_done_or_without_mail(db: Database) {
        let refused = async |kind, id: &str| {
            matches!(db.store.remind_client(kind, id).await, Err(Error::Domain(DomainError::UnknownRecord)))
        };
        db.with_workspace().await;
        assert!(refused(Payment, "p2").await, "nothing is sent");
        assert_eq!(payment(&db).await, (None, false));
        super::enable(&db.store, std::time::Duration::from_mins(5));
        assert!(refused(Payment, "p1").await && refused(Payment, "nothing").await && refused(Task, "logo-task").await);
        assert_eq!(payment(&db).await, (None, false), "no e-mail");
        db.execute("UPDATE client SET email = 'a@example.it'").await;
        assert_eq!(payment(&db).await, (None, true));
        db.execute("UPDATE client SET remind_payments = 0").await;
        assert_eq!(payment(&db).await, (None, false), "no reminders");
        assert!(waiting(&db).await.is_empty());
    }
}

//! Payments that are due soon.

use domain::notifications::{NotificationEvent, Recipient, SkipReason};

use super::{at, sent_now, skipped_now, waiting, with_notifications};
use crate::support::{Database, on_both_databases};

/// A payment of Rossi's is due on November 24th.
async fn with_payment(db: &Database) {
    with_notifications(db).await;
    db.execute("UPDATE payment SET due_on = '2026-11-24' WHERE id = 'p2'").await;
    db.store.queue_reminders().await.unwrap();
}

on_both_databases! {
    async fn client_is_reminded_once_three_days_before(db: Database) {
        with_payment(&db).await;
        at(&db, "2026-11-21T06:59:59Z").await;
        assert!(waiting(&db).await.is_empty());
        for day in 21..=25 {
            at(&db, &format!("2026-11-{day}T07:00:00Z")).await;
            let sent = sent_now(&db).await;
            assert_eq!(sent.len(), usize::from(day == 21), "{day}");
            for notice in sent {
                let due_on = "2026-11-24".parse().unwrap();
                assert_eq!(notice.events, [NotificationEvent::PaymentDue { label: "Saldo".to_owned(), due_on }]);
                assert_eq!(notice.project_name.as_deref(), Some("Sito"));
                assert!(matches!(&notice.recipient, Recipient::Client(client) if client.client.as_str() == "rossi"));
                let path = notice.target.path();
                assert!(path.starts_with("/c/rossi-a1b2?project=site&link=rossi."), "{path}");
            }
        }
    }

    async fn payment_that_is_not_due_then_is_not_sent(db: Database) {
        with_payment(&db).await;
        for (sql, reason) in [
            ("UPDATE payment SET paid_at = 1 WHERE id = 'p2'", SkipReason::Paid),
            ("UPDATE payment SET due_on = '2026-11-25' WHERE id = 'p2'", SkipReason::Stale),
            ("UPDATE payment SET due_on = NULL WHERE id = 'p2'", SkipReason::Stale),
            ("UPDATE client SET remind_payments = 0", SkipReason::Off),
            ("UPDATE client SET notify = 'never'", SkipReason::Never),
            ("UPDATE project SET status = 'archived'", SkipReason::Deleted),
        ] {
            db.execute("UPDATE client SET remind_payments = 1, notify = 'now'").await;
            db.execute("UPDATE internal SET value = '2026-11-20' WHERE key = 'last_morning'").await;
            db.execute("UPDATE payment SET paid_at = NULL, due_on = '2026-11-24' WHERE id = 'p2'").await;
            at(&db, "2026-11-21T07:00:00Z").await;
            db.execute(sql).await;
            assert_eq!(skipped_now(&db).await, reason, "{sql}");
        }
        db.execute("UPDATE project SET status = 'active'").await;
    }

    async fn deleted_payment_is_not_sent(db: Database) {
        with_payment(&db).await;
        at(&db, "2026-11-21T07:00:00Z").await;
        db.execute("DELETE FROM payment WHERE id = 'p2'").await;
        assert_eq!(skipped_now(&db).await, SkipReason::Deleted);
    }

    async fn payment_of_another_date_has_its_own_reminder(db: Database) {
        with_payment(&db).await;
        at(&db, "2026-11-21T07:00:00Z").await;
        assert_eq!(sent_now(&db).await.len(), 1);
        db.execute("UPDATE payment SET due_on = '2026-11-30' WHERE id = 'p2'").await;
        at(&db, "2026-11-27T07:00:00Z").await;
        assert_eq!(sent_now(&db).await.len(), 1);
    }

    async fn pause_of_days_reminds_until_the_due_date(db: Database) {
        with_payment(&db).await;
        at(&db, "2026-11-24T15:00:00Z").await;
        assert_eq!(sent_now(&db).await.len(), 1);
        db.execute("UPDATE payment SET due_on = '2026-11-28' WHERE id = 'p2'").await;
        at(&db, "2026-11-29T15:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }

    async fn nobody_is_reminded_of_payments_without_reminders(db: Database) {
        with_payment(&db).await;
        db.execute("UPDATE client SET remind_payments = 0").await;
        at(&db, "2026-11-21T07:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }
}

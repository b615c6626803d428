//! Reminders that the agency asks for.

use domain::DomainError;
use domain::notifications::{NotificationEvent, SkipReason};
use domain::overview::AgendaKind::{Deliverable, Payment, Task};
use domain::overview::{PaymentFilter, PaymentOrder, PaymentsShown, Sort};
use store::Error;

use super::{at, sent_now, skipped_now, subject, waiting, with_notifications};
use crate::support::{Database, on_both_databases};

async fn subjects(db: &Database) -> Vec<String> {
    sent_now(db).await.iter().map(subject).collect()
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

//! What both sides are told of material, and the reminders of what is missing.

use domain::notifications::{MaterialEvent, NotificationEvent, Recipient, SkipReason};
use domain::{MaterialAnswer, MaterialKind, Uploader};

use super::{admin, at, next_email, next_skip, sent_now, waiting, with_notifications};
use crate::material::{draft, upload};
use crate::support::{Database, on_both_databases, to_id};

async fn ask(db: &Database, due_on: Option<&str>) {
    let requests = vec![
        (to_id("r-logo"), draft("Logo", MaterialKind::File, due_on)),
        (to_id("r-text"), draft("Testi", MaterialKind::Text, None)),
    ];
    db.store.request_material(&to_id("site"), requests).await.unwrap();
}

on_both_databases! {
    async fn material_notifications_have_their_own_email_thread(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        ask(&db, Some("2026-12-24")).await;
        assert_eq!(waiting(&db).await, ["client material:rossi:site"]);
        let (asked, address) = next_email(&db).await;
        let needed = |title: &str, due_on: Option<&str>, reason: Option<&str>| {
            NotificationEvent::Material(MaterialEvent::Needed {
                title: title.to_owned(),
                description: None,
                due_on: due_on.and_then(|day| day.parse().ok()),
                reason: reason.map(ToOwned::to_owned),
            })
        };
        assert_eq!(address, "rossi@example.it");
        assert_eq!(asked.events, [needed("Logo", Some("2026-12-24"), None), needed("Testi", None, None)]);
        assert!(asked.target.path().starts_with("/c/rossi-a1b2?project=site&link=rossi."), "{:?}", asked.target);
        assert_eq!(asked.thread_root("x"), "<material.rossi.site.client@x>");

        let file = upload(&db.store, &Uploader::from(rossi.person()), "logo.png").await;
        db.store.answer_material(&rossi, "r-logo", &MaterialAnswer::Files(vec![file])).await.unwrap();
        let (received, _) = next_email(&db).await;
        assert_eq!(received.recipient, Recipient::Admin);
        assert_eq!(received.events, [NotificationEvent::Material(MaterialEvent::Received {
            title: "Logo".to_owned(), by: "Rossi".to_owned(), person: None,
        })]);
        assert_eq!(received.target.path(), "/admin/projects/site/materials");

        db.store.reopen_material(&admin(), &to_id("site"), &to_id("r-logo"), None, "Sfocato").await.unwrap();
        let (reopened, _) = next_email(&db).await;
        assert_eq!(reopened.events, [needed("Logo", Some("2026-12-24"), Some("Sfocato"))]);
        db.store.answer_material(&rossi, "r-text", &MaterialAnswer::Text("Ciao".into())).await.unwrap();
        db.store.accept_material(&admin(), &to_id("site"), &to_id("r-text"), None).await.unwrap();
        let mut sent = sent_after(&db).await;
        assert_eq!(sent.len(), 1, "the agency has looked at it");
        assert_eq!(sent.remove(0), [NotificationEvent::Material(MaterialEvent::Accepted { title: "Testi".to_owned() })]);
    }

    async fn answered_request_is_not_sent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let request = vec![(to_id("r-text"), draft("Testi", MaterialKind::Text, None))];
        db.store.request_material(&to_id("site"), request).await.unwrap();
        db.store.answer_material(&rossi, "r-text", &MaterialAnswer::Text("Ciao".into())).await.unwrap();
        db.execute("DELETE FROM notification WHERE recipient = 'admin'").await;
        assert_eq!(next_skip(&db).await, SkipReason::Answered);
    }

    async fn client_is_reminded_three_days_before_and_on_the_day(db: Database) {
        with_notifications(&db).await;
        db.store.queue_reminders().await.unwrap();
        ask(&db, Some("2026-11-25")).await;
        db.execute("DELETE FROM notification").await;
        for day in 21..=27 {
            at(&db, &format!("2026-11-{day}T07:00:00Z")).await;
            let sent = sent_now(&db).await;
            assert_eq!(sent.len(), usize::from(matches!(day, 22 | 25)), "{day}");
            for notice in sent {
                let due_on = "2026-11-25".parse().unwrap();
                let title = "Logo".to_owned();
                assert_eq!(notice.events, [NotificationEvent::Material(MaterialEvent::Due { title, description: None, due_on })]);
                assert_eq!(notice.thread_root("x"), "<material.rossi.site.client@x>");
            }
        }
    }

    async fn nobody_is_reminded_of_what_has_come(db: Database) {
        with_notifications(&db).await;
        db.store.queue_reminders().await.unwrap();
        ask(&db, Some("2026-11-25")).await;
        db.execute("DELETE FROM notification").await;
        at(&db, "2026-11-22T07:00:00Z").await;
        db.execute("UPDATE material_request SET status = 'received'").await;
        assert_eq!(super::skipped_now(&db).await, SkipReason::Stale);
        at(&db, "2026-11-25T07:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }
}

async fn sent_after(db: &Database) -> Vec<Vec<NotificationEvent>> {
    db.clock.advance(5 * super::MINUTE);
    let mut sent = Vec::new();
    for leased in super::lease(&db.store).await {
        if let store::Composed::Email(notice, _) = super::composed(db, &leased).await {
            sent.push(notice.events);
        }
    }
    sent
}

//! Sources that become silent or failing.

use std::sync::Arc;
use std::time::Duration;

use domain::leads::source::SourceTrouble;
use domain::leads::{LeadSource, SourceKind};
use domain::notifications::{LinkTarget, NotificationEvent, SkipReason};
use store::MockClock;

use super::{enable, next_notice, next_skip, subject, waiting, with_notifications};
use crate::sources::{DAY, deliver, source};
use crate::support::{Database, admin, on_both_databases, to_id};

const GOOD: &str = r#"{"name": "Anna", "email": "a@b.it"}"#;
const UNREADABLE: &str = r#"{"servizio": "SEO"}"#;

/// A source that has delivered a lead; nothing waits.
async fn delivering(db: &Database) -> LeadSource {
    with_notifications(db).await;
    let form = source(&db.store, "form", SourceKind::Generic).await;
    deliver(&db.store, &form, GOOD).await;
    next_notice(db).await;
    form
}

async fn queued(db: &Database) -> Vec<String> {
    db.store.queue_source_trouble().await.unwrap();
    waiting(db).await
}

on_both_databases! {
    async fn trouble_is_queued_once_until_the_source_has_recovered(db: Database) {
        let form = delivering(&db).await;
        assert!(queued(&db).await.is_empty());
        for _ in 0..2 {
            db.clock.advance(7 * DAY + 1);
            assert_eq!(queued(&db).await, ["admin source:form"]);
            assert_eq!(queued(&db).await, ["admin source:form"]);
            let notice = next_notice(&db).await;
            assert_eq!(notice.events, [NotificationEvent::SourceSilent { name: "form".to_owned() }]);
            assert_eq!(notice.target, LinkTarget::Source(form.id.clone()));
            db.clock.advance(DAY);
            assert!(queued(&db).await.is_empty());
            deliver(&db.store, &form, GOOD).await;
            assert!(queued(&db).await.is_empty());
        }
        // Another trouble is told, too.
        db.clock.advance(8 * DAY);
        queued(&db).await;
        next_notice(&db).await;
        deliver(&db.store, &form, UNREADABLE).await;
        assert_eq!(queued(&db).await, ["admin source:form"]);
        assert_eq!(subject(&next_notice(&db).await), "failing: form");
    }

    async fn wrong_signature_is_no_recovery(db: Database) {
        let form = delivering(&db).await;
        deliver(&db.store, &form, UNREADABLE).await;
        queued(&db).await;
        next_notice(&db).await;
        db.store.note_refusal(&form.id, SourceTrouble::BadSignature).await.unwrap();
        assert!(queued(&db).await.is_empty());
        db.clock.advance(1);
        deliver(&db.store, &form, UNREADABLE).await;
        assert!(queued(&db).await.is_empty());
    }

    async fn source_that_is_fine_again_or_deleted_is_not_sent(db: Database) {
        let form = delivering(&db).await;
        deliver(&db.store, &form, UNREADABLE).await;
        queued(&db).await;
        db.clock.advance(1);
        deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it", "message": "Ciao"}"#).await;
        assert_eq!(next_skip(&db).await, SkipReason::Recovered);
        queued(&db).await;
        db.clock.advance(8 * DAY);
        queued(&db).await;
        db.store.delete_source(&admin(), &to_id("form")).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Deleted);
    }

    async fn two_processes_queue_trouble_once(db: Database) {
        delivering(&db).await;
        db.clock.advance(8 * DAY);
        let other = db.another_process(Arc::new(MockClock::at(db.store.clock().now()))).await;
        enable(&other, Duration::from_mins(5));
        let (one, two) = tokio::join!(db.store.queue_source_trouble(), other.queue_source_trouble());
        one.and(two).unwrap();
        assert_eq!(waiting(&db).await, ["admin source:form"]);
        next_notice(&db).await;
        other.queue_source_trouble().await.unwrap();
        assert!(waiting(&db).await.is_empty());
        other.close().await;
    }

    async fn imported_trouble_is_not_queued(db: Database) {
        with_notifications(&db).await;
        db.import(
            r#"{"lead_sources": [{"id": "form", "name": "Sito", "kind": "generic", "received": 1, "taken_in": 1,
                "last_received_at": "2026-01-01", "last_success_at": "2026-01-01"}]}"#,
        )
        .await;
        let line = &db.store.lead_sources().await.unwrap()[0];
        assert_eq!(line.trouble, Some(SourceTrouble::Silent));
        assert!(queued(&db).await.is_empty());
    }

    async fn trouble_is_not_queued_while_notifications_are_off(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, UNREADABLE).await;
        assert!(queued(&db).await.is_empty());
    }
}

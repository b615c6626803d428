//! Deliveries to the main address: strict rules, and every delivery is stored.

use domain::leads::source::MainLine;
use domain::leads::{DeliveryOutcome, DeliveryReason, SourceKind};
use domain::{ActivityKind, DomainError, Timestamp};
use serde_json::json as value;
use store::ProcessedDelivery;
use tokio::task::JoinSet;

use super::replay::exported_leads;
use crate::leads::{card, leads};
use crate::sources::{deliver, json, source};
use crate::support::{Database, assert_domain_error, noon, on_both_databases, to_id};

/// Stores `body` and processes it; returns its id too.
async fn deliver_and_process(db: &Database, body: &str, sender_id: Option<&str>) -> (String, ProcessedDelivery) {
    let id = db.store.receive(None, &json(body), sender_id).await.unwrap();
    let processed = db.store.process_delivery(&id).await.unwrap();
    (id.into(), processed)
}

on_both_databases! {
    async fn main_address_delivery_creates_lead_and_activity(db: Database) {
        let body = r#"{"name": "Anna", "email": "a@b.it", "message": "Ciao", "servizio": "SEO", "nul": "\u0000"}"#;
        let id = db.store.receive(None, &json(body), None).await.unwrap();
        db.clock.advance(1_000);
        let processed = db.store.process_delivery(&id).await.unwrap();
        assert_eq!((processed.outcome, &processed.error), (DeliveryOutcome::Created, &None));
        let one = card(&db, processed.lead_id.unwrap().as_str()).await;
        let lead = one.lead.record;
        assert_eq!((lead.name.as_str(), lead.source.as_str(), lead.created_at), ("Anna", "webhook", noon()));
        // The activity contains the message only; the delivery is stored beside it.
        assert_eq!((one.activity_count, one.activities[0].text.as_str()), (1, "Ciao"));
        assert_eq!(one.activities[0].payload, serde_json::from_str(body).ok());
    }

    async fn invalid_main_delivery_is_stored_as_refused(db: Database) {
        let (id, processed) = deliver_and_process(&db, "{}", Some("one")).await;
        assert_eq!((processed.outcome, processed.lead_id.as_ref()), (DeliveryOutcome::Refused, None));
        let error = processed.error.clone().unwrap();
        assert_eq!((error.reason, error.detail.as_deref()), (DeliveryReason::Invalid, Some("name: campo obbligatorio")));
        // A repetition has the same outcome, whatever its body is.
        assert_eq!(deliver_and_process(&db, r#"{"name": "Anna"}"#, Some("one")).await, (id, processed));
        assert_eq!(leads(&db).await.len(), 0);
    }

    async fn main_address_status_counts_stored_deliveries(db: Database) {
        let empty = MainLine { last_success_at: None, refused: 0 };
        assert_eq!(db.store.main_address().await.unwrap(), empty);
        // A delivery to a source is not one to the main address.
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
        assert_eq!(db.store.main_address().await.unwrap(), empty);
        for body in [r#"{"name": "Anna", "email": "a@b.it"}"#, r#"{"name": "Anna", "email": "a@b.it"}"#, "{}", "{}"] {
            db.clock.advance(1_000);
            deliver_and_process(&db, body, None).await;
        }
        let second = Timestamp::from_millis(noon().as_millis() + 2_000);
        assert_eq!(db.store.main_address().await.unwrap(), MainLine { last_success_at: Some(second), refused: 2 });
    }

    async fn webhook_id_deduplicates_main_deliveries(db: Database) {
        let body = r#"{"name": "Anna", "email": "a@b.it"}"#;
        let mut deliveries = JoinSet::new();
        for _ in 0..40 {
            let db = db.clone();
            deliveries.spawn(async move { deliver_and_process(&db, body, Some("msg_1")).await.1 });
        }
        let results = deliveries.join_all().await;
        assert_eq!(results[0].outcome, DeliveryOutcome::Created);
        assert!(results.iter().all(|result| *result == results[0]));
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 1);
        assert_eq!(deliver_and_process(&db, body, Some("msg_2")).await.1.outcome, DeliveryOutcome::Updated);
    }

    async fn replay_reads_refused_main_delivery_as_generic(db: Database) {
        let body = r#"{"ho visto": "il sito", "e-mail": "anna@b.it", "cellulare": "333 1234567"}"#;
        let (id, _) = deliver_and_process(&db, body, None).await;
        db.clock.advance(60_000);
        let processed = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!(processed.outcome, DeliveryOutcome::Created);
        let lead = leads(&db).await.remove(0);
        assert_eq!((lead.name.as_str(), lead.source.as_str(), lead.created_at), ("anna@b.it", "webhook", noon()));
        let activity = card(&db, lead.id.as_str()).await.activities.remove(0);
        assert_eq!((activity.kind, activity.payload), (ActivityKind::Message, serde_json::from_str(body).ok()));
        assert_eq!(db.store.delivery(&to_id(&id)).await.unwrap().kind, SourceKind::Auto);
        // Repeated, it has no further effect.
        let before = exported_leads(&db).await;
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), processed);
        assert_eq!(exported_leads(&db).await, before);
    }

    async fn replay_of_unreadable_main_delivery_stays_refused(db: Database) {
        let (id, processed) = deliver_and_process(&db, r#"{"servizio": "SEO"}"#, None).await;
        let before = exported_leads(&db).await;
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), processed);
        assert_eq!(exported_leads(&db).await, before);
    }

    async fn replay_of_main_delivery_changes_nothing(db: Database) {
        let body = value!({
            "name": "Anna", "email": "a@b.it", "message": "Ciao", "servizio": "SEO", "telefono": 333,
            "starts_at": "2026-12-01T10:00", "fields": {"azienda": {"value": "Orto"}},
        });
        let (id, first) = deliver_and_process(&db, &body.to_string(), None).await;
        let before = exported_leads(&db).await;
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), first);
        assert_eq!(exported_leads(&db).await, before);
        let lead = card(&db, first.lead_id.unwrap().as_str()).await;
        assert_eq!((lead.lead.record.name.as_str(), lead.lead.record.source.as_str()), ("Anna", "webhook"));
        assert_eq!((lead.activities[0].text.as_str(), lead.activity_count), ("Ciao", 1));
    }

    async fn processing_unknown_delivery_is_rejected(db: Database) {
        let unknown = domain::id::DeliveryId::parse("gone").unwrap();
        assert_domain_error(&db.store.process_delivery(&unknown).await, DomainError::UnknownRecord);
        assert_domain_error(&db.store.replay(&to_id("gone")).await, DomainError::UnknownRecord);
    }
}

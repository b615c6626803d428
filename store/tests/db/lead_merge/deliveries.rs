//! Deliveries of merged leads.

use domain::DomainError;
use domain::leads::SourceKind;
use serde_json::json;
use store::ProcessedDelivery;

use super::{LEADS, assert_domain_error, lead_with_activities, merge, undo_merge};
use crate::leads::{card, deliver_to_main, leads};
use crate::sources::source;
use crate::support::{Database, on_both_databases, to_id};

/// Delivers a message from `email` on the main address.
async fn deliver_message(db: &Database, email: &str, message: &str) -> ProcessedDelivery {
    let body = json!({"name": "Chi scrive", "email": email, "message": message});
    deliver_to_main(&db.store, &body).await
}

fn lead_of(processed: &ProcessedDelivery) -> Option<&str> {
    processed.lead_id.as_ref().map(domain::id::LeadId::as_str)
}

async fn texts(db: &Database, lead: &str) -> Vec<String> {
    lead_with_activities(db, lead).await.1.into_iter().map(|one| one.text).collect()
}

on_both_databases! {
    async fn merged_email_leads_to_kept_lead(db: Database) {
        db.import(LEADS).await;
        merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!(lead_of(&deliver_message(&db, "anna@verdi.it", "Eccomi").await), Some("carla"));
        assert_eq!(card(&db, "carla").await.lead.record.email.unwrap().as_str(), "carla@b.it");
        // Merged again, the e-mail leads to the last lead.
        merge(&db, "anna", "carla").await.unwrap();
        assert_eq!(lead_of(&deliver_message(&db, "anna@verdi.it", "Ancora").await), Some("anna"));
        // A lead that has the e-mail itself takes precedence (docs/REFERENCE.md#ingest).
        db.import(r#"{"leads": [{"id": "dora", "name": "Dora", "email": "anna@verdi.it"}]}"#).await;
        assert_eq!(lead_of(&deliver_message(&db, "anna@verdi.it", "Dora").await), Some("dora"));
        assert_eq!(leads(&db).await.len(), 2);
    }

    async fn merge_and_undo_move_deliveries(db: Database) {
        db.import(LEADS).await;
        deliver_message(&db, "anna@verdi.it", "Prima").await;
        deliver_message(&db, "carla@b.it", "Di Carla").await;
        let before = (lead_with_activities(&db, "bruno").await, lead_with_activities(&db, "carla").await);
        merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'carla'").await, 2);
        undo_merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!((lead_with_activities(&db, "bruno").await, lead_with_activities(&db, "carla").await), before);
        for count in [
            "SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'bruno'",
            "SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'carla'",
        ] {
            assert_eq!(db.number(count).await, 1, "{count}");
        }
    }

    async fn undo_merge_fails_after_new_delivery(db: Database) {
        for email in ["anna@verdi.it", "carla@b.it"] {
            db.import(LEADS).await;
            merge(&db, "carla", "bruno").await.unwrap();
            deliver_message(&db, email, "Dopo").await;
            assert_domain_error(&undo_merge(&db, "carla", "bruno").await, DomainError::Stale);
            assert_eq!(texts(&db, "carla").await.len(), 4);
            db.execute("DELETE FROM lead").await;
            db.execute("DELETE FROM client").await;
            db.execute("DELETE FROM member").await;
        }
    }

    async fn undo_merge_fails_after_replay_of_old_delivery(db: Database) {
        db.import(LEADS).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let body = r#"{"m": "Di Bruno", "email": "anna@verdi.it"}"#;
        let id: String = db.store.receive(Some(&form), &crate::sources::json(body), None).await.unwrap().into();
        db.execute("UPDATE lead_delivery SET outcome = 'spam', error = 'spam'").await;
        db.clock.advance(60_000);
        merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!(lead_of(&db.store.replay(&to_id(&id)).await.unwrap()), Some("carla"));
        assert_domain_error(&undo_merge(&db, "carla", "bruno").await, DomainError::Stale);
    }

    async fn undo_merge_works_after_deliveries_were_pruned(db: Database) {
        db.import(LEADS).await;
        deliver_message(&db, "anna@verdi.it", "Prima").await;
        let mut before = (lead_with_activities(&db, "bruno").await, lead_with_activities(&db, "carla").await);
        merge(&db, "carla", "bruno").await.unwrap();
        db.clock.advance(400 * 86_400_000);
        assert_eq!(db.store.prune_deliveries().await.unwrap(), 1);
        undo_merge(&db, "carla", "bruno").await.unwrap();
        // The copy of the body went with the delivery.
        before.0.1.last_mut().unwrap().payload = None;
        assert_eq!((lead_with_activities(&db, "bruno").await, lead_with_activities(&db, "carla").await), before);
    }
}

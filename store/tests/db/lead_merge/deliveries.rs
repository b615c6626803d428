//! Deliveries and merges: whoever writes from an old e-mail is not somebody new.

use domain::Timestamp;
use domain::lead::SourceKind;
use serde_json::json;
use store::ProcessedDelivery;

use super::{LEADS, admin, all_of, merge, separate};
use crate::leads::{card, deliver_to_main, leads};
use crate::sources::{mapping, source};
use crate::support::{Database, noon, on_both_databases};

/// Delivers a message from `email` on the main address.
async fn write(db: &Database, email: &str, message: &str) -> ProcessedDelivery {
    let body = json!({"name": "Chi scrive", "email": email, "message": message});
    deliver_to_main(&db.store, &body).await
}

fn lead_of(settled: &ProcessedDelivery) -> Option<&str> {
    settled.lead_id.as_ref().map(domain::id::LeadId::as_str)
}

async fn texts(db: &Database, lead: &str) -> Vec<String> {
    all_of(db, lead).await.1.into_iter().map(|one| one.text).collect()
}

on_both_databases! {
    async fn an_old_email_leads_to_the_lead_that_stayed(db: Database) {
        db.import(LEADS).await;
        merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!(lead_of(&write(&db, "anna@verdi.it", "Eccomi").await), Some("carla"));
        assert_eq!(card(&db, "carla").await.lead.record.email.unwrap().as_str(), "carla@b.it");
        // Merged on, it leads further.
        merge(&db, "anna", "carla").await.unwrap();
        assert_eq!(lead_of(&write(&db, "anna@verdi.it", "Ancora").await), Some("anna"));
        // A lead that has the e-mail itself comes first (SPEC: Ingest rules).
        db.import(r#"{"leads": [{"id": "dora", "name": "Dora", "email": "anna@verdi.it"}]}"#).await;
        assert_eq!(lead_of(&write(&db, "anna@verdi.it", "Dora").await), Some("dora"));
        assert_eq!(leads(&db).await.len(), 2);
    }

    async fn deliveries_go_along_and_come_back(db: Database) {
        db.import(LEADS).await;
        write(&db, "anna@verdi.it", "Prima").await;
        write(&db, "carla@b.it", "Di Carla").await;
        let before = (all_of(&db, "bruno").await, all_of(&db, "carla").await);
        merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'carla'").await, 2);
        separate(&db, "carla", "bruno").await.unwrap();
        assert_eq!((all_of(&db, "bruno").await, all_of(&db, "carla").await), before);
        for lead in ["bruno", "carla"] {
            let own = match lead {
                "bruno" => db.number("SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'bruno'").await,
                _ => db.number("SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'carla'").await,
            };
            assert_eq!(own, 1, "{lead}");
        }
    }

    async fn what_came_by_an_old_email_since_goes_back_with_it(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "bruno").await.unwrap();
        db.clock.advance(60_000);
        write(&db, "anna@verdi.it", "Da Bruno").await;
        merge(&db, "carla", "anna").await.unwrap();
        db.clock.advance(60_000);
        write(&db, "anna@verdi.it", "Da Bruno ancora").await;
        write(&db, "carla@b.it", "Da Carla").await;
        separate(&db, "carla", "bruno").await.unwrap();
        assert_eq!(texts(&db, "bruno").await, ["Ci vediamo", "Chiamato", "Da Bruno", "Da Bruno ancora"]);
        let later = Timestamp::from_millis(noon().as_millis() + 120_000);
        assert_eq!(all_of(&db, "bruno").await.0.last_contact_date, later);
        assert_eq!(texts(&db, "carla").await, ["Nota", "Vorrei un sito", "Da Carla"]);
        // It came along with no other merge.
        merge(&db, "carla", "bruno").await.unwrap();
        separate(&db, "carla", "anna").await.unwrap();
        assert_eq!(texts(&db, "anna").await, ["Vorrei un sito"]);
        separate(&db, "carla", "bruno").await.unwrap();
        assert_eq!(texts(&db, "bruno").await.len(), 4);
        assert_eq!(lead_of(&write(&db, "anna@verdi.it", "Fine").await), Some("bruno"));
    }

    async fn what_came_before_a_merge_and_was_read_after_it_goes_back_with_its_lead(db: Database) {
        db.import(LEADS).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let post = async |email: &str, message: &str| -> String {
            let body = format!(r#"{{"m": "{message}", "email": "{email}"}}"#);
            db.store.receive(Some(&form), &crate::sources::json(&body), None).await.unwrap().into()
        };
        let waiting = [post("anna@verdi.it", "Di Bruno").await, post("carla@b.it", "Di Carla").await];
        db.execute("UPDATE lead_delivery SET outcome = 'spam', error = 'spam'").await;
        // Carla has something from Bruno's address that is hers: it was moved to her by hand, say.
        write(&db, "anna@verdi.it", "Con Carla").await;
        db.execute("UPDATE lead_delivery SET lead_id = 'carla' WHERE outcome = 'updated'").await;
        db.execute("UPDATE activity SET lead_id = 'carla' WHERE text = 'Con Carla'").await;
        db.clock.advance(60_000);
        merge(&db, "carla", "bruno").await.unwrap();
        let places = mapping(&[("message", "/m")]);
        let version = db.store.lead_source("form").await.unwrap().mapping_version;
        db.store.save_mapping(&admin(), "form", &places, &version).await.unwrap();
        for id in &waiting {
            assert_eq!(lead_of(&db.store.replay(id).await.unwrap()), Some("carla"));
        }
        // Merged on, it is still known.
        merge(&db, "anna", "carla").await.unwrap();
        separate(&db, "anna", "bruno").await.unwrap();
        assert_eq!(texts(&db, "bruno").await, ["Ci vediamo", "Chiamato", "Di Bruno"]);
        separate(&db, "anna", "carla").await.unwrap();
        assert_eq!(texts(&db, "carla").await, ["Nota", "Con Carla", "Di Carla"]);
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'carla'").await, 2);
    }

    async fn a_delivery_that_fills_blanks_of_the_lead_that_stayed_leaves_them_filled(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "carla").await.unwrap();
        db.execute("UPDATE lead SET company = 'Nuova' WHERE id = 'anna'").await;
        separate(&db, "anna", "carla").await.unwrap();
        assert_eq!(all_of(&db, "anna").await.0.company.as_deref(), Some("Nuova"));
    }

    async fn deleting_a_delivered_activity_loses_nothing_else(db: Database) {
        db.import(LEADS).await;
        write(&db, "anna@verdi.it", "Prima").await;
        let text = |one: &&domain::Activity| one.text == "Prima";
        let activity = all_of(&db, "bruno").await.1.iter().find(text).unwrap().id.clone();
        merge(&db, "anna", "bruno").await.unwrap();
        db.store.delete_activity(&admin(), "anna", activity.as_str()).await.unwrap();
        separate(&db, "anna", "bruno").await.unwrap();
        assert_eq!(texts(&db, "bruno").await, ["Ci vediamo", "Chiamato"]);
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery WHERE lead_id = 'bruno'").await, 1);
    }
}

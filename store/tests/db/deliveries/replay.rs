//! Replays of stored deliveries.

use domain::leads::{DeliveryOutcome, DeliveryReason, LeadSource, SourceDraft, SourceKind};
use domain::{ActivityKind, DomainError, LeadDraft, LeadStatus};
use store::ProcessedDelivery;

use super::processing::{booking, moment};
use crate::leads::{card, leads};
use crate::sources::{draft, json, mapping, open_by_key, source};
use crate::support::{Database, admin, assert_domain_error, noon, on_both_databases, to_id};

/// Stores `body` and processes it; returns its id too.
pub(super) async fn deliver_and_process(db: &Database, source: &LeadSource, body: &str) -> (String, ProcessedDelivery) {
    let id = db.store.receive(Some(source), &json(body), None).await.unwrap();
    let processed = db.store.process_delivery(&id).await.unwrap();
    (id.into(), processed)
}

pub(super) async fn map(db: &Database, places: &[(&str, &str)]) {
    let version = db.store.lead_source(&to_id("form")).await.unwrap().mapping_version;
    db.store.save_mapping(&admin(), &to_id("form"), &mapping(places), &version).await.unwrap();
}

/// All records of leads.
pub(super) async fn exported_leads(db: &Database) -> String {
    let json: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
    format!("{} {} {}", json["leads"], json["activities"], json["lead_deliveries"])
}

on_both_databases! {
    async fn replay_from_quarantine_keeps_received_time(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (id, before) = deliver_and_process(&db, &form, r#"{"chi": {"x": "Anna"}, "dove": "anna@b.it x", "m": "Ciao"}"#).await;
        assert_eq!(before.outcome, DeliveryOutcome::Quarantined);
        // With unchanged rules a replay has no effect.
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), before);
        map(&db, &[("name", "/chi/x"), ("message", "/m")]).await;
        db.clock.advance(3_600_000);
        let after = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!((after.outcome, &after.error), (DeliveryOutcome::Created, &None));
        let one = card(&db, after.lead_id.as_ref().unwrap().as_str()).await;
        assert_eq!((one.lead.record.name.as_str(), one.lead.record.created_at), ("Anna", noon()));
        assert!(one.activities[0].text.starts_with("Ciao"));
        assert_eq!(one.activities[0].created_at, noon());
        let line = db.store.lead_source(&to_id("form")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in, line.quarantined), (1, 1, 0));
        assert_eq!(line.last_success_at, Some(noon()));
        // Repeated, it has no further effect.
        let unchanged = exported_leads(&db).await;
        for _ in 0..3 {
            assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), after);
        }
        assert_eq!(exported_leads(&db).await, unchanged);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.taken_in, 1);
    }

    async fn replay_rewrites_fields_set_by_delivery(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let body = r#"{"name": "Contatti", "email": "sito@b.it", "telefono": "0000000",
            "a": "Anna", "b": "anna@b.it", "c": "333 1234567", "d": "Orto", "e": "Fiera", "f": "2026-12-01T09:00:00Z"}"#;
        let (id, before) = deliver_and_process(&db, &form, body).await;
        let lead = before.lead_id.clone().unwrap();
        assert_eq!(card(&db, lead.as_str()).await.lead.record.name, "Contatti");
        map(&db, &[("name", "/a"), ("email", "/b"), ("phone", "/c"), ("company", "/d"), ("source", "/e"), ("starts_at", "/f")]).await;
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), before);
        let one = card(&db, lead.as_str()).await;
        let record = &one.lead.record;
        let shown = (record.name.as_str(), record.email.as_ref().unwrap().as_str(), record.phone.as_deref(), record.company.as_deref());
        assert_eq!(shown, ("Anna", "anna@b.it", Some("333 1234567"), Some("Orto")));
        assert_eq!((record.source.as_str(), record.call_date), ("Fiera", moment("2026-12-01T09:00:00Z")));
        assert_eq!((one.activity_count, one.activities[0].kind), (1, ActivityKind::Meeting));
        let search = |word: &str| domain::leads::LeadFilter { search: word.to_owned(), ..Default::default() };
        assert_eq!(db.store.lead_list(&search("anna"), None).await.unwrap().page.items.len(), 1);
        assert_eq!(db.store.lead_list(&search("contatti"), None).await.unwrap().page.items.len(), 0);
        // Back to the first rules: the result is as at first, without what the second rules added.
        map(&db, &[]).await;
        db.store.replay(&to_id(&id)).await.unwrap();
        let record = card(&db, lead.as_str()).await.lead.record;
        let shown = (record.name.as_str(), record.email.unwrap().into(), record.phone, record.source.as_str());
        assert_eq!(shown, ("Contatti", "sito@b.it".to_owned(), Some("0000000".to_owned()), "form"));
        assert_eq!((record.company, record.call_date), (None, None));
    }

    async fn replay_keeps_fields_edited_by_admin(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let body = r#"{"name": "Contatti", "email": "sito@b.it", "phone": "1234567", "a": "Anna", "b": "anna@b.it", "c": "7654321", "d": "Orto"}"#;
        let (id, processed) = deliver_and_process(&db, &form, body).await;
        let lead = processed.lead_id.unwrap();
        let by_hand = LeadDraft {
            name: "Anna Verdi".to_owned(), email: domain::EmailAddress::parse("verdi@b.it").ok(), phone: None,
            company: None, source: "A mano".to_owned(), status: LeadStatus::Contacted, call_date: None,
            value_cents: None, next_step: None, next_step_on: None,
        };
        let version = card(&db, lead.as_str()).await.lead.version;
        db.store.save_lead(&lead, by_hand.clone(), &version).await.unwrap();
        map(&db, &[("name", "/a"), ("email", "/b"), ("phone", "/c"), ("company", "/d")]).await;
        for _ in 0..2 {
            db.store.replay(&to_id(&id)).await.unwrap();
            // Only fields that were never filled are filled.
            let filled = LeadDraft { company: Some("Orto".to_owned()), ..by_hand.clone() };
            assert_eq!(LeadDraft::from(&card(&db, lead.as_str()).await.lead.record), filled);
        }
    }

    async fn replay_keeps_fields_older_than_delivery(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.import(r#"{"leads": [{"id": "anna", "name": "Anna", "email": "anna@b.it", "company": "Orto"}]}"#).await;
        let body = r#"{"name": "Anna", "email": "anna@b.it", "company": "Orto", "phone": "1234567",
            "a": "Altra", "c": "7654321", "d": "Altrove"}"#;
        let (id, processed) = deliver_and_process(&db, &form, body).await;
        assert_eq!(processed.outcome, DeliveryOutcome::Updated);
        map(&db, &[("name", "/a"), ("company", "/d"), ("phone", "/c")]).await;
        db.store.replay(&to_id(&id)).await.unwrap();
        let record = card(&db, "anna").await.lead.record;
        let shown = (record.name.as_str(), record.email.unwrap().into(), record.company.as_deref());
        // All fields equal the delivery's, but only the phone number came from it.
        assert_eq!(shown, ("Anna", "anna@b.it".to_owned(), Some("Orto")));
        assert_eq!(record.phone.as_deref(), Some("7654321"));
    }

    async fn replay_does_not_take_email_of_another_lead(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (id, processed) = deliver_and_process(&db, &form, r#"{"name": "Anna", "email": "sito@b.it", "b": "bruno@b.it"}"#).await;
        deliver_and_process(&db, &form, r#"{"name": "Bruno", "email": "bruno@b.it"}"#).await;
        map(&db, &[("email", "/b")]).await;
        for _ in 0..2 {
            db.store.replay(&to_id(&id)).await.unwrap();
            let record = card(&db, processed.lead_id.as_ref().unwrap().as_str()).await.lead.record;
            assert_eq!(record.email.unwrap().as_str(), "sito@b.it");
        }
        assert_eq!(leads(&db).await.len(), 2);
    }

    async fn replay_does_not_restore_deleted_activity(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (id, processed) = deliver_and_process(&db, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await;
        let lead = processed.lead_id.clone().unwrap();
        let activity = card(&db, lead.as_str()).await.activities.remove(0).id;
        db.store.delete_activity(&admin(), &lead, &activity).await.unwrap();
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap(), processed);
        assert_eq!(card(&db, lead.as_str()).await.activity_count, 0);
    }

    async fn replay_as_spam_removes_nothing(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (id, processed) = deliver_and_process(&db, &form, r#"{"name": "Anna", "trap": "x"}"#).await;
        let trap = SourceDraft { honeypot: Some("trap".to_owned()), ..draft("form", SourceKind::Generic) };
        let version = db.store.lead_source(&to_id("form")).await.unwrap().version;
        db.store.save_source(&admin(), &to_id("form"), &trap, &version).await.unwrap();
        let unchanged = exported_leads(&db).await;
        let again = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!((again.outcome, &again.lead_id), (processed.outcome, &processed.lead_id));
        assert_eq!(again.error.unwrap().reason, DeliveryReason::Spam);
        assert_eq!(exported_leads(&db).await, unchanged);
    }

    async fn replay_does_not_restore_cancelled_booking(db: Database) {
        let form = source(&db.store, "cal", SourceKind::CalCom).await;
        let (first, second) = ("2026-12-01T09:30:00Z", "2026-12-02T09:30:00Z");
        let mut ids = Vec::new();
        for (trigger, at) in [("BOOKING_CREATED", first), ("BOOKING_RESCHEDULED", second), ("BOOKING_CANCELLED", second)] {
            db.clock.advance(1);
            ids.push(deliver_and_process(&db, &form, &booking(trigger, "anna@b.it", at)).await.0);
        }
        let unchanged = exported_leads(&db).await;
        for id in &ids {
            db.store.replay(&to_id(id)).await.unwrap();
        }
        let lead = leads(&db).await.remove(0);
        assert_eq!((lead.call_date, card(&db, lead.id.as_str()).await.activity_count), (None, 3));
        for id in &ids {
            db.store.replay(&to_id(id)).await.unwrap();
        }
        let again = exported_leads(&db).await;
        assert_eq!(again.split_once("\"lead_deliveries\"").map(|(leads, _)| leads), unchanged.split_once("\"lead_deliveries\"").map(|(leads, _)| leads));
    }

    async fn replay_applies_delivery_ignored_before(db: Database) {
        let form = source(&db.store, "cal", SourceKind::CalCom).await;
        let (id, processed) = deliver_and_process(&db, &form, &booking("BOOKING_CANCELLED", "anna@b.it", "2026-12-01T09:30:00Z")).await;
        assert_eq!(processed.outcome, DeliveryOutcome::Ignored);
        db.import(r#"{"leads": [{"id": "anna", "name": "Anna", "email": "anna@b.it"}]}"#).await;
        let after = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!((after.outcome, after.lead_id.unwrap().as_str()), (DeliveryOutcome::Noted, "anna"));
    }

    async fn replay_quarantine_runs_oldest_first(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = source(&db.store, "other", SourceKind::Generic).await;
        for (number, phone) in ["", "1111111", "2222222"].into_iter().enumerate() {
            db.clock.advance(1);
            let body = format!(r#"{{"x": {{"chi": "N{number}", "posta": "a@b.it", "tel": "{phone}"}}, "n": {number}}}"#);
            db.store.receive(Some(&form), &json(&body), None).await.unwrap();
        }
        // All fields that can be extracted without a mapping.
        db.execute("UPDATE lead_delivery SET outcome = 'quarantined', error = 'nobody'").await;
        deliver_and_process(&db, &form, r#"{"servizio": "SEO"}"#).await;
        deliver_and_process(&db, &other, r#"{"servizio": "SEO"}"#).await;
        let quarantined = db.store.lead_source(&to_id("form")).await.unwrap().line.quarantined;
        map(&db, &[("name", "/x/chi"), ("email", "/x/posta"), ("phone", "/x/tel")]).await;
        let done = db.store.replay_quarantine(&to_id("form")).await.unwrap();
        assert_eq!((quarantined, done.taken_in, done.left), (4, 3, 1));
        let lead = leads(&db).await.remove(0);
        // The first field with a value wins.
        assert_eq!((lead.name.as_str(), lead.phone.as_deref()), ("N0", Some("1111111")));
        assert_eq!(card(&db, lead.id.as_str()).await.activity_count, 3);
        assert_domain_error(&db.store.replay_quarantine(&to_id("nobody")).await, DomainError::UnknownRecord);
        assert_eq!(db.store.replay_quarantine(&to_id("other")).await.unwrap().left, 1);
    }

    async fn concurrent_replays_apply_once(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (id, _) = deliver_and_process(&db, &form, r#"{"chi": {"x": "Anna"}}"#).await;
        map(&db, &[("name", "/chi/x")]).await;
        let other = db.another_process(db.clock.clone()).await;
        let mut replays = tokio::task::JoinSet::new();
        for number in 0..20 {
            let (store, id) = (if number % 2 == 0 { db.store.clone() } else { other.clone() }, id.clone());
            replays.spawn(async move { store.replay(&to_id(&id)).await.unwrap() });
        }
        let done = replays.join_all().await;
        assert!(done.iter().all(|one| *one == done[0] && one.outcome == DeliveryOutcome::Created));
        assert_eq!((leads(&db).await.len(), db.number("SELECT COUNT(*) FROM activity").await), (1, 1));
        assert_eq!(open_by_key(&db.store, "form").await.id, form.id);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.taken_in, 1);
        other.close().await;
    }
}

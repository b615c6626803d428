//! Replays of deliveries that were added to the lead of another person.

use domain::leads::{DeliveryOutcome, LeadSource, SourceKind};
use domain::{DomainError, LeadStatus};
use tokio::task::JoinSet;

use super::processing::{booking, moment};
use super::replay::{deliver_and_process, exported_leads, map};
use crate::lead_merge::{merge, undo_merge};
use crate::leads::{card, leads};
use crate::sources::source;
use crate::support::{Database, admin, assert_domain_error, on_both_databases, to_id};

/// A form whose field `email` contains the site's own address.
fn post(number: usize) -> String {
    format!(
        r#"{{"name": "N{number}", "email": "info@sito.it", "Cliente": "p{number}@b.it", "phone": "333000{number}"}}"#
    )
}

/// Three people whose deliveries were assigned to one lead; returns the source, that lead, and the
/// deliveries.
async fn three_people_as_one_lead(db: &Database) -> (LeadSource, String, Vec<String>) {
    let form = source(&db.store, "form", SourceKind::Generic).await;
    let (mut ids, mut lead) = (Vec::new(), String::new());
    for number in 1..=3 {
        db.clock.advance(1_000);
        let (id, processed) = deliver_and_process(db, &form, &post(number)).await;
        ids.push(id);
        lead = processed.lead_id.unwrap().into();
    }
    assert_eq!((leads(db).await.len(), card(db, &lead).await.activity_count), (1, 3));
    (form, lead, ids)
}

/// Name, e-mail, phone number and activities of every lead, by e-mail.
async fn people(db: &Database) -> Vec<(String, String, Option<String>, i64)> {
    let mut people = Vec::new();
    for lead in leads(db).await {
        let activities = card(db, lead.id.as_str()).await.activity_count;
        people.push((lead.name, lead.email.unwrap().to_string(), lead.phone, activities));
    }
    people.sort_by(|one, other| one.1.cmp(&other.1));
    people
}

fn person(number: usize) -> (String, String, Option<String>, i64) {
    (format!("N{number}"), format!("p{number}@b.it"), Some(format!("333000{number}")), 1)
}

on_both_databases! {
    async fn replay_splits_lead_after_mapping_change(db: Database) {
        let (_, lead, ids) = three_people_as_one_lead(&db).await;
        map(&db, &[("email", "/Cliente")]).await;
        let mut after = Vec::new();
        for id in &ids {
            after.push(db.store.replay(&to_id(id)).await.unwrap());
        }
        assert_eq!(people(&db).await, [person(1), person(2), person(3)]);
        assert!(after.iter().all(|processed| processed.outcome == DeliveryOutcome::Created && processed.error.is_none()));
        // The first delivery gave the lead its e-mail: it stays and corrects the e-mail.
        assert_eq!(after[0].lead_id.as_ref().unwrap().as_str(), lead);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.taken_in, 3);
        let before = exported_leads(&db).await;
        for (id, processed) in ids.iter().zip(&after) {
            assert_eq!(db.store.replay(&to_id(id)).await.unwrap(), *processed);
        }
        assert_eq!(exported_leads(&db).await, before);
    }

    async fn replay_order_does_not_change_split(db: Database) {
        let (_, _, ids) = three_people_as_one_lead(&db).await;
        map(&db, &[("email", "/Cliente")]).await;
        for id in ids.iter().rev() {
            db.store.replay(&to_id(id)).await.unwrap();
        }
        assert_eq!(people(&db).await, [person(1), person(2), person(3)]);
    }

    async fn replay_moves_unmodified_fields(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.import(r#"{"leads": [{"id": "sito", "name": "info@sito.it", "email": "info@sito.it", "status": "won"},
            {"id": "bruno", "name": "Bruno", "email": "bruno@b.it"}]}"#).await;
        let body = r#"{"name": "Anna", "email": "info@sito.it", "phone": "3331234567", "company": "Orto",
            "starts_at": "2026-12-01T09:00:00Z", "vera": "bruno@b.it"}"#;
        let (id, _) = deliver_and_process(&db, &form, body).await;
        let had = card(&db, "sito").await.lead.record;
        assert_eq!((had.name.as_str(), had.company.as_deref(), had.call_date), ("Anna", Some("Orto"), moment("2026-12-01T09:00:00Z")));
        db.execute("UPDATE lead SET company = 'A mano' WHERE id = 'sito'").await;
        map(&db, &[("email", "/vera")]).await;
        let moved = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!((moved.outcome, moved.lead_id.unwrap().as_str()), (DeliveryOutcome::Updated, "bruno"));
        let left = card(&db, "sito").await;
        let record = left.lead.record;
        assert_eq!((record.name.as_str(), record.phone, record.company.as_deref()), ("info@sito.it", None, Some("A mano")));
        assert_eq!((record.call_date, record.status, left.activity_count), (None, LeadStatus::Won, 0));
        let bruno = card(&db, "bruno").await;
        assert_eq!((bruno.lead.record.name.as_str(), bruno.lead.record.phone.as_deref(), bruno.activity_count), ("Bruno", Some("3331234567"), 1));
        let search = |word: &str| domain::leads::LeadFilter { search: word.to_owned(), ..Default::default() };
        assert_eq!(db.store.lead_list(&search("anna"), None).await.unwrap().page.items.len(), 0);
    }

    async fn replay_move_keeps_activity_deleted(db: Database) {
        let (_, lead, ids) = three_people_as_one_lead(&db).await;
        let activity = db.store.lead_card(&to_id(&lead), None).await.unwrap().activities.into_iter().find(|one| one.text.contains("p2@b.it")).unwrap();
        db.store.delete_activity(&admin(), &to_id(&lead), &activity.id).await.unwrap();
        map(&db, &[("email", "/Cliente")]).await;
        let moved = db.store.replay(&to_id(&ids[1])).await.unwrap().lead_id.unwrap();
        assert_eq!((card(&db, moved.as_str()).await.activity_count, card(&db, &lead).await.activity_count), (0, 2));
    }

    async fn replay_keeps_cancellation_of_unknown_lead(db: Database) {
        let form = source(&db.store, "form", SourceKind::CalCom).await;
        deliver_and_process(&db, &form, &booking("BOOKING_CREATED", "anna@b.it", "2026-12-01T09:30:00Z")).await;
        let cancelled = booking("BOOKING_CANCELLED", "anna@b.it", "2026-12-01T09:30:00Z").replace("Conoscersi", "nessuno@b.it");
        let (id, noted) = deliver_and_process(&db, &form, &cancelled).await;
        map(&db, &[("email", "/payload/title")]).await;
        let again = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!((again.outcome, again.lead_id), (noted.outcome, noted.lead_id));
        assert_eq!(leads(&db).await.len(), 1);
    }

    async fn replay_moves_activity_out_of_merged_lead(db: Database) {
        let (_, lead, ids) = three_people_as_one_lead(&db).await;
        db.import(r#"{"leads": [{"id": "carla", "name": "Carla", "email": "carla@b.it"}]}"#).await;
        merge(&db, "carla", &lead).await.unwrap();
        map(&db, &[("email", "/Cliente")]).await;
        let moved = db.store.replay(&to_id(&ids[2])).await.unwrap().lead_id.unwrap();
        assert!(moved.as_str() != "carla" && card(&db, moved.as_str()).await.activity_count == 1);
        assert_domain_error(&undo_merge(&db, "carla", &lead).await, DomainError::Stale);
        // The e-mail of a merged lead leads to the remaining one.
        merge(&db, "carla", moved.as_str()).await.unwrap();
        assert_eq!(db.store.replay(&to_id(&ids[2])).await.unwrap().lead_id.unwrap().as_str(), "carla");
        undo_merge(&db, "carla", moved.as_str()).await.unwrap();
        assert_eq!(card(&db, moved.as_str()).await.activity_count, 1);
    }

    async fn concurrent_replays_and_deliveries_lose_nothing(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let mut ids = Vec::new();
        for number in 0..12 {
            // In pairs, each delivery has the other's e-mail.
            let body = format!(r#"{{"name": "N{number}", "email": "p{number}@b.it", "Cliente": "p{}@b.it", "n": {number}}}"#, number ^ 1);
            deliver_and_process(&db, &form, &body).await;
            let again = body.replace('}', r#", "di": "nuovo"}"#);
            ids.push(deliver_and_process(&db, &form, &again).await.0);
        }
        map(&db, &[("email", "/Cliente")]).await;
        let other = db.another_process(db.clock.clone()).await;
        let mut all = JoinSet::new();
        for (number, id) in ids.iter().enumerate().flat_map(|one| [one, one]) {
            let (store, id) = (if number % 2 == 0 { db.store.clone() } else { other.clone() }, id.clone());
            all.spawn(async move { drop(store.replay(&to_id(&id)).await.unwrap()) });
            let (store, form) = (db.store.clone(), form.clone());
            all.spawn(async move {
                let body = format!(r#"{{"name": "M", "Cliente": "p{number}@b.it", "m": {number}}}"#);
                crate::sources::deliver(&store, &form, &body).await;
            });
        }
        all.join_all().await;
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 36);
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery d JOIN activity a ON a.id = d.activity_id WHERE a.lead_id = d.lead_id").await, 36);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.taken_in, 36);
        other.close().await;
    }
}

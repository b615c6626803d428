//! Deliveries are stored as received, and a repetition changes nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::DomainError;
use domain::id::DeliveryId;
use domain::leads::delivery::DeliveryFilter;
use domain::leads::{DeliveryOutcome, DeliveryReason, RawDelivery, SourceKind};

use crate::leads::{card, leads};
use crate::sources::{DAY, copy_newest_delivery, deliver, json, source};
use crate::support::{Database, admin, assert_domain_error, noon, on_both_databases, to_id};

async fn count(db: &Database) -> i64 {
    db.number("SELECT COUNT(*) FROM lead_delivery").await
}

on_both_databases! {
    async fn delivery_body_is_stored_verbatim(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        for (body, is_base64) in [
            (b"nome=Anna&\xff".as_slice(), true),
            (b"{\"name\": \"A\0\"}", true),
            ("\u{feff}{\"nome\": \"😀\"}\r\n".as_bytes(), false),
            (b"", false),
            ("è".repeat(131_072).as_bytes(), false),
        ] {
            let raw = RawDelivery {
                body: body.to_vec(),
                content_type: Some("text/plain; x=è".to_owned()),
                headers: vec![("user-agent".to_owned(), "a\"è".to_owned()), ("webhook-id".to_owned(), "7".to_owned())],
            };
            db.clock.advance(1);
            let id = db.store.receive(Some(&form), &raw, None).await.unwrap();
            let card = db.store.delivery(&id).await.unwrap();
            assert_eq!((card.is_base64, card.headers, card.content_type), (is_base64, raw.headers, raw.content_type));
            assert_eq!((card.kind, card.line.outcome, card.line.repeats), (SourceKind::Generic, DeliveryOutcome::Received, 0));
            let stored = if is_base64 { STANDARD.decode(card.body).unwrap() } else { card.body.into_bytes() };
            assert_eq!(stored, body);
            db.store.process_delivery(&id).await.unwrap();
        }
        assert_domain_error(&db.store.delivery(&to_id("nobody")).await, DomainError::UnknownRecord);
        assert_domain_error(&db.store.process_delivery(&DeliveryId::parse("nobody").unwrap()).await, DomainError::UnknownRecord);
    }

    async fn delivery_headers_are_truncated_and_cleaned(db: Database) {
        let long = format!("a\0{}", "è".repeat(600));
        let headers = vec![("user-agent".to_owned(), long.clone())];
        let raw = RawDelivery { content_type: Some(long), headers, ..json("{}") };
        let id = db.store.receive(None, &raw, Some("a\0b")).await.unwrap();
        let stored = db.store.delivery(&id).await.unwrap();
        for stored in [stored.content_type.unwrap(), stored.headers[0].1.clone()] {
            assert_eq!((stored.chars().count(), stored.contains('\0')), (500, false));
        }
    }

    async fn sender_id_deduplicates_deliveries(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = source(&db.store, "other", SourceKind::Generic).await;
        let id = "x".repeat(10_000);
        let first = db.store.receive(Some(&form), &json(r#"{"name": "Anna"}"#), Some(&id)).await.unwrap();
        let processed = db.store.process_delivery(&first).await.unwrap();
        assert_eq!(processed.outcome, DeliveryOutcome::Created);
        // Years later with another body.
        db.clock.advance(1_000 * DAY);
        for _ in 0..2 {
            let again = db.store.receive(Some(&form), &json(r#"{"name": "Bruno"}"#), Some(&id)).await.unwrap();
            assert_eq!(again, first);
            assert_eq!(db.store.process_delivery(&again).await.unwrap(), processed);
        }
        let line = db.store.delivery(&first).await.unwrap().line;
        assert_eq!((line.repeats, line.received_at, line.excerpt.as_str()), (2, noon(), "Anna"));
        assert_eq!((leads(&db).await.len(), card(&db, processed.lead_id.unwrap().as_str()).await.activity_count), (1, 1));
        // At another source or with another id it is another delivery.
        db.store.receive(Some(&other), &json("{}"), Some(&id)).await.unwrap();
        db.store.receive(Some(&form), &json("{}"), Some("x")).await.unwrap();
        db.store.receive(None, &json("{}"), Some(&id)).await.unwrap();
        assert_eq!(count(&db).await, 4);
        let line = db.store.lead_source(&to_id("form")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in), (2, 1));
    }

    async fn same_body_deduplicates_for_ten_minutes(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = source(&db.store, "other", SourceKind::Generic).await;
        let body = r#"{"name": "Anna"}"#;
        let first = deliver(&db.store, &form, body).await;
        db.clock.advance(599_999);
        assert_eq!(deliver(&db.store, &form, body).await, first);
        assert_ne!(deliver(&db.store, &form, &format!("{body} ")).await.lead_id, first.lead_id);
        // Ten minutes from the first delivery, not from the last, and per source.
        deliver(&db.store, &other, body).await;
        db.clock.advance(1);
        let later = deliver(&db.store, &form, body).await;
        assert_ne!(later.lead_id, first.lead_id);
        assert_eq!(deliver(&db.store, &form, body).await, later);
        // A delivery with an id is not compared by its body.
        db.store.receive(Some(&form), &json(body), Some(body)).await.unwrap();
        assert_eq!(count(&db).await, 5);
        let repeats = db.number("SELECT CAST(SUM(repeats) AS BIGINT) FROM lead_delivery").await;
        assert_eq!((repeats, leads(&db).await.len()), (2, 4));
    }

    async fn main_address_does_not_deduplicate_by_body(db: Database) {
        let ids = [
            db.store.receive(None, &json("{}"), None).await.unwrap(),
            db.store.receive(None, &json("{}"), None).await.unwrap(),
        ];
        assert_ne!(ids[0], ids[1]);
    }

    async fn concurrent_equal_deliveries_are_stored_once(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = db.another_process(db.clock.clone()).await;
        let mut deliveries = tokio::task::JoinSet::new();
        for number in 0..50 {
            let (store, form) = (if number % 2 == 0 { db.store.clone() } else { other.clone() }, form.clone());
            deliveries.spawn(async move { deliver(&store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await });
        }
        let results = deliveries.join_all().await;
        assert_eq!(results[0].outcome, DeliveryOutcome::Created);
        assert!(results.iter().all(|result| *result == results[0]));
        assert_eq!((count(&db).await, db.number("SELECT repeats FROM lead_delivery").await), (1, 49));
        assert_eq!(card(&db, results[0].lead_id.as_ref().unwrap().as_str()).await.activity_count, 1);
        let line = db.store.lead_source(&to_id("form")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in), (1, 1));
        other.close().await;
    }

    async fn concurrent_processing_applies_delivery_once(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = db.another_process(db.clock.clone()).await;
        for round in 0..20 {
            let body = format!(r#"{{"name": "Anna {round}", "email": "a{round}@b.it"}}"#);
            let id = db.store.receive(Some(&form), &json(&body), None).await.unwrap();
            let (one, two) = tokio::join!(db.store.process_delivery(&id), other.process_delivery(&id));
            assert_eq!(one.unwrap(), two.unwrap());
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 20);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.taken_in, 20);
        other.close().await;
    }

    async fn interrupted_deliveries_resume_after_five_minutes(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let mine = db.store.receive(Some(&form), &json(r#"{"name": "Anna"}"#), None).await.unwrap();
        db.clock.advance(1);
        let main = db.store.receive(None, &json("{}"), None).await.unwrap();
        db.clock.advance(299_999);
        assert_eq!(db.store.interrupted_deliveries().await.unwrap(), []);
        db.clock.advance(2);
        let waiting = [mine.clone(), main.clone()];
        assert_eq!(db.store.interrupted_deliveries().await.unwrap(), waiting);
        let processed = db.store.process_delivery(&mine).await.unwrap();
        let lead = leads(&db).await.remove(0);
        assert_eq!((lead.created_at, lead.last_contact_date), (noon(), noon()));
        assert_eq!(card(&db, lead.id.as_str()).await.activities[0].created_at, noon());
        // A delivery that always fails is marked as failed; a processed one is not.
        for id in [&mine, &main] {
            db.store.mark_delivery_failed(id).await.unwrap();
        }
        assert_eq!(db.store.process_delivery(&mine).await.unwrap(), processed);
        let line = db.store.delivery(&main).await.unwrap().line;
        assert_eq!((line.outcome, line.error.unwrap().reason), (DeliveryOutcome::Refused, DeliveryReason::Fault));
        let broken = db.store.receive(Some(&form), &json("[]"), None).await.unwrap();
        db.store.mark_delivery_failed(&broken).await.unwrap();
        let line = db.store.delivery(&broken).await.unwrap().line;
        assert_eq!((line.outcome, line.error.unwrap().reason), (DeliveryOutcome::Quarantined, DeliveryReason::Fault));
        db.clock.advance(DAY);
        assert_eq!(db.store.interrupted_deliveries().await.unwrap(), []);
    }

    async fn deliveries_are_pruned_after_configured_days(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.store.receive(Some(&form), &json("1"), None).await.unwrap();
        copy_newest_delivery(&db, 1_099).await;
        db.execute("UPDATE lead_delivery SET outcome = 'ignored', error = 'test'").await;
        db.clock.advance(1);
        deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
        db.clock.advance(90 * DAY - 1);
        assert_eq!(db.store.prune_deliveries().await.unwrap(), 0);
        db.clock.advance(1);
        assert_eq!(db.store.prune_deliveries().await.unwrap(), 1_100);
        assert_eq!((count(&db).await, db.store.lead_source(&to_id("form")).await.unwrap().stored_deliveries), (1, 1));
        db.store.set_setting("delivery_days", "89").await.unwrap();
        assert_eq!(db.store.prune_deliveries().await.unwrap(), 1);
        // The resulting leads remain.
        assert_eq!((leads(&db).await.len(), db.number("SELECT COUNT(*) FROM activity").await), (1, 1));
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.received, 1_101);
        // Unprocessed deliveries are not pruned.
        db.store.receive(Some(&form), &json("{}"), None).await.unwrap();
        db.clock.advance(90 * DAY);
        assert_eq!(db.store.prune_deliveries().await.unwrap(), 0);
    }

    async fn deleting_lead_deletes_its_deliveries(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let anna = deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await.lead_id.unwrap();
        deliver(&db.store, &form, r#"{"nome": "Anna", "email": "a@b.it"}"#).await;
        deliver(&db.store, &form, r#"{"name": "Bruno"}"#).await;
        db.store.delete_lead(&admin(), &anna).await.unwrap();
        let left = db.store.deliveries(&DeliveryFilter::default(), None).await.unwrap().items;
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].lead.as_ref().unwrap().1, "Bruno");
        // The same person may deliver again.
        let again = deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await;
        assert_eq!(again.outcome, DeliveryOutcome::Created);
    }
}

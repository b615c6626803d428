//! Test deliveries, which the admin sends to check a source.

use domain::Timestamp;
use domain::leads::delivery::DeliveryFilter;
use domain::leads::source::SourceTrouble;
use domain::leads::{DeliveryOutcome, LeadSource, Mapping, SourceKind};
use serde_json::json as value;
use store::ProcessedDelivery;

use super::replay::map;
use crate::leads::leads;
use crate::sources::{DAY, deliver, json, source};
use crate::support::{Database, noon, on_both_databases, to_id};

/// Sends `body` to the source as a test.
async fn deliver_test(db: &Database, source: &LeadSource, body: &str) -> (String, ProcessedDelivery) {
    let id = db.store.receive_test(source, &json(body)).await.unwrap();
    let processed = db.store.process_delivery(&id).await.unwrap();
    (id.into(), processed)
}

on_both_databases! {
    async fn test_delivery_is_applied_but_not_counted(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (_, first) = deliver_test(&db, &form, r#"{"name": "Anna Prova", "email": "a@b.it"}"#).await;
        let (_, second) = deliver_test(&db, &form, r#"{"name": "Anna Prova", "email": "a@b.it"}"#).await;
        // Each test is a separate delivery.
        assert_eq!((first.outcome, second.outcome), (DeliveryOutcome::Created, DeliveryOutcome::Updated));
        let (id, waits) = deliver_test(&db, &form, r#"{"chi": {"x": "Anna Prova"}}"#).await;
        assert_eq!(waits.outcome, DeliveryOutcome::Quarantined);
        let fresh = |line: domain::leads::source::SourceLine| {
            assert_eq!((line.received, line.taken_in, line.quarantined), (0, 0, 0));
            assert_eq!((line.last_received_at, line.last_success_at, line.trouble), (None, None, None));
        };
        fresh(db.store.lead_source(&to_id("form")).await.unwrap().line);
        assert_eq!(db.store.quarantined().await.unwrap(), 0);
        map(&db, &[("name", "/chi/x")]).await;
        assert_eq!(db.store.replay(&to_id(&id)).await.unwrap().outcome, DeliveryOutcome::Created);
        fresh(db.store.lead_source(&to_id("form")).await.unwrap().line);
        assert_eq!(leads(&db).await.len(), 2);
        let lines = db.store.deliveries(&DeliveryFilter::default(), None).await.unwrap().items;
        assert!(lines.len() == 3 && lines.iter().all(|line| line.is_test && line.repeats == 0));
        // A sender's delivery is not a repetition of a test.
        let real = deliver(&db.store, &form, r#"{"name": "Anna Prova", "email": "a@b.it"}"#).await;
        assert_eq!(real.outcome, DeliveryOutcome::Updated);
        let line = db.store.lead_source(&to_id("form")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in, line.last_success_at), (1, 1, Some(noon())));
        let newest = &db.store.deliveries(&DeliveryFilter::default(), None).await.unwrap().items[0];
        assert!(!newest.is_test || newest.repeats == 0);
    }

    async fn test_delivery_does_not_clear_source_trouble(db: Database) {
        let good = r#"{"name": "Anna", "email": "a@b.it"}"#;
        let trouble = async |id: &str| db.store.lead_source(&to_id(id)).await.unwrap().line.trouble;
        let silent = source(&db.store, "silent", SourceKind::Generic).await;
        deliver(&db.store, &silent, good).await;
        db.clock.advance(8 * DAY);
        let signed = source(&db.store, "signed", SourceKind::Generic).await;
        db.store.note_refusal(&signed.id, SourceTrouble::BadSignature).await.unwrap();
        let refused_at = db.store.lead_source(&to_id("signed")).await.unwrap().line.last_refused_at;
        assert_eq!(refused_at, Some(Timestamp::from_millis(noon().as_millis() + 8 * DAY)));
        let failing = source(&db.store, "failing", SourceKind::Generic).await;
        deliver(&db.store, &failing, r#"{"servizio": "SEO"}"#).await;
        db.clock.advance(1_000);
        for source in [&silent, &signed, &failing] {
            deliver_test(&db, source, good).await;
        }
        assert_eq!(trouble("silent").await, Some(SourceTrouble::Silent));
        assert_eq!(trouble("signed").await, Some(SourceTrouble::BadSignature));
        assert_eq!(trouble("failing").await, Some(SourceTrouble::Failing));
        // A failed test causes no trouble either.
        let fine = source(&db.store, "fine", SourceKind::Generic).await;
        deliver(&db.store, &fine, good).await;
        db.clock.advance(1);
        deliver_test(&db, &fine, r#"{"servizio": "SEO"}"#).await;
        assert_eq!(trouble("fine").await, None);
    }

    async fn mapping_sample_prefers_real_deliveries(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let pointers = async || -> Vec<String> {
            let sample = db.store.sample(&form.id, None, &Mapping::default()).await.unwrap();
            let pointers = sample.into_iter().flat_map(|sample| sample.places);
            pointers.map(|field| field.pointer).collect()
        };
        deliver_test(&db, &form, r#"{"prova": "x"}"#).await;
        assert_eq!(pointers().await, ["/prova"]);
        db.clock.advance(1);
        deliver(&db.store, &form, "non si legge").await;
        assert_eq!(pointers().await, ["/prova"]);
        deliver(&db.store, &form, r#"{"vero": "x"}"#).await;
        db.clock.advance(1);
        deliver_test(&db, &form, r#"{"prova": "y"}"#).await;
        assert_eq!(pointers().await, ["/vero"]);
    }

    async fn test_delivery_flag_survives_export(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver_test(&db, &form, r#"{"name": "Anna"}"#).await;
        deliver(&db.store, &form, r#"{"name": "Bruno"}"#).await;
        let first = db.store.export().await.unwrap();
        let other = db.sibling().await;
        other.import(std::str::from_utf8(&first).unwrap()).await;
        assert_eq!(String::from_utf8(other.store.export().await.unwrap()).unwrap(), String::from_utf8(first).unwrap());
        // Where a file has no totals of a source, tests are not counted either.
        let delivery = |id: &str, more: &str| format!(r#"{{"id": "{id}", "body": "", "source_id": "s"{more}}}"#);
        other.import(&format!(
            r#"{{"lead_sources": [{{"id": "s", "name": "S"}}], "lead_deliveries": [{}, {}]}}"#,
            delivery("d", r#", "trial": true"#), delivery("e", "")
        )).await;
        let exported: serde_json::Value = serde_json::from_slice(&other.store.export().await.unwrap()).unwrap();
        let named = |id: &str| exported["lead_deliveries"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()["trial"].clone();
        assert_eq!((named("d"), named("e")), (value!(true), value!(false)));
        assert_eq!(other.store.lead_source(&to_id("s")).await.unwrap().line.received, 1);
        other.store.close().await;
    }
}

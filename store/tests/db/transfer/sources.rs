//! Import and export of sources and their deliveries.

use domain::leads::delivery::{DeliveredTo, DeliveryFilter};
use domain::leads::source::SourceTrouble;
use domain::leads::{FormSettings, SourceDraft, SourceKind};
use domain::{DomainError, Language};
use serde_json::{Value, json as value};

use crate::sources::{deliver, draft, json, mapping, open_by_key, source};
use crate::support::{admin, assert_domain_error, on_both_databases, to_id};

on_both_databases! {
    async fn sources_and_deliveries_round_trip_and_resume(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        source(&db.store, "off", SourceKind::Tally).await;
        let off = SourceDraft {
            active: false, signing_secret: Some("segreto \u{1f600}".to_owned()), honeypot: Some("url".to_owned()),
            ..draft("Spento", SourceKind::Tally)
        };
        let card = db.store.lead_source(&to_id("off")).await.unwrap();
        db.store.save_source(&admin(), &to_id("off"), &off, &card.version).await.unwrap();
        db.store.save_mapping(&admin(), &to_id("off"), &mapping(&[("starts_at", "/a~1b"), ("name", "/è")]), &card.mapping_version).await.unwrap();
        db.store.note_refusal(&card.line.source.id, SourceTrouble::BadSignature).await.unwrap();
        deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it", "z": 1, "a": "\u0000"}"#).await;
        let delivered = deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it", "phone": "1234567"}"#).await;
        deliver(&db.store, &form, r#"{"servizio": "SEO"}"#).await;
        deliver(&db.store, &form, r#"{"servizio": "SEO"}"#).await;
        let mut binary = json("");
        binary.body = vec![0, 255, 10];
        binary.headers = vec![("webhook-id".to_owned(), "a\"".to_owned()), ("user-agent".to_owned(), "è".to_owned())];
        binary.content_type = None;
        db.store.receive(None, &binary, Some("one")).await.unwrap();
        // Counters remain after the deliveries are deleted.
        db.execute("DELETE FROM lead_delivery WHERE outcome = 'created'").await;
        let first = db.store.export().await.unwrap();

        let other = db.sibling().await;
        other.import(std::str::from_utf8(&first).unwrap()).await;
        let second = other.store.export().await.unwrap();
        assert_eq!(String::from_utf8(second).unwrap(), String::from_utf8(first).unwrap());
        let imported = open_by_key(&other.store, "form").await;
        assert_eq!((&imported, &other.store.lead_sources().await.unwrap()), (&form, &db.store.lead_sources().await.unwrap()));
        // A delivery from before the transfer is recognised after it.
        let again = deliver(&other.store, &imported, r#"{"name": "Anna", "email": "a@b.it", "phone": "1234567"}"#).await;
        assert_eq!(again, delivered);
        let main = other.store.deliveries(&DeliveryFilter {
            from: Some(DeliveredTo::Main), outcome: None }, None).await.unwrap().items.remove(0);
        assert_eq!(other.store.receive(None, &binary, Some("one")).await.unwrap(), main.id);
        other.store.close().await;
    }

    async fn contact_forms_round_trip_and_others_are_exported_as_before(db: Database) {
        source(&db.store, "form", SourceKind::AtrioForm).await;
        source(&db.store, "webhook", SourceKind::Generic).await;
        assert!(!String::from_utf8(db.store.export().await.unwrap()).unwrap().contains("\"form\":"));
        let settings = FormSettings {
            consent: Some("Ho letto\n\"tutto\"".to_owned()),
            hides_phone: true,
            language: Some(Language::En),
            ..FormSettings::default()
        };
        let card = db.store.lead_source(&to_id("form")).await.unwrap();
        db.store.save_form_settings(&admin(), &to_id("form"), &settings, &card.form_version).await.unwrap();
        let stale = db.store.save_form_settings(&admin(), &to_id("form"), &FormSettings::default(), &card.form_version).await;
        assert_domain_error(&stale, DomainError::Stale);
        let first = db.store.export().await.unwrap();
        let other = db.sibling().await;
        other.import(std::str::from_utf8(&first).unwrap()).await;
        assert_eq!(other.store.export().await.unwrap(), first);
        let imported = other.store.contact_form(card.line.source.key.reveal()).await.unwrap().unwrap();
        assert_eq!(imported.form, Some(settings));
        other.store.close().await;
        for form in [r#"{"consent": "  "}"#, r#"{"privacy_url": "javascript:1"}"#, r#"{"hides": true}"#, "3"] {
            let file = format!(r#"{{"lead_sources": [{{"id": "x", "name": "X", "kind": "atrio_form", "form": {form}}}]}}"#);
            assert!(db.store.import(file.as_bytes(), &mut |_, _| {}).await.is_err(), "{form}");
        }
    }

    async fn import_of_sources_fills_defaults(db: Database) {
        db.import(r#"{
            "leads": [{"id": "l", "name": "L"}],
            "lead_sources": [{"id": "s", "name": "S", "signing_secret": "", "honeypot": " "}, {"id": "t", "name": "T", "received": 7}],
            "lead_deliveries": [
                {"id": "d", "body": "{\"name\": \"Anna\"}", "source_id": "s", "received_at": "2026-11-01"},
                {"id": "e", "body": "AP8=", "encoding": "base64", "source_id": "s", "received_at": "2026-11-02", "lead_id": "l", "activity_id": "gone"},
                {"id": "f", "body": "", "source_id": "t"},
                {"id": "g", "body": ""}
            ]
        }"#).await;
        let exported: Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let is = |path: &str, value: Value| assert_eq!(exported.pointer(path), Some(&value), "{path}");
        is("/lead_sources/0/kind", "auto".into());
        is("/lead_sources/0/active", true.into());
        is("/lead_sources/0/signing_secret", Value::Null);
        is("/lead_sources/0/honeypot", Value::Null);
        is("/lead_sources/0/mapping", value!({}));
        assert_eq!(exported["lead_sources"][0]["key"].as_str().unwrap().len(), 43);
        // Counted from the file where the file has no counter.
        is("/lead_sources/0/received", 2.into());
        is("/lead_sources/0/taken_in", 1.into());
        is("/lead_sources/0/last_received_at", "2026-11-02T00:00:00.000Z".into());
        is("/lead_sources/1/received", 7.into());
        is("/lead_sources/1/last_received_at", Value::Null);
        is("/lead_deliveries/0/outcome", "received".into());
        is("/lead_deliveries/0/headers", value!({}));
        is("/lead_deliveries/0/repeats", 0.into());
        is("/lead_deliveries/1/outcome", "updated".into());
        is("/lead_deliveries/2/received_at", "2026-11-20T12:00:00.000Z".into());
        is("/lead_deliveries/3/encoding", "text".into());
        // An unprocessed delivery is among the interrupted ones.
        let waiting = db.store.interrupted_deliveries().await.unwrap();
        assert_eq!(waiting.iter().map(domain::id::DeliveryId::as_str).collect::<Vec<_>>(), ["d"]);
        assert!(db.store.process_delivery(&waiting[0]).await.unwrap().outcome.is_taken_in());
    }
}

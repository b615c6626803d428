//! The space of stored deliveries is bounded, and freed with them.

use domain::audit::Actor;
use domain::leads::{RawDelivery, SourceKind};
use domain::settings::space::NearlyFull;
use domain::{DomainError, SettingsDraft};

use crate::leads::card;
use crate::sources::{DAY, deliver, json, source};
use crate::support::{assert_domain_error, on_both_databases};

/// With its copy almost half a megabyte, and different for each `number`.
fn large(number: u32) -> RawDelivery {
    json(&format!(r#"{{"name": "Anna", "x": "{number}{}"}}"#, "x".repeat(240_000)))
}

on_both_databases! {
    async fn full_source_is_refused_until_its_deliveries_are_pruned(db: Database) {
        let [form, other] = [source(&db.store, "form", SourceKind::Generic).await, source(&db.store, "other", SourceKind::Generic).await];
        db.store.set_setting("source_megabytes", "1").await.unwrap();
        for number in 0..2 {
            let id = db.store.receive(Some(&form), &large(number), None).await.unwrap();
            db.store.process_delivery(&id).await.unwrap();
        }
        assert_domain_error(&db.store.receive(Some(&form), &large(2), None).await, DomainError::DeliveriesFull);
        db.store.receive(Some(&form), &json("{}"), None).await.unwrap();
        db.store.receive(Some(&other), &large(2), None).await.unwrap();
        db.store.receive_test(&form, &large(3)).await.unwrap();

        // Another process counts what is stored.
        let process = db.another_process(db.clock.clone()).await;
        assert_domain_error(&process.receive(Some(&form), &large(2), None).await, DomainError::DeliveriesFull);
        process.close().await;
        db.clock.advance(90 * DAY + 1);
        db.store.prune_deliveries().await.unwrap();
        db.execute("DELETE FROM lead_delivery WHERE trial = 1").await;
        db.clock.advance(60_000);
        db.store.receive(Some(&form), &large(2), None).await.unwrap();
    }

    async fn all_deliveries_share_one_limit(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.store.set_setting("delivery_megabytes", "1").await.unwrap();
        db.store.receive(Some(&form), &large(0), None).await.unwrap();
        db.store.receive(None, &large(1), None).await.unwrap();
        assert_domain_error(&db.store.receive(Some(&form), &large(2), None).await, DomainError::DeliveriesFull);
        assert_domain_error(&db.store.receive(None, &large(3), None).await, DomainError::DeliveriesFull);
        // A new limit counts at once.
        let settings = db.store.settings().await.unwrap();
        let more = SettingsDraft { delivery_megabytes: 2, ..settings.record };
        db.store.save_settings(&Actor::Nobody(None), &more, &settings.version).await.unwrap();
        db.store.receive(None, &large(3), None).await.unwrap();
    }

    async fn nearly_full_source_is_a_warning_until_it_has_room(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.store.set_setting("source_megabytes", "1").await.unwrap();
        let warning = async || db.store.space_warnings().await.unwrap().deliveries;
        for number in 0..2 {
            db.store.receive(Some(&form), &large(number), None).await.unwrap();
        }
        db.execute("UPDATE lead_delivery SET outcome = 'ignored', error = 'test'").await;
        assert_eq!(warning().await, None, "it is counted once a minute");
        db.clock.advance(60_000);
        db.store.receive(Some(&form), &json("{}"), None).await.unwrap();
        assert_eq!(warning().await, Some(NearlyFull::Source(form.id.clone(), form.name.clone())));
        db.clock.advance(90 * DAY);
        db.store.prune_deliveries().await.unwrap();
        assert_eq!(warning().await, None);
    }

    async fn payload_is_deleted_with_its_delivery(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let old = deliver(&db.store, &form, r#"{"name": "Anna", "message": "Ciao", "x": "1"}"#).await.lead_id.unwrap();
        db.clock.advance(1);
        let new = deliver(&db.store, &form, r#"{"name": "Bruno", "message": "Ciao"}"#).await.lead_id.unwrap();
        db.clock.advance(90 * DAY);
        assert_eq!(db.store.prune_deliveries().await.unwrap(), 1);
        let [old, new] = [card(&db, old.as_str()).await, card(&db, new.as_str()).await].map(|mut card| card.activities.remove(0));
        assert_eq!((old.payload.is_some(), new.payload.is_some()), (false, true));
        assert!(old.text.starts_with("Ciao"), "{}", old.text);
    }
}

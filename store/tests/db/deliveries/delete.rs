//! Deliveries deleted by a filter.

use domain::audit::{Action, Filter};
use domain::leads::SourceKind;
use domain::leads::delivery::{DeliveredTo, DeliveryFilter};
use domain::leads::source::SourceTrouble;

use crate::leads::card;
use crate::sources::{copy_newest_delivery, deliver, json, source};
use crate::support::{admin, noon, on_both_databases, to_id};

on_both_databases! {
    async fn deliveries_are_deleted_in_batches_and_free_their_space(db: Database) {
        let [form, other] = [source(&db.store, "form", SourceKind::Generic).await, source(&db.store, "other", SourceKind::Generic).await];
        let lead = deliver(&db.store, &form, r#"{"name": "Anna", "message": "Ciao"}"#).await.lead_id.unwrap();
        let kept = deliver(&db.store, &other, r#"{"name": "Bruno"}"#).await.lead_id.unwrap();
        db.store.receive(Some(&form), &json("{}"), None).await.unwrap();
        db.clock.advance(1);
        db.store.receive(Some(&form), &json(r#"{"x": "1"}"#), None).await.unwrap();
        copy_newest_delivery(&db, 519).await;
        db.execute("UPDATE lead_delivery SET outcome = 'spam' WHERE body LIKE '{\"x\"%'").await;
        db.store.note_refusal(&form.id, SourceTrouble::Full).await.unwrap();
        let filter = DeliveryFilter { from: Some(DeliveredTo::Source(form.id.clone())), outcome: None };
        let now = db.store.clock().now();
        assert_eq!(db.store.count_deletable(&filter, domain::Timestamp::from_millis(noon().as_millis() - 1)).await.unwrap(), 0);
        assert_eq!(db.store.count_deletable(&filter, now).await.unwrap(), 521);
        assert_eq!(db.store.delete_deliveries(&admin(), &filter, now).await.unwrap(), 521);

        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery").await, 2);
        let [deleted, kept] = [card(&db, lead.as_str()).await, card(&db, kept.as_str()).await].map(|mut card| card.activities.remove(0));
        assert_eq!((deleted.text.as_str(), deleted.payload.is_some(), kept.payload.is_some()), ("Ciao", false, true));
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.trouble, None);
        let audit = db.store.audit(&Filter { action: Some(Action::DeliveriesDeleted), ..Filter::default() }, None).await.unwrap();
        let lines: Vec<_> = audit.items.iter().map(|entry| (entry.subject_id.as_str(), entry.subject_name.as_str())).collect();
        assert_eq!(lines, [("form", "521 · form")]);
        assert_eq!(db.store.delete_deliveries(&admin(), &filter, now).await.unwrap(), 0);
    }
}

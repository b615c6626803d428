//! Quarantined deliveries: counted, replayed in batches, dismissed.

use domain::leads::{DeliveryOutcome, DeliveryReason, SourceDraft, SourceKind};

use super::replay::{deliver_and_process, exported_leads, map};
use crate::leads::leads;
use crate::sources::{copy_newest_delivery, deliver, draft, json, source};
use crate::support::{admin, on_both_databases, to_id};

on_both_databases! {
    async fn dismissed_delivery_can_be_replayed(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let (id, _) = deliver_and_process(&db, &form, r#"{"servizio": "SEO", "chi": {"x": "Anna"}}"#).await;
        let (taken, _) = deliver_and_process(&db, &form, r#"{"name": "Bruno"}"#).await;
        let (waiting, _) = deliver_and_process(&db, &form, r#"{"servizio": "Ads"}"#).await;
        assert_eq!(db.store.quarantined().await.unwrap(), 2);
        let before = exported_leads(&db).await;
        assert_eq!(db.store.dismiss_deliveries(&[to_id(&taken), to_id("nobody")]).await.unwrap(), 0);
        assert_eq!(exported_leads(&db).await, before);
        for changed in [1, 0] {
            assert_eq!(db.store.dismiss_deliveries(&[to_id(&id), to_id(&taken)]).await.unwrap(), changed);
            let line = db.store.delivery(&to_id(&id)).await.unwrap().line;
            assert_eq!((line.outcome, line.error.unwrap().reason), (DeliveryOutcome::Ignored, DeliveryReason::Dismissed));
        }
        assert_eq!((db.store.quarantined().await.unwrap(), db.store.lead_source(&to_id("form")).await.unwrap().line.quarantined), (1, 1));
        // A repetition is still recognised.
        assert_eq!(deliver(&db.store, &form, r#"{"servizio": "SEO", "chi": {"x": "Anna"}}"#).await.outcome, DeliveryOutcome::Ignored);
        map(&db, &[("name", "/chi/x")]).await;
        let again = db.store.replay(&to_id(&id)).await.unwrap();
        assert_eq!((again.outcome, again.error, leads(&db).await.len()), (DeliveryOutcome::Created, None, 2));
        assert_eq!(db.store.dismiss_deliveries(&[to_id(&id)]).await.unwrap(), 0);
        assert_eq!(db.store.dismiss_deliveries(&[to_id(&waiting)]).await.unwrap(), 1);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.trouble, None);
    }

    async fn spam_can_be_dismissed(db: Database) {
        source(&db.store, "form", SourceKind::Generic).await;
        let version = db.store.lead_source(&to_id("form")).await.unwrap().version;
        let trap = SourceDraft { honeypot: Some("url".to_owned()), ..draft("form", SourceKind::Generic) };
        db.store.save_source(&admin(), &to_id("form"), &trap, &version).await.unwrap();
        let form = crate::sources::open_by_key(&db.store, "form").await;
        let (id, processed) = deliver_and_process(&db, &form, r#"{"name": "Anna", "url": "x"}"#).await;
        assert_eq!(processed.outcome, DeliveryOutcome::Spam);
        assert_eq!(db.store.dismiss_deliveries(&[to_id(&id)]).await.unwrap(), 1);
    }

    async fn replay_quarantine_covers_every_batch(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        // The oldest can be parsed; more than a batch after it never can.
        db.store.receive(Some(&form), &json(r#"{"chi": {"x": "Anna"}}"#), None).await.unwrap();
        db.clock.advance(1);
        db.store.receive(Some(&form), &json("1"), None).await.unwrap();
        copy_newest_delivery(&db, 519).await;
        db.execute("UPDATE lead_delivery SET outcome = 'quarantined', error = 'nobody'").await;
        map(&db, &[("name", "/chi/x")]).await;
        let done = db.store.replay_quarantine(&to_id("form")).await.unwrap();
        assert_eq!((done.taken_in, done.left), (1, 520));
        let done = db.store.replay_quarantine(&to_id("form")).await.unwrap();
        assert_eq!((done.taken_in, done.left), (0, 520));
    }
}

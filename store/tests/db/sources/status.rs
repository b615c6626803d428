//! The status of a source.

use domain::id::SourceId;
use domain::leads::source::SourceTrouble;
use domain::leads::{SourceDraft, SourceKind};

use super::{DAY, admin, deliver, draft, json, open_by_key, source};
use crate::support::{Database, noon, on_both_databases, to_id};

async fn trouble(db: &Database, id: &str) -> Option<SourceTrouble> {
    db.store.lead_source(&to_id(id)).await.unwrap().line.trouble
}

on_both_databases! {
    async fn source_list_is_sorted_by_name_with_counts(db: Database) {
        for (id, name) in [("one", "zeta"), ("two", "Èlan"), ("three", "alfa")] {
            db.store.create_source(&admin(), &to_id(id), &draft(name, SourceKind::Generic)).await.unwrap();
        }
        let names = |lines: &[domain::leads::source::SourceLine]| {
            lines.iter().map(|line| line.source.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&db.store.lead_sources().await.unwrap()), ["alfa", "Èlan", "zeta"]);
        let form = open_by_key(&db.store, "three").await;
        deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
        db.clock.advance(1_000);
        deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
        deliver(&db.store, &form, r#"{"name": "Bruno", "email": "b@b.it"}"#).await;
        db.clock.advance(1_000);
        deliver(&db.store, &form, r#"{"servizio": "SEO"}"#).await;
        let lines = db.store.lead_sources().await.unwrap();
        let line = &lines[0];
        assert_eq!((line.received, line.taken_in, line.quarantined), (3, 2, 1));
        let after = |millis| Some(domain::Timestamp::from_millis(noon().as_millis() + millis));
        assert_eq!((line.last_received_at, line.last_success_at), (after(2_000), after(1_000)));
        assert_eq!((lines[1].received, lines[1].last_received_at), (0, None));
    }

    async fn source_trouble_is_latest_event(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        assert_eq!(trouble(&db, "form").await, None);
        // Never delivered: not silent either.
        db.clock.advance(30 * DAY);
        assert_eq!(trouble(&db, "form").await, None);
        db.store.note_refusal(&form.id, SourceTrouble::BadSignature).await.unwrap();
        assert_eq!(trouble(&db, "form").await, Some(SourceTrouble::BadSignature));
        db.clock.advance(1);
        db.store.note_refusal(&form.id, SourceTrouble::TooLarge).await.unwrap();
        assert_eq!(trouble(&db, "form").await, Some(SourceTrouble::TooLarge));
        db.clock.advance(1);
        deliver(&db.store, &form, r#"{"servizio": "SEO"}"#).await;
        assert_eq!(trouble(&db, "form").await, Some(SourceTrouble::Failing));
        db.clock.advance(1);
        deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
        assert_eq!(trouble(&db, "form").await, None);
        db.clock.advance(7 * DAY);
        assert_eq!(trouble(&db, "form").await, None);
        db.clock.advance(1);
        assert_eq!(trouble(&db, "form").await, Some(SourceTrouble::Silent));
        db.store.set_setting("silent_days", "8").await.unwrap();
        assert_eq!(trouble(&db, "form").await, None);
        db.clock.advance(DAY);
        assert_eq!(trouble(&db, "form").await, Some(SourceTrouble::Silent));
        // A repetition counts as activity too, and an inactive source has no trouble.
        let id = db.store.receive(Some(&form), &json("{}"), Some("one")).await.unwrap();
        db.store.process_delivery(&id).await.unwrap();
        assert_eq!(trouble(&db, "form").await, Some(SourceTrouble::Failing));
        let version = db.store.lead_source(&to_id("form")).await.unwrap().version;
        let off = SourceDraft { active: false, ..draft("form", SourceKind::Generic) };
        db.store.save_source(&admin(), &to_id("form"), &off, &version).await.unwrap();
        assert_eq!(trouble(&db, "form").await, None);
    }

    async fn limited_source_has_trouble_for_an_hour(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        for limit in [SourceTrouble::Full, SourceTrouble::TooMany] {
            db.store.note_refusal(&form.id, limit).await.unwrap();
            db.clock.advance(3_599_999);
            deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
            assert_eq!(trouble(&db, "form").await, Some(limit));
            db.clock.advance(1);
            assert_eq!(trouble(&db, "form").await, None);
        }
    }

    async fn only_refusals_are_recorded_as_trouble(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.store.note_refusal(&form.id, SourceTrouble::Silent).await.unwrap();
        db.store.note_refusal(&SourceId::parse("nobody").unwrap(), SourceTrouble::TooLarge).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_source WHERE refused_at IS NOT NULL").await, 0);
    }
}

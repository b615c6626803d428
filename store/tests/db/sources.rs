//! Sources of leads.

mod status;

use domain::audit::{Action, Filter};
use domain::leads::delivery::DeliveryFilter;
use domain::leads::source::SourceTrouble;
use domain::leads::{LeadSource, Mapping, RawDelivery, SourceDraft, SourceKind};
use domain::{DomainError, Form};
use store::{Error, Store};
use tokio::task::JoinSet;

use crate::leads::leads;
use crate::support::{Database, admin, assert_domain_error, noon, on_both_databases, to_id};

pub(crate) const DAY: i64 = 86_400_000;

pub(crate) fn draft(name: &str, kind: SourceKind) -> SourceDraft {
    SourceDraft { name: name.to_owned(), kind, signing_secret: None, honeypot: None, active: true }
}

/// Creates a source with this id and opens it by its key.
pub(crate) async fn source(store: &Store, id: &str, kind: SourceKind) -> LeadSource {
    store.create_source(&admin(), &to_id(id), &draft(id, kind)).await.unwrap();
    open_by_key(store, id).await
}

/// Opens the source by its key.
pub(crate) async fn open_by_key(store: &Store, id: &str) -> LeadSource {
    let key = store.lead_source(&to_id(id)).await.unwrap().line.source.key;
    store.open_source(key.reveal()).await.unwrap().unwrap()
}

pub(crate) fn json(body: &str) -> RawDelivery {
    RawDelivery {
        body: body.as_bytes().to_vec(),
        content_type: Some("application/json".to_owned()),
        headers: Vec::new(),
    }
}

pub(crate) fn mapping(places: &[(&str, &str)]) -> Mapping {
    let form = places.iter().fold(Form::default(), |form, (field, pointer)| form.with(field, Some(*pointer)));
    Mapping::read(&form).unwrap()
}

/// Delivers `body` and processes it.
pub(crate) async fn deliver(store: &Store, source: &LeadSource, body: &str) -> store::ProcessedDelivery {
    let id = store.receive(Some(source), &json(body), None).await.unwrap();
    store.process_delivery(&id).await.unwrap()
}

/// Copies the newest delivery, as if it had been received as many times more.
pub(crate) async fn copy_newest_delivery(db: &Database, copies: usize) {
    db.execute(format!(
        "WITH RECURSIVE copy (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < {copies}) \
         INSERT INTO lead_delivery (id, source_id, received_at, outcome, repeats, content_type, headers, encoding, body) \
         SELECT id || '-' || number, source_id, received_at, outcome, repeats, content_type, headers, encoding, body \
         FROM copy, (SELECT * FROM lead_delivery ORDER BY received_at DESC, id DESC LIMIT 1) newest"
    ))
    .await;
    let newest = "(SELECT source_id FROM lead_delivery ORDER BY received_at DESC, id DESC LIMIT 1)";
    db.execute(format!("UPDATE lead_source SET received = received + {copies} WHERE id = {newest}")).await;
}

/// The audit log entries about sources, oldest first.
async fn audit_entries(db: &Database) -> Vec<(Action, String, String)> {
    let page = db.store.audit(&Filter::default(), None).await.unwrap();
    let lines = page.items.into_iter().rev();
    lines.map(|entry| (entry.action, entry.subject_id, entry.subject_name)).collect()
}

on_both_databases! {
    async fn create_source_twice_creates_one(db: Database) {
        let first = source(&db.store, "form", SourceKind::Tally).await;
        assert_eq!(first.key.reveal().len(), 43);
        assert_eq!((first.kind, first.active, first.created_at), (SourceKind::Tally, true, noon()));
        assert!(first.mapping.is_empty());
        let again = source(&db.store, "form", SourceKind::Tally).await;
        assert_eq!(again, first);
        let changed = db.store.create_source(&admin(), &to_id("form"), &draft("form", SourceKind::Meta)).await;
        assert!(matches!(changed, Err(store::Error::Domain(DomainError::Stale))), "{changed:?}");
        let other = source(&db.store, "other", SourceKind::Tally).await;
        assert_ne!(other.key, first.key);
        assert_eq!(db.store.lead_sources().await.unwrap().len(), 2);
        assert_eq!(audit_entries(&db).await.len(), 2);
    }

    async fn only_active_source_opens_by_key(db: Database) {
        let on = source(&db.store, "form", SourceKind::Auto).await;
        let key = on.key.reveal().to_owned();
        for unknown in ["", "form", "a\0b", &key[1..], &"x".repeat(100_000)] {
            assert_eq!(db.store.open_source(unknown).await.unwrap(), None);
        }
        let version = db.store.lead_source(&to_id("form")).await.unwrap().version;
        let off = SourceDraft { active: false, ..draft("form", SourceKind::Auto) };
        db.store.save_source(&admin(), &to_id("form"), &off, &version).await.unwrap();
        assert_eq!(db.store.open_source(&key).await.unwrap(), None);
    }

    async fn stale_source_form_is_rejected(db: Database) {
        source(&db.store, "form", SourceKind::Auto).await;
        let seen = db.store.lead_source(&to_id("form")).await.unwrap();
        let mine = SourceDraft {
            signing_secret: Some("segreto".to_owned()), honeypot: Some("url".to_owned()),
            ..draft("Modulo", SourceKind::WpForms)
        };
        db.store.save_source(&admin(), &to_id("form"), &mine, &seen.version).await.unwrap();
        // The same form again has no further effect.
        db.store.save_source(&admin(), &to_id("form"), &mine, &seen.version).await.unwrap();
        let other = draft("Altro", SourceKind::Auto);
        assert_domain_error(&db.store.save_source(&admin(), &to_id("form"), &other, &seen.version).await, DomainError::Stale);
        let now = open_by_key(&db.store, "form").await;
        assert!(SourceDraft::from(&now) == mine);

        let places = mapping(&[("email", "/posta")]);
        db.store.save_mapping(&admin(), &to_id("form"), &places, &seen.mapping_version).await.unwrap();
        db.store.save_mapping(&admin(), &to_id("form"), &places, &seen.mapping_version).await.unwrap();
        assert_domain_error(&db.store.save_mapping(&admin(), &to_id("form"), &mapping(&[]), &seen.mapping_version).await, DomainError::Stale);
        assert_eq!(open_by_key(&db.store, "form").await.mapping, places);
        for unknown in ["nobody", "no-source"] {
            assert_domain_error(&db.store.lead_source(&to_id(unknown)).await, DomainError::UnknownRecord);
            assert_domain_error(&db.store.save_source(&admin(), &to_id(unknown), &other, "").await, DomainError::UnknownRecord);
            assert_domain_error(&db.store.save_mapping(&admin(), &to_id(unknown), &places, "").await, DomainError::UnknownRecord);
            assert_domain_error(&db.store.delete_source(&admin(), &to_id(unknown)).await, DomainError::UnknownRecord);
        }
    }

    async fn rotating_source_key_twice_changes_it_once(db: Database) {
        let before = source(&db.store, "form", SourceKind::Auto).await;
        let seen = db.store.lead_source(&to_id("form")).await.unwrap().key_version;
        db.store.rotate_source_key(&admin(), &to_id("form"), &seen).await.unwrap();
        let after = open_by_key(&db.store, "form").await;
        db.store.rotate_source_key(&admin(), &to_id("form"), &seen).await.unwrap();
        assert_eq!(open_by_key(&db.store, "form").await, after);
        assert!(after.key != before.key && after.key.reveal().len() == 43);
        assert_eq!(db.store.open_source(before.key.reveal()).await.unwrap(), None);
    }

    async fn audit_log_lists_source_changes_without_secrets(db: Database) {
        let made = source(&db.store, "form", SourceKind::Auto).await;
        let card = db.store.lead_source(&to_id("form")).await.unwrap();
        let named = SourceDraft { signing_secret: Some("segreto".to_owned()), ..draft("Modulo", SourceKind::Tally) };
        db.clock.advance(1);
        db.store.save_source(&admin(), &to_id("form"), &named, &card.version).await.unwrap();
        db.clock.advance(1);
        db.store.save_mapping(&admin(), &to_id("form"), &mapping(&[("name", "/n")]), &card.mapping_version).await.unwrap();
        db.clock.advance(1);
        db.store.rotate_source_key(&admin(), &to_id("form"), &card.key_version).await.unwrap();
        db.clock.advance(1);
        db.store.delete_source(&admin(), &to_id("form")).await.unwrap();
        let line = |action, name: &str| (action, "form".to_owned(), name.to_owned());
        let entries = audit_entries(&db).await;
        assert_eq!(entries, [
            line(Action::SourceCreated, "form"),
            line(Action::SourceChanged, "Modulo"),
            line(Action::SourceChanged, "Modulo"),
            line(Action::SourceKeyRotated, "Modulo"),
            line(Action::SourceDeleted, "Modulo"),
        ]);
        let entries = format!("{entries:?}");
        assert!(!entries.contains("segreto") && !entries.contains(made.key.reveal()));
    }

    async fn deleting_source_deletes_deliveries_keeps_leads(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = source(&db.store, "other", SourceKind::Generic).await;
        for from in [&form, &other] {
            for name in ["Anna", "Bruno"] {
                deliver(&db.store, from, &format!(r#"{{"name": "{name}"}}"#)).await;
            }
        }
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().stored_deliveries, 2);
        db.store.delete_source(&admin(), &to_id("form")).await.unwrap();
        let left = db.store.deliveries(&DeliveryFilter::default(), None).await.unwrap().items;
        assert!(left.len() == 2 && left.iter().all(|one| one.source.as_ref().unwrap().1 == "other"));
        assert_eq!(leads(&db).await.len(), 4);
        // A stale form gets an error, and nothing breaks.
        assert_domain_error(&db.store.receive(Some(&form), &json("{}"), None).await, DomainError::UnknownRecord);
        db.store.note_refusal(&form.id, SourceTrouble::TooLarge).await.unwrap();
    }

    async fn source_key_can_rotate_during_deliveries(db: Database) {
        let other = db.another_process(db.clock.clone()).await;
        let from = source(&db.store, "form", SourceKind::Generic).await;
        let mut deliveries = JoinSet::new();
        for number in 0..60 {
            let (store, from) = (if number % 2 == 0 { db.store.clone() } else { other.clone() }, from.clone());
            deliveries.spawn(async move { drop(deliver(&store, &from, &format!(r#"{{"name": "N{number}"}}"#)).await) });
        }
        for _ in 0..10 {
            let seen = db.store.lead_source(&to_id("form")).await.unwrap().key_version;
            other.rotate_source_key(&admin(), &to_id("form"), &seen).await.unwrap();
        }
        deliveries.join_all().await;
        let line = db.store.lead_source(&to_id("form")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in), (60, 60));
        other.close().await;
    }

    async fn source_can_be_deleted_during_deliveries(db: Database) {
        let other = db.another_process(db.clock.clone()).await;
        for round in 0..5 {
            let from = source(&db.store, &format!("form-{round}"), SourceKind::Generic).await;
            let mut deliveries = JoinSet::new();
            for number in 0..24 {
                let (store, from) = (if number % 2 == 0 { db.store.clone() } else { other.clone() }, from.clone());
                deliveries.spawn(async move {
                    let id = store.receive(Some(&from), &json(&format!(r#"{{"name": "N{number}"}}"#)), None).await?;
                    store.process_delivery(&id).await
                });
            }
            tokio::task::yield_now().await;
            other.delete_source(&admin(), &from.id).await.unwrap();
            for delivered in deliveries.join_all().await {
                assert!(matches!(delivered, Ok(_) | Err(Error::Domain(DomainError::UnknownRecord))), "{delivered:?}");
            }
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_delivery").await, 0);
        other.close().await;
    }
}

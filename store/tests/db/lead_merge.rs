//! Merging two leads of one person, and undoing it.

mod candidates;
mod chains;
mod concurrency;
mod deliveries;

use domain::audit::{Action, Filter};
use domain::id::LeadId;
use domain::leads::{LeadFilter, MergeLine};
use domain::{Activity, ActivityKind, DomainError, Lead, LeadDraft, LeadStatus, Timestamp};
use store::Result;

use crate::leads::{card, leads};
use crate::support::{Database, admin, assert_domain_error, noon, on_both_databases, to_id};

/// Anna with few fields, Bruno with all, and a client for each.
pub(crate) const LEADS: &str = r#"{
"members": [{"id": "luca", "name": "Luca", "email": "luca@x.it", "role": "member"}],
"clients": [{"id": "orto", "name": "Orto"}, {"id": "bosco", "name": "Bosco"}],
"leads": [
  {"id": "anna", "name": "Anna Verdi", "source": "sito", "status": "contacted",
   "last_contact_date": "2026-11-05", "created_at": "2026-11-04"},
  {"id": "bruno", "name": "A. Verdi", "email": "anna@verdi.it", "phone": "333 1234567", "company": "Orto",
   "source": "fiera", "call_date": "2026-12-01T09:00:30.5Z", "last_contact_date": "2026-11-08",
   "value_cents": 250000, "next_step": "Preventivo", "next_step_on": "2026-12-03", "assigned": ["luca"],
   "created_at": "2026-11-01"},
  {"id": "carla", "name": "Carla", "email": "carla@b.it", "phone": "02 1", "created_at": "2026-10-01"}
],
"activities": [
  {"id": "a1", "lead_id": "anna", "kind": "message", "text": "Vorrei un sito", "created_at": "2026-11-04"},
  {"id": "b1", "lead_id": "bruno", "kind": "meeting", "text": "Ci vediamo", "starts_at": "2026-12-01T09:00:30.5Z",
   "payload": {"nome": "A. Verdi"}, "created_at": "2026-11-01"},
  {"id": "b2", "lead_id": "bruno", "kind": "call", "text": "Chiamato", "created_at": "2026-11-08"},
  {"id": "c1", "lead_id": "carla", "kind": "note", "text": "Nota", "created_at": "2026-10-01"}
]}"#;

/// Merges with the versions that the page shows.
pub(crate) async fn merge(db: &Database, remaining: &str, removed: &str) -> Result<()> {
    let seen = db.store.merge_plan(&to_id(remaining), &to_id(removed)).await?.version;
    db.store.merge_leads(&admin(), &to_id(remaining), &to_id(removed), &seen).await
}

/// The leads merged into `lead`, the latest first.
pub(crate) async fn merges(db: &Database, lead: &str) -> Vec<MergeLine> {
    db.store.merges(&LeadId::parse(lead).unwrap()).await.unwrap()
}

/// Undoes the merge of the removed lead `duplicate` into `lead`.
pub(crate) async fn undo_merge(db: &Database, lead: &str, removed: &str) -> Result<()> {
    let merges = merges(db, lead).await;
    let merge = merges.iter().find(|merge| merge.duplicate_id.as_str() == removed).expect("it was merged");
    db.store.undo_merge(&admin(), &merge.id, &to_id(removed)).await
}

/// The lead and its activities, without the notes of merges.
pub(crate) async fn lead_with_activities(db: &Database, id: &str) -> (Lead, Vec<Activity>) {
    let card = card(db, id).await;
    let happened = card.activities.into_iter().filter(|one| !is_note_of_merge(one));
    (card.lead.record, happened.collect())
}

pub(crate) fn is_note_of_merge(activity: &Activity) -> bool {
    activity.kind == ActivityKind::Note && activity.text.starts_with("Unito con")
}

fn ids(activities: &[Activity]) -> Vec<&str> {
    activities.iter().map(|one| one.id.as_str()).collect()
}

fn day(day: &str) -> Timestamp {
    day.parse().unwrap()
}

async fn found(db: &Database, word: &str) -> Vec<String> {
    let filter = LeadFilter { search: word.to_owned(), ..LeadFilter::default() };
    let found = db.store.lead_list(&filter, None).await.unwrap().page.items;
    found.into_iter().map(|lead| lead.id.to_string()).collect()
}

on_both_databases! {
    async fn merge_fills_blanks_and_moves_activities(db: Database) {
        db.import(LEADS).await;
        let (anna, _) = lead_with_activities(&db, "anna").await;
        let (bruno, _) = lead_with_activities(&db, "bruno").await;
        merge(&db, "anna", "bruno").await.unwrap();
        let merged = card(&db, "anna").await;
        let expected = Lead {
            email: bruno.email.clone(), phone: bruno.phone.clone(), company: bruno.company.clone(),
            call_date: bruno.call_date, last_contact_date: day("2026-11-08"), created_at: day("2026-11-01"),
            value_cents: Some(250_000), next_step: bruno.next_step.clone(), next_step_on: bruno.next_step_on,
            ..anna
        };
        assert_eq!(merged.lead.record, expected);
        assert_eq!(db.store.members_of_lead(&to_id("anna")).await.unwrap(), [to_id("luca")]);
        assert_eq!(ids(&merged.activities)[..3], ["b1", "a1", "b2"]);
        let note = &merged.activities[3];
        assert_eq!((note.kind, note.created_at), (ActivityKind::Note, noon()));
        assert_eq!(
            note.text,
            "Unito con A. Verdi\nE-mail: anna@verdi.it\nTelefono: 333 1234567\nAzienda: Orto\nProvenienza: fiera\n\
             Valore: 2.500,00\u{a0}€\nProssimo passo: Preventivo"
        );
        assert_eq!(leads(&db).await.len(), 2);
        for word in ["verdi", "1234567", "anna@verdi.it"] {
            assert_eq!(found(&db, word).await, ["anna"], "{word}");
        }
        // The id of the removed lead finds the remaining one.
        assert_eq!(card(&db, "bruno").await.lead.record.id.as_str(), "anna");
        let line = merges(&db, "anna").await.remove(0);
        assert_eq!((line.duplicate_id.as_str(), line.name.as_str(), line.merged_at), ("bruno", "A. Verdi", noon()));
    }

    async fn undo_merge_restores_both_leads(db: Database) {
        db.import(LEADS).await;
        let before = (lead_with_activities(&db, "anna").await, lead_with_activities(&db, "bruno").await);
        merge(&db, "anna", "bruno").await.unwrap();
        undo_merge(&db, "anna", "bruno").await.unwrap();
        assert_eq!((lead_with_activities(&db, "anna").await, lead_with_activities(&db, "bruno").await), before);
        assert_eq!(db.store.members_of_lead(&to_id("anna")).await.unwrap(), []);
        assert_eq!(db.store.members_of_lead(&to_id("bruno")).await.unwrap(), [to_id("luca")]);
        assert_eq!(card(&db, "anna").await.activity_count, 1, "the note is deleted");
        assert_eq!(merges(&db, "anna").await, []);
        assert_eq!((found(&db, "1234567").await, found(&db, "sito").await.len()), (vec!["bruno".to_owned()], 0));
        // In the other direction.
        merge(&db, "bruno", "anna").await.unwrap();
        assert_eq!(card(&db, "bruno").await.lead.record.name, "A. Verdi");
        undo_merge(&db, "bruno", "anna").await.unwrap();
        assert_eq!((lead_with_activities(&db, "anna").await, lead_with_activities(&db, "bruno").await), before);
    }

    async fn undo_merge_fails_after_any_change(db: Database) {
        for change in [
            "UPDATE lead SET phone = '06 9' WHERE id = 'anna'",
            "UPDATE lead SET name = 'Anna Rossi' WHERE id = 'anna'",
            "DELETE FROM client WHERE id = 'orto'",
            "DELETE FROM activity WHERE id = 'a1'",
            "DELETE FROM activity WHERE id = 'b1'",
            "DELETE FROM activity WHERE text LIKE 'Unito con%'",
            "INSERT INTO activity (id, lead_id, kind, text, created_at) VALUES ('new', 'anna', 'note', 'x', 0)",
        ] {
            db.import(LEADS).await;
            db.execute("UPDATE lead SET client_id = 'orto' WHERE id = 'anna'").await;
            merge(&db, "anna", "bruno").await.unwrap();
            assert!(merges(&db, "anna").await[0].can_undo);
            db.execute(change).await;
            assert!(!merges(&db, "anna").await[0].can_undo, "{change}");
            assert_domain_error(&undo_merge(&db, "anna", "bruno").await, DomainError::Stale);
            assert_eq!((leads(&db).await.len(), merges(&db, "anna").await.len()), (2, 1), "{change}");
            db.execute("DELETE FROM lead").await;
            db.execute("DELETE FROM client").await;
            db.execute("DELETE FROM member").await;
        }
    }

    async fn undo_merge_works_after_change_was_reverted(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "bruno").await.unwrap();
        for (from, to, can_undo) in [
            (LeadStatus::Contacted, LeadStatus::Lost, false), (LeadStatus::Lost, LeadStatus::Contacted, true),
        ] {
            db.store.move_lead(&to_id("anna"), from, to).await.unwrap();
            assert_eq!(merges(&db, "anna").await[0].can_undo, can_undo);
        }
        undo_merge(&db, "anna", "bruno").await.unwrap();
    }

    async fn merge_of_earlier_release_cannot_be_undone(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "bruno").await.unwrap();
        db.execute(r#"UPDATE lead_merge SET snapshot = REPLACE(snapshot, '"version"', '"after"')"#).await;
        assert!(!merges(&db, "anna").await[0].can_undo);
        assert_domain_error(&undo_merge(&db, "anna", "bruno").await, DomainError::Stale);
    }

    async fn repeated_merge_and_undo_apply_once(db: Database) {
        db.import(LEADS).await;
        let seen = db.store.merge_plan(&to_id("anna"), &to_id("bruno")).await.unwrap().version;
        for _ in 0..2 {
            db.store.merge_leads(&admin(), &to_id("anna"), &to_id("bruno"), &seen).await.unwrap();
        }
        let merge = merges(&db, "anna").await.remove(0).id;
        for _ in 0..2 {
            db.store.undo_merge(&admin(), &merge, &to_id("bruno")).await.unwrap();
        }
        assert_domain_error(&db.store.undo_merge(&admin(), &merge, &to_id("nobody")).await, DomainError::UnknownRecord);
        let audit_log = db.store.audit(&Filter::default(), None).await.unwrap().items;
        let done: Vec<_> = audit_log.iter().map(|line| (line.action, &*line.subject_id, &*line.subject_name)).collect();
        let expected = [
            (Action::LeadsSeparated, "bruno", "A. Verdi"), (Action::LeadsMerged, "anna", "Anna Verdi"),
        ];
        assert!(done.len() == 2 && expected.iter().all(|one| done.contains(one)), "{done:?}");
    }

    async fn stale_merge_is_rejected(db: Database) {
        db.import(LEADS).await;
        let seen = db.store.merge_plan(&to_id("anna"), &to_id("bruno")).await.unwrap().version;
        db.store.move_lead(&to_id("bruno"), LeadStatus::New, LeadStatus::Lost).await.unwrap();
        let stale = db.store.merge_leads(&admin(), &to_id("anna"), &to_id("bruno"), &seen).await;
        assert_domain_error(&stale, DomainError::Stale);
        let seen = db.store.merge_plan(&to_id("anna"), &to_id("bruno")).await.unwrap().version;
        let reversed = db.store.merge_leads(&admin(), &to_id("bruno"), &to_id("anna"), &seen).await;
        assert_domain_error(&reversed, DomainError::Stale);
        for (remaining, removed) in [("anna", "anna"), ("anna", "nobody"), ("nobody", "anna")] {
            assert_domain_error(&db.store.merge_leads(&admin(), &to_id(remaining), &to_id(removed), &seen).await, DomainError::UnknownRecord);
            assert_domain_error(&db.store.merge_plan(&to_id(remaining), &to_id(removed)).await, DomainError::UnknownRecord);
        }
        // A lead that was merged into another one no longer exists.
        merge(&db, "carla", "bruno").await.unwrap();
        assert_domain_error(&db.store.merge_leads(&admin(), &to_id("anna"), &to_id("bruno"), &seen).await, DomainError::UnknownRecord);
        assert_eq!(leads(&db).await.len(), 2);
    }

    async fn merge_keeps_client_of_either_lead(db: Database) {
        db.import(LEADS).await;
        db.execute("UPDATE lead SET client_id = 'orto', status = 'won' WHERE id = 'bruno'").await;
        merge(&db, "anna", "bruno").await.unwrap();
        let merged = card(&db, "anna").await;
        assert_eq!(merged.client.map(|(id, _)| id.to_string()).as_deref(), Some("orto"));
        assert_eq!(merged.lead.record.status, LeadStatus::Won);
        undo_merge(&db, "anna", "bruno").await.unwrap();
        let (anna, bruno) = (lead_with_activities(&db, "anna").await.0, lead_with_activities(&db, "bruno").await.0);
        assert_eq!((anna.client_id, anna.status), (None, LeadStatus::Contacted));
        assert_eq!((bruno.client_id.map(String::from).as_deref(), bruno.status), (Some("orto"), LeadStatus::Won));
        db.execute("UPDATE lead SET client_id = 'bosco' WHERE id = 'anna'").await;
        assert!(db.store.merge_plan(&to_id("anna"), &to_id("bruno")).await.unwrap().clients_differ);
        assert_domain_error(&merge(&db, "anna", "bruno").await, DomainError::ClientsDiffer);
    }

    async fn undo_merge_fails_when_email_was_taken(db: Database) {
        db.import(LEADS).await;
        let bruno = lead_with_activities(&db, "bruno").await;
        merge(&db, "carla", "bruno").await.unwrap();
        db.store.create_lead(to_id("dora"), &LeadDraft::from(&bruno.0), None).await.unwrap();
        assert_domain_error(&undo_merge(&db, "carla", "bruno").await, DomainError::EmailTaken);
        assert_eq!((leads(&db).await.len(), merges(&db, "carla").await.len()), (3, 1));
        db.store.delete_lead(&admin(), &to_id("dora")).await.unwrap();
        undo_merge(&db, "carla", "bruno").await.unwrap();
        assert_eq!(lead_with_activities(&db, "bruno").await, bruno);
    }

    async fn undo_merge_does_not_overwrite_reimported_lead(db: Database) {
        db.import(LEADS).await;
        merge(&db, "carla", "bruno").await.unwrap();
        db.import(r#"{"leads": [{"id": "bruno", "name": "Di prima"}]}"#).await;
        assert_domain_error(&undo_merge(&db, "carla", "bruno").await, DomainError::Stale);
        assert_eq!(card(&db, "bruno").await.lead.record.name, "Di prima");
        // The imported lead can be merged itself.
        let bruno = lead_with_activities(&db, "bruno").await;
        merge(&db, "anna", "bruno").await.unwrap();
        undo_merge(&db, "anna", "bruno").await.unwrap();
        assert_eq!(lead_with_activities(&db, "bruno").await, bruno);
    }

    async fn deleting_lead_deletes_its_merges(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "carla", "anna").await.unwrap();
        let merge_id = merges(&db, "carla").await.remove(0).id;
        db.store.delete_lead(&admin(), &to_id("carla")).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_merge").await, 0);
        assert_domain_error(&db.store.undo_merge(&admin(), &merge_id, &to_id("anna")).await, DomainError::UnknownRecord);
        assert!(leads(&db).await.is_empty());
    }

    async fn create_lead_after_merge_returns_kept_lead(db: Database) {
        db.import(LEADS).await;
        let draft = LeadDraft::from(&lead_with_activities(&db, "anna").await.0);
        let made = |id: &'static str| db.store.create_lead(to_id(id), &draft, None);
        made("new").await.unwrap();
        merge(&db, "anna", "new").await.unwrap();
        assert_eq!(made("new").await.unwrap().as_str(), "anna");
        assert_eq!(leads(&db).await.len(), 3);
    }

    async fn merge_and_undo_move_hundreds_of_activities(db: Database) {
        db.import(LEADS).await;
        let note = domain::ActivityDraft { kind: ActivityKind::Note, text: "x".to_owned() };
        for number in 0..250 {
            db.store.add_activity(&admin(), &to_id("bruno"), &to_id(&format!("n{number}")), &note).await.unwrap();
        }
        merge(&db, "anna", "bruno").await.unwrap();
        assert_eq!(card(&db, "anna").await.activity_count, 254);
        undo_merge(&db, "anna", "bruno").await.unwrap();
        assert_eq!((card(&db, "anna").await.activity_count, card(&db, "bruno").await.activity_count), (1, 252));
    }
}

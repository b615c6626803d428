//! Chains of merges are undone in reverse order.

use domain::{Activity, DomainError, Lead};

use super::{LEADS, assert_domain_error, lead_with_activities, merge, merges, undo_merge};
use crate::support::{Database, on_both_databases};

/// Anna, Bruno and Carla, with their activities.
async fn all_leads(db: &Database) -> Vec<(Lead, Vec<Activity>)> {
    let mut all = Vec::new();
    for id in ["anna", "bruno", "carla"] {
        all.push(lead_with_activities(db, id).await);
    }
    all
}

/// The leads merged into `lead`, the latest first, and whether each can be undone.
async fn lines(db: &Database, lead: &str) -> Vec<(String, bool)> {
    merges(db, lead).await.into_iter().map(|merge| (merge.duplicate_id.into(), merge.can_undo)).collect()
}

fn line(removed: &str, can_undo: bool) -> (String, bool) {
    (removed.to_owned(), can_undo)
}

on_both_databases! {
    async fn merge_chain_undoes_outer_first(db: Database) {
        db.import(LEADS).await;
        db.import(r#"{"leads": [{"id": "dora", "name": "Dora"}]}"#).await;
        let before = all_leads(&db).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "carla", "anna").await.unwrap();
        merge(&db, "dora", "carla").await.unwrap();
        assert_eq!(lead_with_activities(&db, "dora").await.1.len(), 4);
        assert_eq!(lines(&db, "dora").await, [line("carla", true), line("anna", false), line("bruno", false)]);
        for inner in ["anna", "bruno"] {
            assert_domain_error(&undo_merge(&db, "dora", inner).await, DomainError::Stale);
        }
        undo_merge(&db, "dora", "carla").await.unwrap();
        assert_eq!(lines(&db, "carla").await, [line("anna", true), line("bruno", false)]);
        undo_merge(&db, "carla", "anna").await.unwrap();
        assert_eq!(lines(&db, "anna").await, [line("bruno", true)]);
        undo_merge(&db, "anna", "bruno").await.unwrap();
        assert_eq!(all_leads(&db).await, before);
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 4, "all notes are deleted");
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_merge").await, 0);
    }

    async fn two_merges_into_one_lead_undo_latest_first(db: Database) {
        db.import(LEADS).await;
        let before = all_leads(&db).await;
        // With the same timestamp.
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "anna", "carla").await.unwrap();
        assert_eq!(lines(&db, "anna").await, [line("carla", true), line("bruno", false)]);
        assert_domain_error(&undo_merge(&db, "anna", "bruno").await, DomainError::Stale);
        undo_merge(&db, "anna", "carla").await.unwrap();
        undo_merge(&db, "anna", "bruno").await.unwrap();
        assert_eq!(all_leads(&db).await, before);
    }
}

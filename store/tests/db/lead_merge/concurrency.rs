//! Concurrent merges, undos and deliveries: no deadlock, nothing lost.

use domain::DomainError;
use serde_json::{Value, json};
use store::{Error, Store};
use tokio::task::JoinSet;

use super::{LEADS, admin, merges, undo_merge};
use crate::leads::{deliver_to_main, leads};
use crate::support::{on_both_databases, to_id};

fn body(email: &str) -> Value {
    json!({"name": "Chi scrive", "email": email, "message": "Eccomi"})
}

async fn try_merge(store: Store, remaining: &'static str, removed: &'static str) -> bool {
    let seen = match store.merge_plan(&to_id(remaining), &to_id(removed)).await {
        Ok(plan) => plan.version,
        Err(_) => return false,
    };
    match store.merge_leads(&admin(), &to_id(remaining), &to_id(removed), &seen).await {
        Ok(()) => true,
        Err(Error::Domain(DomainError::UnknownRecord | DomainError::Stale)) => false,
        Err(error) => panic!("{error}"),
    }
}

on_both_databases! {
    async fn concurrent_merges_lose_no_activity(db: Database) {
        db.import(LEADS).await;
        for _ in 0..4 {
            for email in ["anna@verdi.it", "carla@b.it"] {
                deliver_to_main(&db.store, &body(email)).await;
            }
        }
        let mut all = JoinSet::new();
        for _ in 0..8 {
            for (remaining, removed) in [("anna", "bruno"), ("bruno", "anna"), ("bruno", "carla"), ("carla", "bruno")] {
                all.spawn(try_merge(db.store.clone(), remaining, removed));
            }
        }
        assert!(all.join_all().await.contains(&true));
        let activities = db.number("SELECT COUNT(*) FROM activity").await;
        let left = leads(&db).await;
        assert_eq!(activities, 4 + 8 + 3 - i64::try_from(left.len()).unwrap(), "every merge adds one note");
    }

    async fn deliveries_during_merge_and_undo_are_kept(db: Database) {
        db.import(LEADS).await;
        let mut all = JoinSet::new();
        for _ in 0..6 {
            let store = db.store.clone();
            all.spawn(async move {
                for _ in 0..10 {
                    deliver_to_main(&store, &body("anna@verdi.it")).await;
                }
            });
        }
        for _ in 0..6 {
            if try_merge(db.store.clone(), "carla", "bruno").await {
                // A delivery may have arrived since, or have created a lead with the e-mail just before the
                // merge.
                match undo_merge(&db, "carla", "bruno").await {
                    Ok(()) | Err(Error::Domain(DomainError::Stale | DomainError::EmailTaken)) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        all.join_all().await;
        let messages = db.number("SELECT COUNT(*) FROM activity WHERE text = 'Eccomi'").await;
        assert_eq!(messages, 60);
    }

    async fn concurrent_undos_undo_once(db: Database) {
        db.import(LEADS).await;
        assert!(try_merge(db.store.clone(), "anna", "bruno").await);
        let merge = merges(&db, "anna").await.remove(0).id;
        let mut all = JoinSet::new();
        for _ in 0..8 {
            let (store, merge) = (db.store.clone(), merge.clone());
            all.spawn(async move { store.undo_merge(&admin(), &merge, &to_id("bruno")).await });
        }
        for done in all.join_all().await {
            done.unwrap();
        }
        let filter = domain::audit::Filter { action: Some(domain::audit::Action::LeadsSeparated), ..Default::default() };
        assert_eq!(db.store.audit(&filter, None).await.unwrap().items.len(), 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 4);
    }
}

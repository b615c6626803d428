//! Merges of merged leads, undone in every order.

use domain::{Activity, Lead};

use super::{LEADS, all_of, merge, merges, separate};
use crate::support::{Database, on_both_databases};

/// Anna, Bruno and Carla with everything that is theirs.
async fn everybody(db: &Database) -> Vec<(Lead, Vec<Activity>)> {
    let mut all = Vec::new();
    for id in ["anna", "bruno", "carla"] {
        all.push(all_of(db, id).await);
    }
    all
}

on_both_databases! {
    async fn a_chain_comes_apart_from_the_inside(db: Database) {
        db.import(LEADS).await;
        let before = everybody(&db).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "carla", "anna").await.unwrap();
        assert_eq!(all_of(&db, "carla").await.1.len(), 4);
        let names: Vec<_> = merges(&db, "carla").await.into_iter().map(|merge| merge.name).collect();
        assert_eq!(names, ["Anna Verdi", "A. Verdi"]);
        separate(&db, "carla", "bruno").await.unwrap();
        assert_eq!(all_of(&db, "bruno").await, before[1]);
        assert_eq!(all_of(&db, "carla").await.0.company, None, "she had it from Anna, who had it from Bruno");
        separate(&db, "carla", "anna").await.unwrap();
        assert_eq!(everybody(&db).await, before);
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 4, "no note is left");
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_merge").await, 0);
    }

    async fn a_chain_comes_apart_from_the_outside(db: Database) {
        db.import(LEADS).await;
        let before = everybody(&db).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "carla", "anna").await.unwrap();
        separate(&db, "carla", "anna").await.unwrap();
        assert_eq!(all_of(&db, "carla").await, before[2]);
        assert_eq!(all_of(&db, "anna").await.1.len(), 3);
        assert_eq!(merges(&db, "anna").await.len(), 1);
        separate(&db, "anna", "bruno").await.unwrap();
        assert_eq!(everybody(&db).await, before);
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 4, "no note is left");
    }

    async fn two_merges_into_one_lead_come_apart_in_any_order(db: Database) {
        db.import(LEADS).await;
        let before = everybody(&db).await;
        for order in [["bruno", "carla"], ["carla", "bruno"]] {
            // At the same moment, by the clock.
            merge(&db, "anna", "bruno").await.unwrap();
            merge(&db, "anna", "carla").await.unwrap();
            assert_eq!(all_of(&db, "anna").await.1.len(), 4);
            separate(&db, "anna", order[0]).await.unwrap();
            separate(&db, "anna", order[1]).await.unwrap();
            assert_eq!(everybody(&db).await, before, "{order:?}");
        }
    }

    async fn a_later_merge_gives_what_an_undone_one_had_given(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "anna", "carla").await.unwrap();
        separate(&db, "anna", "bruno").await.unwrap();
        let anna = all_of(&db, "anna").await.0;
        assert_eq!(anna.email.map(String::from).as_deref(), Some("carla@b.it"));
        assert_eq!((anna.phone.as_deref(), anna.company), (Some("02 1"), None));
    }

    async fn a_later_merge_gives_no_email_that_somebody_has_by_now(db: Database) {
        db.import(LEADS).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "anna", "carla").await.unwrap();
        db.import(r#"{"leads": [{"id": "dora", "name": "Dora", "email": "carla@b.it"}]}"#).await;
        separate(&db, "anna", "bruno").await.unwrap();
        let anna = all_of(&db, "anna").await.0;
        assert_eq!((anna.email, anna.phone.as_deref()), (None, Some("02 1")));
    }

    async fn what_went_back_and_came_again_is_not_taken_along_by_another(db: Database) {
        db.import(LEADS).await;
        let before = everybody(&db).await;
        merge(&db, "anna", "bruno").await.unwrap();
        merge(&db, "carla", "anna").await.unwrap();
        separate(&db, "carla", "bruno").await.unwrap();
        merge(&db, "carla", "bruno").await.unwrap();
        separate(&db, "carla", "anna").await.unwrap();
        assert_eq!(all_of(&db, "anna").await, before[0]);
        assert_eq!(all_of(&db, "carla").await.1.len(), 3);
        separate(&db, "carla", "bruno").await.unwrap();
        assert_eq!(everybody(&db).await, before);
    }
}

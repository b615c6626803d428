//! Approval of deliverables.

use domain::{Approval, DeliverableStatus, DomainError, Timestamp};
use tokio::task::JoinSet;

use crate::support::{noon, on_both_databases};

on_both_databases! {
    async fn concurrent_approvals_count_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let mut approvals = JoinSet::new();
        for number in 0..24 {
            let store = if number % 2 == 0 { db.store.clone() } else { other.clone() };
            let (rossi, clock) = (rossi.clone(), db.clock.clone());
            approvals.spawn(async move {
                clock.advance(1);
                store.approve(&rossi, "logo", None).await.unwrap()
            });
        }
        let approvals = approvals.join_all().await;
        let first: Vec<Timestamp> = approvals
            .iter()
            .filter_map(|approval| if let Approval::Now(at) = approval { Some(*at) } else { None })
            .collect();
        assert_eq!(first.len(), 1);
        for approval in approvals {
            let (Approval::Now(at) | Approval::Already(at)) = approval;
            assert_eq!(at, first[0]);
        }
        other.close().await;
    }

    async fn approve_twice_keeps_first_timestamp(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        assert_eq!(db.store.approve(&rossi, "logo", None).await.unwrap(), Approval::Now(noon()));
        db.clock.advance(1_000);
        assert_eq!(db.store.approve(&rossi, "logo", None).await.unwrap(), Approval::Already(noon()));
        let portal = db.store.portal(&rossi, None).await.unwrap();
        let logo = &portal.project.unwrap().phases[0].tasks[0].deliverables[0].deliverable;
        assert_eq!((logo.status.as_str(), logo.approved_at), ("approved", Some(noon())));
    }

    async fn page_does_not_approve_what_was_taken_back(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let shown = Some(DeliverableStatus::InReview);
        db.execute("UPDATE deliverable SET status = 'pending' WHERE id = 'logo'").await;
        let refused = db.store.approve_from(&rossi, "logo", Some(1), shown).await.unwrap_err();
        assert_eq!(refused.refusal(), Some(DomainError::TakenBack));
        db.execute("UPDATE deliverable SET status = 'changes_requested' WHERE id = 'logo'").await;
        let approved = db.store.approve_from(&rossi, "logo", Some(1), shown).await.unwrap();
        assert_eq!(db.store.approve_from(&rossi, "logo", Some(1), shown).await.unwrap(), Approval::Already(noon()));
        assert_eq!(approved, Approval::Now(noon()));
    }
}

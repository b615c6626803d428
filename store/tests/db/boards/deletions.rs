//! Deletions on a board: cascades, remaining records, locks.

use domain::projects::board::{BoardItem, DeletionImpact};
use domain::{Channel, DeliverableStatus, DomainError, PhaseStatus};
use store::Error;
use tokio::task::JoinSet;

use super::{admin, board, delete, deliverable, domain_error, site, status};
use crate::support::{on_both_databases, text, to_id};

on_both_databases! {
    async fn deletion_removes_exactly_its_reported_impact(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let design = Channel::named("design", rossi.id()).unwrap();
        db.store.post_message(&rossi, &design, &text("Ciao"), None).await.unwrap();
        db.store.approve(&rossi, "logo", None).await.unwrap();

        let of = async |item: &str| db.store.deletion(&to_id("site"), &item.parse().unwrap()).await.unwrap().deletion_impact;
        let logo = DeletionImpact { approved: 1, messages: 1, ..DeletionImpact::default() };
        assert_eq!(of("deliverable-logo").await, logo);
        let logo_task = DeletionImpact { deliverables: 1, approved: 1, messages: 2, ..DeletionImpact::default() };
        assert_eq!(of("task-logo-task").await, logo_task);
        let in_design = DeletionImpact { tasks: 1, messages: 3, ..logo_task };
        assert_eq!(of("phase-design").await, in_design);
        let all = DeletionImpact { phases: 2, payments: 2, documents: 1, time_entries: 1, ..in_design };
        assert_eq!(of("project").await, all);

        assert_eq!(delete(&db, "deliverable-logo").await.unwrap(), logo);
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'rossi'").await, 2);
        delete(&db, "task-logo-task").await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'rossi'").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM time_entry WHERE task_id IS NULL").await, 1);
        assert_eq!(status(&db.store, "design").await, PhaseStatus::Pending);
        delete(&db, "phase-design").await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'rossi'").await, 0);
        let left = board(&db.store).await.phases;
        assert_eq!((left.len(), left[0].phase.position), (1, 0));
        delete(&db, "project").await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 3);
        assert_eq!(db.number("SELECT COUNT(*) FROM project_word WHERE project_id = 'site'").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit WHERE actor = 'admin@example.it' AND action IN \
            ('deliverable_deleted', 'task_deleted', 'phase_deleted', 'project_deleted')").await, 4);
        assert_eq!(domain_error(delete(&db, "project").await), DomainError::UnknownRecord);
    }

    async fn deletion_with_stale_impact_is_rejected(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let item: BoardItem = "phase-design".parse().unwrap();
        let deletion = db.store.deletion(&to_id("site"), &item).await.unwrap();
        let design = Channel::named("design", rossi.id()).unwrap();
        db.store.post_message(&rossi, &design, &text("Un’ultima cosa"), None).await.unwrap();
        let before = db.store.export().await.unwrap();
        assert_eq!(domain_error(db.store.delete_item(&admin(), &site(), &item, &deletion.version).await), DomainError::Stale);
        for foreign in ["phase-screens", "task-screens-task", "deliverable-screen", "task-gone"] {
            let item: BoardItem = foreign.parse().unwrap();
            assert_eq!(domain_error(db.store.deletion(&to_id("site"), &item).await), DomainError::UnknownRecord, "{foreign}");
            let deleted = db.store.delete_item(&admin(), &site(), &item, &deletion.version).await;
            assert_eq!(domain_error(deleted), DomainError::UnknownRecord, "{foreign}");
        }
        assert!(db.store.export().await.unwrap() == before);
    }

    // With locks in different orders these would deadlock.
    async fn concurrent_deletions_do_not_deadlock(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let mut work = JoinSet::new();
        for number in 0..80_u32 {
            let (store, rossi) = (if number.is_multiple_of(2) { db.store.clone() } else { other.clone() }, rossi.clone());
            work.spawn(async move {
                let outcome = match number % 8 {
                    0 | 1 => store.request_changes(&rossi, "logo", None, &text(&format!("Ancora {number}"))).await,
                    2 | 3 => {
                        let design = Channel::named("design", rossi.id()).unwrap();
                        store.post_message(&rossi, &design, &text("Ciao"), None).await.map(drop)
                    }
                    4 if number > 30 => store.approve(&rossi, "logo", None).await.map(drop),
                    5 => store.take_back(&site(), &deliverable("logo"), DeliverableStatus::InReview).await,
                    6 | 7 if number > 20 => {
                        let item: BoardItem =
                            ["task-logo-task", "deliverable-logo", "phase-design", "project"][number as usize % 4].parse().unwrap();
                        match store.deletion(&to_id("site"), &item).await {
                            Ok(deletion) => store.delete_item(&admin(), &site(), &item, &deletion.version).await,
                            Err(error) => Err(error),
                        }
                    }
                    _ => Ok(()),
                };
                if let Err(Error::Fault(fault)) = outcome {
                    panic!("{number}: {fault}");
                }
            });
        }
        work.join_all().await;
        other.close().await;
    }
}

//! The board of a project: adding, changing and deleting, and derived statuses.

mod deletions;

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::projects::board::{Board, BoardItem, BoardTask, DeletionImpact};
use domain::{DeliverableDraft, DeliverableStatus, DomainError, Form, PhaseDraft, PhaseStatus, TaskDraft, TaskStatus};
use store::{Error, Store};
use tokio::task::JoinSet;

use crate::support::{Database, admin, domain_error, noon, on_both_databases, text, to_id};

fn site() -> ProjectId {
    ProjectId::parse("site").unwrap()
}

fn phase(id: &str) -> PhaseId {
    PhaseId::parse(id).unwrap()
}

fn task(id: &str) -> TaskId {
    TaskId::parse(id).unwrap()
}

fn deliverable(id: &str) -> DeliverableId {
    DeliverableId::parse(id).unwrap()
}

fn titled(title: &str) -> Form {
    Form::default().with("title", Some(title))
}

fn phase_draft(name: &str) -> PhaseDraft {
    PhaseDraft::read(&Form::default().with("name", Some(name))).unwrap()
}

fn task_draft(title: &str) -> TaskDraft {
    TaskDraft::read(&titled(title)).unwrap()
}

fn deliverable_draft(title: &str) -> DeliverableDraft {
    DeliverableDraft::read(&titled(title)).unwrap()
}

async fn board(store: &Store) -> Board {
    store.board(&to_id("site")).await.unwrap()
}

async fn status(store: &Store, id: &str) -> PhaseStatus {
    let board = board(store).await;
    board.phases.iter().find(|one| one.phase.id.as_str() == id).unwrap().phase.status
}

async fn task_of(store: &Store, id: &str) -> BoardTask {
    let board = board(store).await;
    board.phases.into_iter().flat_map(|phase| phase.tasks).find(|one| one.task.id.as_str() == id).unwrap()
}

async fn delete(db: &Database, item: &str) -> Result<DeletionImpact, Error> {
    let item: BoardItem = item.parse().unwrap();
    let deletion = db.store.deletion(&to_id("site"), &item).await?;
    db.store.delete_item(&admin(), &site(), &item, &deletion.version).await?;
    Ok(deletion.deletion_impact)
}

on_both_databases! {
    async fn adding_twice_appends_once(db: Database) {
        db.with_workspace().await;
        let (store, site) = (&db.store, site());
        for _ in 0..2 {
            store.add_phase(&site, &phase("p"), &phase_draft("Lancio")).await.unwrap();
            store.add_task(&site, &phase("p"), &task("t1"), &task_draft("Uno")).await.unwrap();
            store.add_task(&site, &phase("p"), &task("t2"), &task_draft("Due")).await.unwrap();
            store.add_deliverable(&site, &task("t2"), &deliverable("d"), &deliverable_draft("Foto")).await.unwrap();
        }
        let board = board(store).await;
        let names: Vec<_> = board.phases.iter().map(|one| one.phase.name.as_str()).collect();
        assert_eq!(names, ["Design", "Sviluppo", "Lancio"]);
        let launch = board.phases.last().unwrap();
        let titles: Vec<_> = launch.tasks.iter().map(|one| one.task.title.as_str()).collect();
        assert_eq!(titles, ["Uno", "Due"]);
        let photo = &launch.tasks[1].deliverables[0].deliverable;
        assert_eq!((photo.title.as_str(), photo.status), ("Foto", DeliverableStatus::Pending));
    }

    async fn addition_with_taken_id_and_other_content_is_refused(db: Database) {
        db.with_workspace().await;
        let (store, site, described) = (&db.store, site(), || Some("Tre righe".to_owned()));
        store.add_phase(&site, &phase("p"), &phase_draft("Lancio")).await.unwrap();
        store.add_task(&site, &phase("p"), &task("t"), &task_draft("Uno")).await.unwrap();
        store.add_deliverable(&site, &task("t"), &deliverable("d"), &deliverable_draft("Foto")).await.unwrap();
        let before = store.export().await.unwrap();
        let drafts = [PhaseDraft { description: described(), ..phase_draft("Lancio") }, phase_draft("Altro")];
        for draft in drafts {
            let added = store.add_phase(&site, &phase("p"), &draft).await;
            assert_eq!(domain_error(added), DomainError::Stale, "{draft:?}");
        }
        let draft = TaskDraft { description: described(), ..task_draft("Uno") };
        assert_eq!(domain_error(store.add_task(&site, &phase("p"), &task("t"), &draft).await), DomainError::Stale);
        let draft = DeliverableDraft { description: described(), ..deliverable_draft("Foto") };
        let added = store.add_deliverable(&site, &task("t"), &deliverable("d"), &draft).await;
        assert_eq!(domain_error(added), DomainError::Stale);
        assert_eq!(store.export().await.unwrap(), before);
    }

    async fn add_to_foreign_record_is_rejected(db: Database) {
        db.with_workspace().await;
        let (store, site) = (&db.store, site());
        let before = store.export().await.unwrap();
        let unknown = ProjectId::parse("gone").unwrap();
        assert_eq!(domain_error(store.add_phase(&unknown, &phase("p"), &phase_draft("A")).await), DomainError::UnknownRecord);
        for foreign in ["screens", "catalogue", "gone"] {
            let added = store.add_task(&site, &phase(foreign), &task("t"), &task_draft("A")).await;
            assert_eq!(domain_error(added), DomainError::UnknownRecord, "{foreign}");
        }
        for foreign in ["screens-task", "gone"] {
            let added = store.add_deliverable(&site, &task(foreign), &deliverable("d"), &deliverable_draft("A")).await;
            assert_eq!(domain_error(added), DomainError::UnknownRecord, "{foreign}");
        }
        // The id of another record, in this project or another, overwrites nothing.
        assert_eq!(domain_error(store.add_phase(&site, &phase("screens"), &phase_draft("A")).await), DomainError::Stale);
        assert_eq!(domain_error(store.add_task(&site, &phase("design"), &task("logo-task"), &task_draft("A")).await), DomainError::Stale);
        let taken = store.add_deliverable(&site, &task("logo-task"), &deliverable("screen"), &deliverable_draft("Screen")).await;
        assert_eq!(domain_error(taken), DomainError::Stale);
        assert!(store.export().await.unwrap() == before);
    }

    async fn phase_status_is_recomputed_after_changes(db: Database) {
        use TaskStatus::{Done, InProgress, Todo};
        db.with_workspace().await;
        let (store, site) = (&db.store, site());
        assert_eq!(status(store, "build").await, PhaseStatus::Pending);
        store.add_task(&site, &phase("build"), &task("a"), &task_draft("A")).await.unwrap();
        store.add_task(&site, &phase("build"), &task("b"), &task_draft("B")).await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::Pending);
        store.set_task_status(&site, &task("a"), Todo, InProgress).await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::InProgress);
        store.set_task_status(&site, &task("a"), InProgress, Done).await.unwrap();
        store.set_task_status(&site, &task("b"), Todo, Done).await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::Completed);
        store.add_task(&site, &phase("build"), &task("c"), &task_draft("C")).await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::InProgress);
        delete(&db, "task-c").await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::Completed);
        delete(&db, "task-a").await.unwrap();
        delete(&db, "task-b").await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::Pending);
    }

    async fn stale_task_status_change_is_rejected(db: Database) {
        use TaskStatus::{Done, InProgress, Todo};
        db.with_workspace().await;
        let (store, site) = (&db.store, site());
        store.set_task_status(&site, &task("logo-task"), InProgress, Done).await.unwrap();
        store.set_task_status(&site, &task("logo-task"), InProgress, Done).await.unwrap();
        assert_eq!(domain_error(store.set_task_status(&site, &task("logo-task"), InProgress, Todo).await), DomainError::Stale);
        assert_eq!(task_of(store, "logo-task").await.task.status, Done);
        for foreign in ["screens-task", "gone"] {
            let set = store.set_task_status(&site, &task(foreign), Todo, Done).await;
            assert_eq!(domain_error(set), DomainError::UnknownRecord, "{foreign}");
        }
    }

    async fn phase_status_is_editable_only_without_tasks(db: Database) {
        db.with_workspace().await;
        let (store, site) = (&db.store, site());
        let seen = async |id: &str| {
            board(store).await.phases.into_iter().find(|one| one.phase.id.as_str() == id).unwrap().version
        };
        let mut draft = phase_draft("Sviluppo");
        draft.status = Some(PhaseStatus::Completed);
        let version = seen("build").await;
        store.save_phase(&site, &phase("build"), &version, &draft).await.unwrap();
        assert_eq!(status(store, "build").await, PhaseStatus::Completed);

        // A form opened before the phase had tasks is stale.
        let version = seen("build").await;
        store.add_task(&site, &phase("build"), &task("a"), &task_draft("A")).await.unwrap();
        assert_eq!(domain_error(store.save_phase(&site, &phase("build"), &version, &draft).await), DomainError::Stale);

        // With tasks, they determine the status, whatever the form contains.
        "Design e testi".clone_into(&mut draft.name);
        let version = seen("design").await;
        store.save_phase(&site, &phase("design"), &version, &draft).await.unwrap();
        assert_eq!(status(store, "design").await, PhaseStatus::InProgress);
        assert_eq!(board(store).await.phases.iter().filter(|one| one.phase.name == "Design e testi").count(), 1);
    }

    async fn stale_board_form_is_rejected(db: Database) {
        db.with_workspace().await;
        let (store, site) = (&db.store, site());
        let before = board(store).await;
        let design = before.phases.iter().find(|one| one.phase.id.as_str() == "design").unwrap();
        let logo_task = &design.tasks[0];
        let logo = &logo_task.deliverables[0];
        let (design, logo_task, logo) = (&design.version, &logo_task.version, &logo.version);
        store.save_phase(&site, &phase("design"), design, &phase_draft("Uno")).await.unwrap();
        store.save_task(&site, &task("logo-task"), logo_task, &task_draft("Uno")).await.unwrap();
        store.save_deliverable(&admin(), &site, &deliverable("logo"), logo, &deliverable_draft("Uno")).await.unwrap();
        let first = store.export().await.unwrap();
        store.save_phase(&site, &phase("design"), design, &phase_draft("Uno")).await.expect("the same form sent twice");
        store.save_task(&site, &task("logo-task"), logo_task, &task_draft("Uno")).await.expect("the same form sent twice");
        assert_eq!(domain_error(store.save_phase(&site, &phase("design"), design, &phase_draft("Due")).await), DomainError::Stale);
        assert_eq!(domain_error(store.save_task(&site, &task("logo-task"), logo_task, &task_draft("Due")).await), DomainError::Stale);
        let second = store.save_deliverable(&admin(), &site, &deliverable("logo"), logo, &deliverable_draft("Due")).await;
        assert_eq!(domain_error(second), DomainError::Stale);
        for foreign in ["screen", "gone"] {
            let save = store.save_deliverable(&admin(), &site, &deliverable(foreign), logo, &deliverable_draft("Due")).await;
            assert_eq!(domain_error(save), DomainError::UnknownRecord, "{foreign}");
        }
        assert!(store.export().await.unwrap() == first);
    }

    async fn deliverable_is_sent_and_withdrawn_until_approved(db: Database) {
        use DeliverableStatus::{ChangesRequested, InReview, Pending};
        let (rossi, _) = db.with_workspace().await;
        let (store, site, logo) = (&db.store, site(), deliverable("logo"));
        store.take_back(&site, &logo, InReview).await.unwrap();
        assert_eq!(task_of(store, "logo-task").await.deliverables[0].deliverable.status, Pending);
        store.send_for_approval(&site, &logo, Pending).await.unwrap();
        store.send_for_approval(&site, &logo, Pending).await.unwrap();

        // The client acts first: a request that the admin has not seen is not overwritten.
        store.request_changes(&rossi, "logo", None, &text("Più blu.\nGrazie")).await.unwrap();
        assert_eq!(domain_error(store.take_back(&site, &logo, InReview).await), DomainError::Stale);
        let shown = task_of(store, "logo-task").await.deliverables.remove(0);
        let request = shown.request.unwrap();
        assert_eq!((request.reason.as_str(), request.at), ("Più blu.\nGrazie", noon()));
        store.send_for_approval(&site, &logo, ChangesRequested).await.unwrap();
        assert!(task_of(store, "logo-task").await.deliverables[0].request.is_none());

        store.approve(&rossi, "logo", None).await.unwrap();
        let approved = store.export().await.unwrap();
        for seen in [Pending, InReview, ChangesRequested, DeliverableStatus::Approved] {
            assert_eq!(domain_error(store.send_for_approval(&site, &logo, seen).await), DomainError::AlreadyApproved);
            assert_eq!(domain_error(store.take_back(&site, &logo, seen).await), DomainError::AlreadyApproved);
        }
        let edited = store.save_deliverable(&admin(), &site, &logo, &shown.version, &deliverable_draft("Altro")).await;
        assert_eq!(domain_error(edited), DomainError::AlreadyApproved);
        assert!(store.export().await.unwrap() == approved);
        assert_eq!(domain_error(store.send_for_approval(&site, &deliverable("screen"), InReview).await), DomainError::UnknownRecord);
    }

    async fn approval_survives_concurrent_admin_changes(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let version = task_of(&db.store, "logo-task").await.deliverables.remove(0).version;
        let mut work = JoinSet::new();
        for number in 0..60 {
            let (store, rossi, version) = (if number % 2 == 0 { db.store.clone() } else { other.clone() }, rossi.clone(), version.clone());
            work.spawn(async move {
                let (site, logo) = (site(), deliverable("logo"));
                let outcome = match number % 6 {
                    0 => store.take_back(&site, &logo, DeliverableStatus::InReview).await,
                    1 => store.send_for_approval(&site, &logo, DeliverableStatus::Pending).await,
                    2 => store.save_deliverable(&admin(), &site, &logo, &version, &deliverable_draft("Marchio")).await,
                    3 => store.add_task(&site, &phase("design"), &task("more"), &task_draft("Altro")).await,
                    _ if number < 24 => return,
                    _ => {
                        store.approve(&rossi, "logo", None).await.unwrap();
                        return;
                    }
                };
                assert!(matches!(outcome, Ok(()) | Err(Error::Domain(DomainError::AlreadyApproved | DomainError::Stale))), "{outcome:?}");
            });
        }
        work.join_all().await;
        let logo = task_of(&db.store, "logo-task").await.deliverables.remove(0).deliverable;
        assert_eq!((logo.status, logo.approved_at), (DeliverableStatus::Approved, Some(noon())));
        other.close().await;
    }
}

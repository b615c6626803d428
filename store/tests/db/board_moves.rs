//! Moves of phases and tasks.

use domain::id::{PhaseId, ProjectId, TaskId};
use domain::projects::board::{BoardPhase, Step};
use domain::{DomainError, Timestamp};
use store::{Error, Store};
use tokio::task::JoinSet;

use crate::support::{Database, ROSSI_TOKEN, on_both_databases, to_id};

fn plan() -> ProjectId {
    ProjectId::parse("plan").unwrap()
}

fn phase(id: &str) -> PhaseId {
    PhaseId::parse(id).unwrap()
}

fn task(id: &str) -> TaskId {
    TaskId::parse(id).unwrap()
}

fn phase_before(id: &str, before: Option<&str>) -> Step {
    Step::Phase { id: phase(id), before: before.map(phase) }
}

fn task_to(id: &str, to: &str, before: Option<&str>) -> Step {
    Step::Task { id: task(id), to: phase(to), before: before.map(task) }
}

async fn domain_error(store: &Store, step: Step) -> DomainError {
    match store.apply_step(&plan(), &step).await {
        Err(Error::Domain(refusal)) => refusal,
        other => panic!("{step:?}: {other:?}"),
    }
}

/// The order as `a[1 2] b[3]`.
async fn order(store: &Store) -> String {
    let board = store.board(&to_id("plan")).await.unwrap();
    let tasks = |one: &BoardPhase| one.tasks.iter().map(|one| one.task.id.to_string()).collect::<Vec<_>>().join(" ");
    let written = board.phases.iter().map(|one| format!("{}[{}]", one.phase.id, tasks(one)));
    written.collect::<Vec<_>>().join(" ")
}

/// Positions are numbered from 0 without gaps.
async fn is_numbered(store: &Store) {
    let board = store.board(&to_id("plan")).await.unwrap();
    for (position, one) in (0..).zip(&board.phases) {
        assert_eq!(one.phase.position, position, "{}", one.phase.id);
        for (position, one) in (0..).zip(&one.tasks) {
            assert_eq!(one.task.position, position, "{}", one.task.id);
        }
    }
}

/// Three phases with three, one and no tasks, in a project with imported gaps and equal positions.
async fn with_plan(db: &Database) {
    db.with_workspace().await;
    db.import(
        r#"{
        "projects": [{"id": "plan", "client_id": "rossi", "name": "Piano"}],
        "phases": [
          {"id": "a", "project_id": "plan", "name": "A", "position": 3},
          {"id": "b", "project_id": "plan", "name": "B", "position": 3},
          {"id": "c", "project_id": "plan", "name": "C", "position": 8, "status": "completed"}
        ],
        "tasks": [
          {"id": "t1", "phase_id": "a", "title": "1", "position": 5},
          {"id": "t2", "phase_id": "a", "title": "2", "position": 5, "status": "done"},
          {"id": "t3", "phase_id": "a", "title": "3", "position": 9},
          {"id": "t4", "phase_id": "b", "title": "4"}
        ],
        "deliverables": [{"id": "d", "task_id": "t2", "title": "D", "status": "approved", "approved_at": "2026-01-01"}],
        "comments": [
          {"id": "on-task", "entity_type": "task", "entity_id": "t2", "author": "client", "text": "Task"},
          {"id": "on-deliverable", "entity_type": "deliverable", "entity_id": "d", "author": "client", "text": "D"},
          {"id": "on-phase", "entity_type": "phase", "entity_id": "a", "author": "client", "text": "Fase"}
        ]
    }"#,
    )
    .await;
}

on_both_databases! {
    async fn phases_and_tasks_move_before_another_or_last(db: Database) {
        with_plan(&db).await;
        for (step, then) in [
            (phase_before("c", Some("a")), "c[] a[t1 t2 t3] b[t4]"),
            (phase_before("c", Some("a")), "c[] a[t1 t2 t3] b[t4]"),
            (phase_before("c", None), "a[t1 t2 t3] b[t4] c[]"),
            (task_to("t3", "a", Some("t1")), "a[t3 t1 t2] b[t4] c[]"),
            (task_to("t3", "a", None), "a[t1 t2 t3] b[t4] c[]"),
            (task_to("t1", "b", Some("t4")), "a[t2 t3] b[t1 t4] c[]"),
            (task_to("t1", "b", Some("t4")), "a[t2 t3] b[t1 t4] c[]"),
            (task_to("t1", "c", None), "a[t2 t3] b[t4] c[t1]"),
        ] {
            db.store.apply_step(&plan(), &step).await.unwrap();
            assert_eq!(order(&db.store).await, then, "{step:?}");
        }
        is_numbered(&db.store).await;
    }

    async fn moved_task_takes_comments_and_updates_phases(db: Database) {
        with_plan(&db).await;
        db.store.apply_step(&plan(), &phase_before("c", None)).await.unwrap();
        db.store.apply_step(&plan(), &task_to("t2", "c", None)).await.unwrap();
        db.store.apply_step(&plan(), &task_to("t3", "a", None)).await.unwrap();
        assert_eq!(order(&db.store).await, "a[t1 t3] b[t4] c[t2]");
        let board = db.store.board(&to_id("plan")).await.unwrap();
        let statuses: Vec<_> = board.phases.iter().map(|one| one.phase.status.as_str()).collect();
        assert_eq!(statuses, ["pending", "pending", "completed"]);

        let rossi = db.store.client_by_token(ROSSI_TOKEN).await.unwrap();
        let message_ids = async |channel: &str| -> Vec<String> {
            let page = db.store.history(&rossi, channel, Timestamp::MAX).await.unwrap();
            page.messages.into_iter().map(|message| message.id.to_string()).collect()
        };
        assert_eq!(message_ids("a").await, ["on-phase"]);
        assert_eq!(message_ids("c").await, ["on-task", "on-deliverable"]);
        // An approved deliverable stays approved wherever it moves.
        assert!(board.phases[2].tasks[0].deliverables[0].deliverable.approved_at.is_some());
        // Moved back: a phase without tasks has not begun.
        db.store.apply_step(&plan(), &task_to("t2", "a", None)).await.unwrap();
        assert_eq!(db.store.board(&to_id("plan")).await.unwrap().phases[2].phase.status.as_str(), "pending");
    }

    async fn move_to_foreign_or_unknown_target_is_rejected(db: Database) {
        with_plan(&db).await;
        let before = db.store.export().await.unwrap();
        for (step, refusal) in [
            (phase_before("design", None), DomainError::UnknownRecord),
            (phase_before("gone", None), DomainError::UnknownRecord),
            (phase_before("a", Some("design")), DomainError::Stale),
            (phase_before("a", Some("gone")), DomainError::Stale),
            (phase_before("a", Some("a")), DomainError::Stale),
            (task_to("logo-task", "a", None), DomainError::UnknownRecord),
            (task_to("t1", "design", None), DomainError::UnknownRecord),
            (task_to("t1", "screens", None), DomainError::UnknownRecord),
            (task_to("t1", "b", Some("t2")), DomainError::Stale),
            (task_to("t1", "b", Some("logo-task")), DomainError::Stale),
        ] {
            assert_eq!(domain_error(&db.store, step.clone()).await, refusal, "{step:?}");
        }
        let result = db.store.apply_step(&ProjectId::parse("gone").unwrap(), &phase_before("a", None)).await;
        assert!(matches!(result, Err(Error::Domain(DomainError::UnknownRecord))));
        assert!(db.store.export().await.unwrap() == before);
    }

    async fn concurrent_moves_keep_positions_contiguous(db: Database) {
        with_plan(&db).await;
        let other = db.another_process(db.clock.clone()).await;
        let mut moves = JoinSet::new();
        for number in 0..24_usize {
            let store = if number.is_multiple_of(2) { db.store.clone() } else { other.clone() };
            let (one, to) = (["t1", "t2", "t3", "t4"][number % 4], ["a", "b", "c"][number % 3]);
            let step = match number % 5 {
                0 => phase_before(to, Some(["b", "c", "a"][number % 3])),
                1 => task_to(one, to, Some(["t2", "t3", "t4", "t1"][number % 4])),
                _ => task_to(one, to, None),
            };
            moves.spawn(async move { store.apply_step(&plan(), &step).await });
        }
        while let Some(outcome) = moves.join_next().await {
            // The item to insert before may have moved elsewhere: then nothing moves.
            assert!(matches!(outcome.unwrap(), Ok(()) | Err(Error::Domain(DomainError::Stale))));
        }
        db.store.apply_step(&plan(), &phase_before("a", None)).await.unwrap();
        is_numbered(&db.store).await;
        let after = order(&db.store).await;
        let mut tasks: Vec<char> = after.chars().filter(char::is_ascii_digit).collect();
        tasks.sort_unstable();
        assert_eq!(tasks, ['1', '2', '3', '4'], "{after}");
        for (phase, tasks) in db.store.board(&to_id("plan")).await.unwrap().phases.iter().map(|one| (&one.phase, &one.tasks)) {
            let follows = domain::PhaseStatus::of(tasks.iter().map(|one| one.task.status));
            assert_eq!(phase.status, follows, "{}", phase.id);
        }
        other.close().await;
    }
}

//! Projects: the list, and new ones, empty or from another project's plan.

use domain::id::{ClientId, ProjectId};
use domain::overview::Sort;
use domain::{Cursor, DomainError, Form, Problem, ProjectDraft, ProjectStatus};
use serde_json::{Value, json};
use store::{Error, Store};
use tokio::task::JoinSet;

use crate::support::{export, on_both_databases, to_id};

fn project(id: &str) -> ProjectId {
    ProjectId::parse(id).unwrap()
}

fn client(id: &str) -> ClientId {
    ClientId::parse(id).unwrap()
}

fn draft(name: &str) -> ProjectDraft {
    ProjectDraft::read(&Form::default().with("name", Some(name))).unwrap()
}

async fn names(store: &Store, q: &str, status: Option<ProjectStatus>) -> Vec<String> {
    let page = store.project_list(None, q, status, Sort::default(), None).await.unwrap();
    page.items.into_iter().map(|line| line.name).collect()
}

on_both_databases! {
    async fn project_list_is_newest_first_with_progress(db: Database) {
        db.with_workspace().await;
        db.import(r#"{"tasks": [{"id": "t2", "phase_id": "build", "title": "T", "status": "done"}]}"#).await;
        let all = db.store.project_list(None, "", None, Sort::default(), None).await.unwrap();
        assert_eq!(all.next, None);
        let names: Vec<_> = all.items.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["App", "Negozio", "Sito", "Vecchio"]);
        let site = &all.items[2];
        assert_eq!((site.client_name.as_str(), site.status), ("Rossi", ProjectStatus::Active));
        assert_eq!((site.progress.done, site.progress.all), (1, 2));
        assert_eq!(all.items[1].progress.all, 0);
    }

    async fn project_list_filters_by_status_and_search(db: Database) {
        db.with_workspace().await;
        db.store.create_project(&project("new"), &client("verdi"), &draft("Però così"), None).await.unwrap();
        assert_eq!(names(&db.store, "", Some(ProjectStatus::Archived)).await, ["Vecchio"]);
        assert_eq!(names(&db.store, "ROSSI", None).await, ["Negozio", "Sito", "Vecchio"]);
        assert_eq!(names(&db.store, "ross vecch", None).await, ["Vecchio"]);
        assert_eq!(names(&db.store, "pero", None).await, ["Però così"]);
        assert_eq!(names(&db.store, "rossi", Some(ProjectStatus::Paused)).await, [""; 0]);
        assert_eq!(names(&db.store, "%", None).await, [""; 0]);
        assert_eq!(names(&db.store, "\0", None).await, [""; 0]);
    }

    async fn project_pages_have_no_gaps_or_repeats(db: Database) {
        db.with_workspace().await;
        // With the same timestamp, so that only the ids determine the order.
        let many: Vec<Value> = (0..120)
            .map(|n| json!({"id": format!("p{n:03}"), "client_id": "verdi", "name": format!("P{n}"), "created_at": "2026-05-01"}))
            .collect();
        db.import(&json!({"projects": many}).to_string()).await;
        for status in [None, Some(ProjectStatus::Active)] {
            let (mut seen, mut after, mut pages) = (Vec::new(), None::<Cursor>, 0);
            loop {
                let page = db.store.project_list(None, "", status, Sort::default(), after.as_ref()).await.unwrap();
                seen.extend(page.items.into_iter().map(|line| line.id.to_string()));
                pages += 1;
                // A project added at the top shifts nothing.
                let id = project(&format!("late-{}-{pages}", status.is_some()));
                db.store.create_project(&id, &client("verdi"), &draft("Tardi"), None).await.unwrap();
                match page.next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
            assert_eq!(pages, 3);
            assert_eq!(seen.iter().filter(|id| id.starts_with('p')).count(), 120);
            let mut unique = seen.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), seen.len());
        }
        // An invented cursor is a valid position.
        let invalid = Cursor::new("soon", "p");
        assert_eq!(db.store.project_list(None, "", None, Sort::default(), Some(&invalid)).await.unwrap().items.len(), 50);
    }

    async fn create_project_twice_creates_one(db: Database) {
        db.with_workspace().await;
        let before = db.number("SELECT COUNT(*) FROM project").await;
        let mut twice = JoinSet::new();
        for _ in 0..10 {
            let store = db.store.clone();
            twice.spawn(async move {
                let from = project("site");
                store.create_project(&project("new"), &client("verdi"), &draft("Nuovo"), Some(&from)).await
            });
        }
        while let Some(made) = twice.join_next().await {
            made.unwrap().unwrap();
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, before + 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM phase WHERE project_id = 'new'").await, 2);
    }

    async fn rejected_project_creation_writes_nothing(db: Database) {
        db.with_workspace().await;
        let before = db.store.export().await.unwrap();
        let (new, rossi) = (project("new"), client("rossi"));
        let result = db.store.create_project(&new, &client("nobody"), &draft("A"), None).await;
        assert!(matches!(result, Err(Error::Invalid(problems)) if problems.of("client") == Some(Problem::Missing)));
        let from = db.store.create_project(&new, &rossi, &draft("A"), Some(&project("gone"))).await;
        assert!(matches!(from, Err(Error::Invalid(problems)) if problems.of("template") == Some(Problem::Missing)));
        // The id of another project, of the same client and of another one.
        for id in ["site", "app"] {
            let taken = db.store.create_project(&project(id), &rossi, &draft("A"), None).await;
            assert!(matches!(taken, Err(Error::Domain(DomainError::Stale))), "{id}");
        }
        assert!(db.store.export().await.unwrap() == before);
    }

    async fn copied_plan_is_reset_to_not_started(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.import(r#"{
            "projects": [{"id": "model", "client_id": "rossi", "name": "Modello", "starts_on": "2026-01-01", "due_on": "2026-06-30"}],
            "phases": [
              {"id": "m2", "project_id": "model", "name": "Dopo", "position": 9, "status": "completed"},
              {"id": "m1", "project_id": "model", "name": "Prima", "position": 4, "status": "in_progress", "due_on": "2026-01-31", "description": "Come"}
            ],
            "tasks": [
              {"id": "mt2", "phase_id": "m1", "title": "Due", "position": 5, "status": "done", "due_on": "2026-01-11"},
              {"id": "mt1", "phase_id": "m1", "title": "Uno", "position": 2, "status": "in_progress"}
            ],
            "deliverables": [
              {"id": "md", "task_id": "mt2", "title": "Logo", "description": "In blu", "url": "https://example.com/rossi", "status": "approved", "approved_at": "2026-01-12"}
            ],
            "comments": [{"id": "mc", "entity_type": "phase", "entity_id": "m1", "author": "client", "text": "Segreto"}]
        }"#).await;
        let mut dated = draft("Copia");
        dated.starts_on = "2026-03-01".parse().ok();
        db.store.create_project(&project("copy"), &client("verdi"), &dated, Some(&project("model"))).await.unwrap();

        let board = db.store.board(&to_id("copy")).await.unwrap();
        assert_eq!((board.client_name.as_str(), board.project.due_on), ("Verdi", None));
        let phases: Vec<_> = board.phases.iter().map(|one| (one.phase.name.as_str(), one.phase.status.as_str(), one.phase.position)).collect();
        assert_eq!(phases, [("Prima", "pending", 0), ("Dopo", "pending", 1)]);
        let first = &board.phases[0];
        assert_eq!(first.phase.due_on, "2026-03-31".parse().ok());
        assert_eq!(first.phase.description.as_deref(), Some("Come"));
        let tasks: Vec<_> = first.tasks.iter().map(|one| (one.task.title.as_str(), one.task.status.as_str(), one.task.position)).collect();
        assert_eq!(tasks, [("Uno", "todo", 0), ("Due", "todo", 1)]);
        assert_eq!(first.tasks[1].task.due_on, "2026-03-11".parse().ok());
        let logo = &first.tasks[1].deliverables[0].deliverable;
        assert_eq!((logo.title.as_str(), logo.status.as_str(), logo.approved_at), ("Logo", "pending", None));
        assert_eq!(logo.description.as_deref(), Some("In blu"));
        // URLs and comments made for one client are not copied to another.
        assert_eq!(logo.url, None);
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE text = 'Segreto'").await, 1);

        // The copied project is unchanged; without a start date there are no due dates.
        db.store.create_project(&project("later"), &client("verdi"), &draft("Poi"), Some(&project("model"))).await.unwrap();
        assert_eq!(db.store.board(&to_id("later")).await.unwrap().phases[0].phase.due_on, None);
        assert_eq!(db.store.approve(&rossi, "md", None).await.unwrap(), domain::Approval::Already("2026-01-12T00:00:00Z".parse().unwrap()));
        assert_eq!(db.store.board(&to_id("model")).await.unwrap().phases[0].phase.status.as_str(), "in_progress");
    }

    async fn saved_project_is_reindexed_and_stale_form_rejected(db: Database) {
        db.with_workspace().await;
        let board = db.store.board(&to_id("site")).await.unwrap();
        let mut first = ProjectDraft::from(&board.project);
        "Portale".clone_into(&mut first.name);
        first.status = ProjectStatus::Paused;
        first.due_on = "2026-12-31".parse().ok();
        db.store.save_project(&project("site"), &board.version, &first).await.unwrap();
        assert_eq!(names(&db.store, "portale", None).await, ["Portale"]);
        assert_eq!(names(&db.store, "sito", None).await, [""; 0]);

        let second = db.store.save_project(&project("site"), &board.version, &draft("Altro")).await;
        assert!(matches!(second, Err(Error::Domain(DomainError::Stale))));
        assert_eq!(ProjectDraft::from(&db.store.board(&to_id("site")).await.unwrap().project), first);
        let result = db.store.save_project(&project("gone"), &board.version, &first).await;
        assert!(matches!(result, Err(Error::Domain(DomainError::UnknownRecord))));
        assert!(matches!(db.store.board(&to_id("gone")).await, Err(Error::Domain(DomainError::UnknownRecord))));
    }

    async fn new_project_offers_clients_and_templates(db: Database) {
        db.with_workspace().await;
        let names = async |q: &str| -> Vec<String> {
            db.store.client_choices(q).await.unwrap().into_iter().map(|choice| choice.name).collect()
        };
        assert_eq!(names("").await, ["Rossi", "Verdi"]);
        assert_eq!(names("ver").await, ["Verdi"]);
        assert_eq!(db.store.client_choice(&to_id("rossi")).await.unwrap().name, "Rossi");
        assert!(db.store.client_choice(&to_id("nobody")).await.is_err());
        let models = async |chosen: Option<&str>| -> Vec<String> {
            db.store.templates(chosen.map(project).as_ref()).await.unwrap().into_iter().map(|model| model.name).collect()
        };
        assert_eq!(models(None).await, ["App", "Negozio", "Sito", "Vecchio"]);
        assert_eq!(models(Some("old")).await, ["Vecchio", "App", "Negozio", "Sito"]);
        assert_eq!(models(Some("gone")).await.len(), 4);
        db.store.create_project(&project("bare"), &client("verdi"), &draft("Senza fasi"), None).await.unwrap();
        assert_eq!(models(None).await.len(), 4);
        assert_eq!(export(&db.store).await["projects"].as_array().unwrap().len(), 5);
    }
}

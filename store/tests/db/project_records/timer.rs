//! The running timer.

use domain::form::Problem;
use domain::id::TaskId;
use domain::projects::project_records::{Timer, TimerDraft};
use domain::{DomainError, TimeEntry};

use super::{problem, time};
use crate::support::{Database, admin, domain_error, noon, on_both_databases, to_id};

const MINUTE: i64 = 60_000;

fn draft(task: Option<&str>) -> TimerDraft {
    TimerDraft { task_id: task.map(|id| TaskId::parse(id).unwrap()), description: Some("Bozze".to_owned()) }
}

async fn running(db: &Database) -> Option<Timer> {
    db.store.time_sheet(&to_id("site"), None, None).await.unwrap().timer
}

/// Date and minutes of the entry `id` of `project`.
async fn entry(db: &Database, project: &str, id: &str) -> (String, i64) {
    let time_sheet = db.store.time_sheet(&to_id(project), None, Some(&to_id(id))).await.unwrap();
    let entry = time_sheet.entries.items.into_iter().find(|entry| entry.record.id.as_str() == id).unwrap().record;
    assert_eq!(entry.description.as_deref(), Some("Bozze"));
    (entry.spent_on.to_string(), entry.minutes)
}

on_both_databases! {
    async fn stopped_timer_becomes_entry_on_start_day(db: Database) {
        db.with_workspace().await;
        // 23:30 in Rome.
        db.clock.advance((10 * 60 + 30) * MINUTE);
        assert_eq!(db.store.start_timer(&admin(), &to_id("site"), &to_id("t"), &draft(Some("logo-task"))).await.unwrap(), None);
        let timer = running(&db).await.unwrap();
        assert_eq!((timer.project_name.as_str(), timer.task_title.as_deref()), ("Sito", Some("Disegnare il logo")));
        db.clock.advance(91 * MINUTE + 59_999);
        let stopped = db.store.stop_timer(&to_id("t")).await.unwrap().unwrap();
        assert_eq!((stopped.id.as_str(), stopped.project_id.as_str(), stopped.was_cut), ("t", "site", false));
        assert_eq!(entry(&db, "site", "t").await, ("2026-11-20".to_owned(), 91));
        assert_eq!(running(&db).await, None);
        // Sent twice it is saved once.
        assert_eq!(db.store.stop_timer(&to_id("t")).await.unwrap(), Some(stopped));
        assert_eq!(db.number("SELECT COUNT(*) FROM time_entry").await, 2);
    }

    // An old page has the id of the timer in its form for an entry.
    async fn timer_with_taken_id_is_saved_with_new_id(db: Database) {
        db.with_workspace().await;
        let (site, t) = (to_id("site"), to_id("t"));
        db.store.start_timer(&admin(), &site, &to_id("t"), &draft(None)).await.unwrap();
        db.store.add_record::<TimeEntry>(&admin(), &site, t, &time("2026-11-20", 30, None)).await.unwrap();
        db.clock.advance(5 * MINUTE);
        let stopped = db.store.stop_timer(&to_id("t")).await.unwrap().unwrap();
        assert_eq!(entry(&db, "site", stopped.id.as_str()).await.1, 5);
        assert_eq!((running(&db).await, db.number("SELECT COUNT(*) FROM time_entry").await), (None, 3));
    }

    async fn timer_under_one_minute_is_not_saved_and_over_one_day_is_cut(db: Database) {
        db.with_workspace().await;
        db.store.start_timer(&admin(), &to_id("site"), &to_id("short"), &draft(None)).await.unwrap();
        db.clock.advance(MINUTE - 1);
        assert_eq!(db.store.stop_timer(&to_id("short")).await.unwrap(), None);
        db.store.start_timer(&admin(), &to_id("site"), &to_id("back"), &draft(None)).await.unwrap();
        db.clock.advance(-5 * MINUTE);
        assert_eq!(db.store.start_timer(&admin(), &to_id("site"), &to_id("next"), &draft(None)).await.unwrap(), None);
        assert_eq!(db.store.stop_timer(&to_id("next")).await.unwrap(), None);
        assert_eq!(running(&db).await, None);
        assert_eq!(db.number("SELECT COUNT(*) FROM time_entry").await, 1);
        db.store.start_timer(&admin(), &to_id("site"), &to_id("long"), &draft(None)).await.unwrap();
        db.clock.advance(50 * 60 * MINUTE);
        assert!(running(&db).await.unwrap().is_forgotten(noon().max("2026-11-23T00:00:00Z".parse().unwrap())));
        assert!(db.store.stop_timer(&to_id("long")).await.unwrap().unwrap().was_cut);
        assert_eq!(entry(&db, "site", "long").await.1, Timer::MAX_MINUTES);
    }

    async fn starting_timer_stops_running_one(db: Database) {
        db.with_workspace().await;
        db.store.start_timer(&admin(), &to_id("site"), &to_id("one"), &draft(None)).await.unwrap();
        db.clock.advance(10 * MINUTE);
        let stopped = db.store.start_timer(&admin(), &to_id("app"), &to_id("two"), &draft(Some("screens-task"))).await.unwrap().unwrap();
        assert_eq!((stopped.id.as_str(), stopped.project_id.as_str()), ("one", "site"));
        assert_eq!(entry(&db, "site", "one").await.1, 10);
        assert_eq!(running(&db).await.unwrap().id.as_str(), "two");
        // A stale page still shows the first timer: its button stops no other.
        assert_eq!(db.store.stop_timer(&to_id("one")).await.unwrap().unwrap().id.as_str(), "one");
        assert_eq!(domain_error(db.store.stop_timer(&to_id("three")).await), DomainError::UnknownRecord);
        assert_eq!(running(&db).await.unwrap().id.as_str(), "two");
        // The form sent twice starts one timer; sent again after the timer was stopped it starts a new one.
        assert_eq!(db.store.start_timer(&admin(), &to_id("app"), &to_id("two"), &draft(None)).await.unwrap(), None);
        db.clock.advance(MINUTE);
        db.store.stop_timer(&to_id("two")).await.unwrap();
        assert_eq!(db.store.start_timer(&admin(), &to_id("app"), &to_id("two"), &draft(None)).await.unwrap(), None);
        assert_ne!(running(&db).await.unwrap().id.as_str(), "two");
    }

    async fn timer_can_be_discarded(db: Database) {
        db.with_workspace().await;
        db.store.start_timer(&admin(), &to_id("site"), &to_id("t"), &draft(None)).await.unwrap();
        assert_eq!(domain_error(db.store.discard_timer(&to_id("other")).await), DomainError::UnknownRecord);
        db.store.discard_timer(&to_id("t")).await.unwrap();
        assert_eq!(running(&db).await, None);
        assert_eq!(domain_error(db.store.stop_timer(&to_id("t")).await), DomainError::UnknownRecord);
        assert_eq!(db.number("SELECT COUNT(*) FROM time_entry").await, 1);
    }

    async fn timer_on_unknown_target_is_rejected(db: Database) {
        db.with_workspace().await;
        let foreign = db.store.start_timer(&admin(), &to_id("site"), &to_id("t"), &draft(Some("screens-task"))).await;
        assert_eq!(problem(foreign, "task"), Problem::Missing);
        let nowhere = db.store.start_timer(&admin(), &to_id("nowhere"), &to_id("t"), &draft(None)).await;
        assert_eq!(domain_error(nowhere), DomainError::UnknownProject);
        assert_eq!(running(&db).await, None);
        // Deleting the project deletes the timer; deleting the task does not.
        db.store.start_timer(&admin(), &to_id("app"), &to_id("t"), &draft(Some("screens-task"))).await.unwrap();
        db.execute("DELETE FROM task WHERE id = 'screens-task'").await;
        assert_eq!(running(&db).await.unwrap().task_id, None);
        db.execute("DELETE FROM project WHERE id = 'app'").await;
        assert_eq!(running(&db).await, None);
    }

    async fn concurrent_timer_starts_leave_one_running(db: Database) {
        db.with_workspace().await;
        let mut starting = tokio::task::JoinSet::new();
        for number in 0..16 {
            let store = db.store.clone();
            let project = ["site", "app", "shop"][number % 3];
            starting.spawn(async move { store.start_timer(&admin(), &to_id(project), &to_id(&format!("t{number}")), &draft(None)).await });
        }
        while let Some(started) = starting.join_next().await {
            started.unwrap().unwrap();
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM timer").await, 1);
        // None of them ran for a minute.
        assert_eq!(db.number("SELECT COUNT(*) FROM time_entry").await, 1);
    }

    async fn timer_is_not_exported(db: Database) {
        db.with_workspace().await;
        let before = db.store.export().await.unwrap();
        db.store.start_timer(&admin(), &to_id("site"), &to_id("t"), &draft(None)).await.unwrap();
        assert_eq!(db.store.export().await.unwrap(), before);
    }
}

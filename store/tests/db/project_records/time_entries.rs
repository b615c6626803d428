//! Time entries and their totals.

use domain::form::Problem;
use domain::{DomainError, TimeEntry};

use super::{problem, time};
use crate::support::{admin, domain_error, on_both_databases, to_id};

on_both_databases! {
    async fn time_entries_are_totalled_by_month(db: Database) {
        db.with_workspace().await;
        for (id, day, minutes) in
            [("a", "2026-02-28", 30), ("b", "2026-03-31", 15), ("c", "2025-03-01", 5), ("d", "2026-12-01", 1)]
        {
            db.store.add_record::<TimeEntry>(&admin(), &to_id("site"), to_id(id), &time(day, minutes, None)).await.unwrap();
        }
        db.store.add_record::<TimeEntry>(&admin(), &to_id("app"), to_id("e"), &time("2026-03-01", 600, None)).await.unwrap();
        let time_sheet = db.store.time_sheet(&to_id("site"), None, None).await.unwrap();
        let months: Vec<_> = time_sheet
            .months
            .iter()
            .map(|total| (total.month.to_string(), total.minutes, total.entries))
            .collect();
        let month = |day: &str, minutes, entries| (day.to_owned(), minutes, entries);
        assert_eq!(
            months,
            [month("2026-12-01", 1, 1), month("2026-03-01", 105, 2), month("2026-02-01", 30, 1), month("2025-03-01", 5, 1)]
        );
        let days: Vec<_> = time_sheet.entries.items.iter().map(|entry| entry.record.spent_on.to_string()).collect();
        assert_eq!(days, ["2026-12-01", "2026-03-31", "2026-03-01", "2026-02-28", "2025-03-01"]);
        assert_eq!(time_sheet.tasks.iter().map(|task| task.title.as_str()).collect::<Vec<_>>(), ["Disegnare il logo"]);
        assert_eq!(time_sheet.timer, None);
    }

    async fn time_entries_page_latest_first_without_repeats(db: Database) {
        db.with_workspace().await;
        for number in 0..110 {
            let day = format!("2026-04-{:02}", number % 28 + 1);
            db.store.add_record::<TimeEntry>(&admin(), &to_id("site"), to_id(&format!("e{number:03}")), &time(&day, 1, None)).await.unwrap();
        }
        let (mut read, mut after) = (Vec::new(), None);
        loop {
            let page = db.store.time_sheet(&to_id("site"), after.as_ref(), None).await.unwrap().entries;
            read.extend(page.items.into_iter().map(|entry| (entry.record.spent_on, entry.record.id)));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(read.len(), 111);
        assert!(read.is_sorted_by(|a, b| a > b), "{read:?}");
    }

    async fn time_entry_task_must_be_of_same_project(db: Database) {
        db.with_workspace().await;
        let on = |task| time("2026-03-02", 10, Some(task));
        db.store.add_record::<TimeEntry>(&admin(), &to_id("site"), to_id("e1"), &on("logo-task")).await.unwrap();
        for task in ["screens-task", "nothing"] {
            assert_eq!(problem(db.store.add_record::<TimeEntry>(&admin(), &to_id("site"), to_id("e2"), &on(task)).await, "task"), Problem::Missing);
        }
        let time_sheet = db.store.time_sheet(&to_id("site"), None, None).await.unwrap();
        let entry = &time_sheet.entries.items[0];
        assert_eq!(entry.record.task_id.as_ref().map(domain::id::TaskId::as_str), Some("logo-task"));
        let foreign = db.store.save_record::<TimeEntry>(&to_id("site"), &to_id("e1"), &on("screens-task"), &entry.version).await;
        assert_eq!(problem(foreign, "task"), Problem::Missing);
        let none = time("2026-03-02", 20, None);
        db.store.save_record::<TimeEntry>(&to_id("site"), &to_id("e1"), &none, &entry.version).await.unwrap();
        let save = async |draft| db.store.save_record::<TimeEntry>(&to_id("site"), &to_id("e1"), &draft, &entry.version).await;
        save(none).await.expect("the same form sent twice");
        assert_eq!(domain_error(save(time("2026-03-02", 30, None)).await), DomainError::Stale);
    }

    async fn time_entry_outlives_its_task(db: Database) {
        db.with_workspace().await;
        let before = db.store.time_sheet(&to_id("site"), None, None).await.unwrap().entries.items.remove(0);
        db.execute("DELETE FROM task WHERE id = 'logo-task'").await;
        let after = db.store.time_sheet(&to_id("site"), None, None).await.unwrap().entries.items.remove(0);
        assert_eq!((after.record.minutes, after.record.task_id), (90, None));
        assert_ne!(after.version, before.version);
    }
}

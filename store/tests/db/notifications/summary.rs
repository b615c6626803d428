//! The agency's morning summary.

use domain::leads::SourceKind;
use domain::notifications::{Frequency, LinkTarget, NotificationEvent, Recipient, SkipReason, Summary};

use super::{at, post, sent_now, set_clock, skipped_now, waiting, with_notifications};
use crate::sources::{deliver, source};
use crate::support::{Database, on_both_databases};

async fn switch(db: &Database, value: &str) {
    db.store.set_setting("morning_summary", value).await.unwrap();
}

on_both_databases! {
    async fn summary_has_what_came_in_what_waits_and_what_is_today(db: Database) {
        let (rossi, verdi) = with_notifications(&db).await;
        switch(&db, "on").await;
        at(&db, "2026-11-20T06:00:00Z").await;
        // Before the morning of yesterday's.
        post(&db, &rossi, "design", "Prima").await;
        at(&db, "2026-11-20T07:00:00Z").await;
        db.execute("DELETE FROM notification").await;
        post(&db, &rossi, "design", "Uno").await;
        post(&db, &verdi, "screens", "Two").await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await;
        db.execute("UPDATE payment SET due_on = '2026-11-21' WHERE id = 'p2'").await;
        db.execute("UPDATE task SET due_on = '2026-11-22' WHERE id = 'screens-task'").await;
        // 10:00 in Rome.
        db.execute("UPDATE lead SET call_date = 1795251600000").await;
        // Nobody is asked for what is in an archived project.
        db.execute("INSERT INTO project (id, client_id, name, status, created_at) VALUES ('over', 'rossi', 'Over', 'archived', 0)").await;
        db.execute("INSERT INTO phase (id, project_id, name, status, position) VALUES ('over', 'over', 'Over', 'pending', 0)").await;
        db.execute("INSERT INTO task (id, phase_id, title, status, position) VALUES ('over', 'over', 'Over', 'todo', 0)").await;
        db.execute("INSERT INTO deliverable (id, task_id, title, status) VALUES ('over', 'over', 'Over', 'in_review')").await;
        db.execute("DELETE FROM notification").await;
        at(&db, "2026-11-21T07:00:00Z").await;
        let [notice] = sent_now(&db).await.try_into().unwrap();
        let expected = Summary { messages: 2, leads: 1, approvals: 1, to_approve: 1, due_today: 1, calls_today: 1 };
        assert_eq!(notice.events, [NotificationEvent::Summary(expected)]);
        assert_eq!((notice.recipient, notice.target), (Recipient::Admin, LinkTarget::Today));
        assert_eq!(notice.topic.to_string(), "summary:2026-11-21");
        at(&db, "2026-11-21T09:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }

    async fn summary_counts_more_than_a_page_shows(db: Database) {
        with_notifications(&db).await;
        switch(&db, "on").await;
        at(&db, "2026-11-20T12:00:00Z").await;
        let record = |number: i64| (
            format!(r#"{{"id": "t{number}", "phase_id": "build", "title": "Pagina", "due_on": "2026-11-21"}}"#),
            format!(r#"{{"id": "l{number}", "name": "Anna", "call_date": "2026-11-21T10:00:00Z"}}"#),
        );
        let (tasks, leads): (Vec<_>, Vec<_>) = (0..60).map(record).unzip();
        db.import(&format!(r#"{{"tasks": [{}], "leads": [{}]}}"#, tasks.join(", "), leads.join(", "))).await;
        at(&db, "2026-11-21T07:00:00Z").await;
        let [notice] = sent_now(&db).await.try_into().unwrap();
        let [NotificationEvent::Summary(summary)] = notice.events[..] else { panic!("{:?}", notice.events) };
        assert_eq!((summary.due_today, summary.calls_today), (60, 60));
    }

    async fn summary_is_off_by_default(db: Database) {
        with_notifications(&db).await;
        for day in 20..=23 {
            at(&db, &format!("2026-11-{day}T07:00:00Z")).await;
        }
        assert!(waiting(&db).await.is_empty());
        // Switched on during the day: from tomorrow on.
        switch(&db, "on").await;
        at(&db, "2026-11-23T10:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
        at(&db, "2026-11-24T07:00:00Z").await;
        assert_eq!(waiting(&db).await, ["admin summary:2026-11-24"]);
    }

    async fn summary_with_nothing_to_say_is_not_sent(db: Database) {
        with_notifications(&db).await;
        db.execute("UPDATE deliverable SET status = 'pending'").await;
        switch(&db, "on").await;
        at(&db, "2026-11-20T12:00:00Z").await;
        at(&db, "2026-11-21T07:00:00Z").await;
        assert_eq!(skipped_now(&db).await, SkipReason::Empty);
    }

    async fn summary_is_sent_on_its_day_only(db: Database) {
        with_notifications(&db).await;
        switch(&db, "on").await;
        at(&db, "2026-11-20T12:00:00Z").await;
        at(&db, "2026-11-21T07:00:00Z").await;
        set_clock(&db, "2026-11-22T08:00:00Z");
        assert_eq!(skipped_now(&db).await, SkipReason::Stale);
        // A machine that starts at night does not send the one of the day before.
        at(&db, "2026-11-23T23:30:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }

    async fn summary_is_not_sent_to_an_agency_that_does_not_want_it(db: Database) {
        with_notifications(&db).await;
        switch(&db, "on").await;
        at(&db, "2026-11-20T12:00:00Z").await;
        at(&db, "2026-11-21T07:00:00Z").await;
        switch(&db, "off").await;
        assert_eq!(skipped_now(&db).await, SkipReason::Off);
        switch(&db, "on").await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Daily).await.unwrap();
        at(&db, "2026-11-22T07:00:00Z").await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Never).await.unwrap();
        assert_eq!(skipped_now(&db).await, SkipReason::Never);
        at(&db, "2026-11-23T07:00:00Z").await;
        assert!(waiting(&db).await.is_empty());
    }
}

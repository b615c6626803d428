//! Guarantees of the database: cascades, locks between processes, errors at the start.

use std::sync::Arc;
use std::time::Duration;

use domain::Channel;
use store::{AgencySession, Store, SystemClock};

use crate::support::{on_both_databases, text, to_id};

async fn problem(url: &str) -> String {
    match Store::connect(url, Arc::new(SystemClock)).await {
        Ok(_) => panic!("expected an error for {url}"),
        Err(error) => error.to_string(),
    }
}

on_both_databases! {
    async fn deletes_cascade_to_dependent_rows(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let design = Channel::named("design", rossi.id()).unwrap();
        db.store.post_message(&rossi, &design, &text("x"), None).await.unwrap();
        db.store.mark_read(&rossi, "design", None).await.unwrap();
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        db.import(r#"{"leads": [{"id": "l", "name": "L", "client_id": "rossi"}]}"#).await;

        db.execute("DELETE FROM deliverable WHERE id = 'logo'").await;
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'rossi'").await, 2);
        db.execute("DELETE FROM task WHERE id = 'logo-task'").await;
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'rossi'").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM time_entry WHERE task_id IS NULL").await, 1);
        db.execute("DELETE FROM phase WHERE id = 'design'").await;
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'rossi'").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM client_channel_read").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM admin_channel_read").await, 0);
        db.execute("DELETE FROM client WHERE id = 'rossi'").await;
        for table in ["SELECT COUNT(*) FROM payment", "SELECT COUNT(*) FROM document", "SELECT COUNT(*) FROM time_entry"] {
            assert_eq!(db.number(table).await, 0, "{table}");
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM lead WHERE client_id IS NULL").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 1);
    }

    async fn writer_waits_for_import_in_other_process(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let comments: Vec<String> = (0..100)
            .map(|n| format!(r#"{{"id":"m{n}","entity_type":"general","entity_id":"verdi","author":"admin","text":"{n}"}}"#))
            .collect();
        let file = format!(r#"{{"comments": [{}]}}"#, comments.join(","));
        let importing = tokio::spawn(async move {
            let holds_lock = |written, _| if written == 0 { std::thread::sleep(Duration::from_secs(1)) };
            other.import(file.as_bytes(), &mut { holds_lock }).await.unwrap();
            other.close().await;
        });
        let general = Channel::General(rossi.id().clone());
        for number in 0..40 {
            db.store.post_message(&rossi, &general, &text(&number.to_string()), None).await.unwrap();
            db.store.poll(&rossi, "site", None).await.unwrap();
        }
        importing.await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE client_id = 'verdi'").await, 101);
    }

    async fn processes_can_start_on_empty_database_together(db: Database) {
        let empty = db.sibling_address().await;
        let start = || {
            let url = empty.clone();
            tokio::spawn(async move { Store::connect(&url, Arc::new(SystemClock)).await.unwrap() })
        };
        for store in [start(), start(), start()] {
            let store = store.await.unwrap();
            store.ping().await.unwrap();
            store.close().await;
        }
    }

    async fn language_setting_is_stored(db: Database) {
        assert_eq!(db.store.language().await.unwrap(), domain::Language::It);
        db.store.set_setting("language", "en").await.unwrap();
        assert_eq!(db.store.language().await.unwrap(), domain::Language::En);
        db.store.set_setting("language", "tlh").await.unwrap();
        assert_eq!(db.store.language().await.unwrap(), domain::Language::It);
        assert!(db.store.set_setting("language", "\0").await.is_err());
    }

    async fn sessions_can_be_revoked_singly_or_all(db: Database) {
        let epoch = db.store.session_epoch().await.unwrap();
        let other = db.another_process(db.clock.clone()).await;
        assert_eq!(other.session_epoch().await.unwrap(), epoch);
        other.end_every_session(&domain::audit::Actor::Nobody(None)).await.unwrap();
        assert_ne!(db.store.session_epoch().await.unwrap(), epoch);

        let current = async |id: &str, epoch: String| {
            other.is_current_session(&AgencySession { id: id.to_owned(), epoch }).await.unwrap()
        };
        assert!(!current("b", epoch).await);
        let epoch = async || db.store.session_epoch().await.unwrap();
        let soon = crate::support::noon().next();
        db.store.revoke_session("a", soon).await.unwrap();
        db.store.revoke_session("a", soon).await.unwrap();
        assert!(!current("a", epoch().await).await);
        assert!(current("b", epoch().await).await);
        db.clock.advance(1);
        db.store.revoke_session("c", soon.next()).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM revoked_session").await, 1);
        other.close().await;
    }
}

#[tokio::test]
async fn connect_error_is_one_line_without_password() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "no database, ".repeat(100)).unwrap();
    let not_a_database = format!("sqlite://{}", file.display());
    for (url, expected) in [
        ("mysql://u:geheim@h/d", "must begin with sqlite:// or postgres://"),
        ("sqlite::memory:", "must name a file"),
        ("sqlite://", "must name a file"),
        ("sqlite:///proc/nowhere/atrio.db", "the folder /proc/nowhere cannot be made"),
        (&not_a_database, "file is not a database"),
        ("postgres://u:geheim@127.0.0.1:1/d", "PostgreSQL cannot be reached"),
        ("postgres://u:geheim@127.0.0.1:port/d", "PostgreSQL cannot be reached"),
    ] {
        let line = problem(url).await;
        assert!(line.contains("DATABASE_URL") && line.contains(expected), "{line}");
        assert!(!line.contains("geheim") && !line.contains('\n'), "{line}");
    }
}

#[tokio::test]
async fn newer_database_version_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/deep er/atrio.db", folder.path().display());
    Store::connect(&url, Arc::new(SystemClock)).await.unwrap().close().await;
    let file = folder.path().join("deep er/atrio.db");
    assert!(file.exists(), "a folder with a space in its name is created");
    let mut raw = <sqlx::SqliteConnection as sqlx::Connection>::connect_with(
        &sqlx::sqlite::SqliteConnectOptions::new().filename(&file),
    )
    .await
    .unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 4").execute(&mut raw).await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
    assert!(problem(&url).await.contains("a newer Atrio"));
}

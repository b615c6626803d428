//! A lock that somebody holds stops only those who need it, and those for a while.

use std::time::{Duration, Instant};

use domain::Channel;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use store::{ClientScope, Error, Store};
use tokio::task::{JoinSet, block_in_place};

use crate::support::{Database, text};

/// More than there are connections for writing.
const WRITERS: usize = 12;

async fn in_time<T>(answer: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(4), answer).await.expect("an answer in time")
}

/// Writers that wait for a lock, all connections for writing among them.
async fn waiting_writers(db: &Database, scope: &ClientScope) -> JoinSet<Result<(), Error>> {
    let mut writers = JoinSet::new();
    for _ in 0..WRITERS {
        let (store, scope) = (db.store.clone(), scope.clone());
        // Messages of a client would share a connection.
        writers.spawn(async move { store.reply(scope.id(), scope.id().as_str(), &text("ciao")).await.map(drop) });
    }
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    in_time(async {
        while db.number(waiting).await < 10 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    writers
}

/// A transaction that holds the row of a client until it is closed.
async fn lock_client(db: &Database) -> AnyConnection {
    let mut holder = AnyConnection::connect(&db.url).await.unwrap();
    holder.execute("BEGIN").await.unwrap();
    holder.execute("UPDATE client SET id = id WHERE id = 'rossi'").await.unwrap();
    holder
}

#[test]
fn writers_that_wait_for_a_row_stop_no_polls() {
    Database::on_postgres(async |db| {
        let (rossi, verdi) = db.with_workspace().await;
        let holder = lock_client(&db).await;
        let writers = waiting_writers(&db, &rossi).await;
        in_time(db.store.poll(&verdi, "app", None)).await.unwrap();
        holder.close().await.unwrap();
        for written in writers.join_all().await {
            written.unwrap();
        }
    });
}

#[test]
fn writers_that_wait_for_an_import_stop_no_polls() {
    Database::on_postgres(async |db| {
        let (rossi, verdi) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let (locked, mut is_locked) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, wait) = std::sync::mpsc::channel::<()>();
        let import = tokio::spawn(async move {
            let file = br#"{"leads": [{"id": "l", "name": "L"}]}"#;
            // The first report follows the locks, and precedes the rows.
            let mut progress = move |_, _| {
                locked.send(()).unwrap();
                block_in_place(|| wait.recv().unwrap_or_default());
            };
            let imported = other.import(file, &mut progress).await;
            other.close().await;
            imported
        });
        is_locked.recv().await.unwrap();
        let writers = waiting_writers(&db, &rossi).await;
        in_time(db.store.poll(&verdi, "app", None)).await.unwrap();
        drop(go_on);
        assert_eq!(import.await.unwrap().unwrap().records, 1);
        for written in writers.join_all().await {
            written.unwrap();
        }
    });
}

#[test]
fn writer_that_waits_too_long_for_a_row_finds_the_database_busy() {
    Database::on_postgres(async |db| {
        let (rossi, _) = db.with_workspace().await;
        let url = format!("{}?options[lock_timeout]=100ms", db.url);
        let store = Store::connect(&url, db.clock.clone()).await.unwrap();
        let general = Channel::General(rossi.id().clone());
        let holder = lock_client(&db).await;
        let refused = in_time(store.post_message(&rossi, &general, &text("ciao"), None)).await;
        assert!(matches!(&refused, Err(Error::Fault(fault)) if fault.is_busy()), "{refused:?}");
        holder.close().await.unwrap();
        store.post_message(&rossi, &general, &text("ciao"), None).await.unwrap();
        store.close().await;
    });
}

#[test]
fn sqlite_requests_wait_five_seconds_and_an_import_longer() {
    Database::on_sqlite(async |db| {
        let (rossi, verdi) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let mut holder = AnyConnection::connect(&db.url).await.unwrap();
        holder.execute("BEGIN IMMEDIATE").await.unwrap();
        let start = Instant::now();
        let import = tokio::spawn(async move {
            let imported = other.import(br#"{"leads": [{"id": "l", "name": "L"}]}"#, &mut |_, _| ()).await;
            other.close().await;
            imported
        });
        let mut writers = JoinSet::new();
        for _ in 0..WRITERS {
            let (store, scope) = (db.store.clone(), rossi.clone());
            writers.spawn(async move {
                let general = Channel::General(scope.id().clone());
                store.post_message(&scope, &general, &text("ciao"), None).await
            });
        }
        in_time(db.store.poll(&verdi, "app", None)).await.unwrap();
        for refused in writers.join_all().await {
            assert!(matches!(&refused, Err(Error::Fault(fault)) if fault.is_busy()), "{refused:?}");
        }
        let waited = start.elapsed();
        assert!((Duration::from_secs(4)..Duration::from_secs(7)).contains(&waited), "{waited:?}");
        assert!(!import.is_finished());
        holder.close().await.unwrap();
        assert_eq!(import.await.unwrap().unwrap().records, 1);
        let general = Channel::General(rossi.id().clone());
        db.store.post_message(&rossi, &general, &text("dopo"), None).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE text = 'dopo'").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE text = 'ciao'").await, 0);
    });
}

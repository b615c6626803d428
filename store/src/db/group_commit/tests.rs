use sqlx::any::AnyPoolOptions;
use sqlx::{Connection as _, Executor as _};
use tempfile::TempDir;

use super::*;

const NOTHING: Vec<Change> = Vec::new();

/// A writer with a table `t`, in a folder that must outlive it.
async fn writer() -> (TempDir, GroupCommit) {
    sqlx::any::install_default_drivers();
    let folder = tempfile::tempdir().expect("a folder");
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url(&folder)).await.expect("a database");
    sqlx::query("CREATE TABLE t (value TEXT)").execute(&pool).await.expect("a table");
    (folder, GroupCommit::new(Pool::new(pool, None), Arc::default(), Duration::from_millis(300)))
}

fn url(folder: &TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("test.db").display())
}

async fn insert(member: &mut GroupMember, value: &str) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO t VALUES ($1)").bind(value.to_owned()).execute(member.connection_mut()).await?;
    Ok(())
}

async fn values(groups: &GroupCommit) -> Vec<String> {
    let select = sqlx::query_scalar("SELECT value FROM t ORDER BY value");
    select.fetch_all(&mut groups.pool.acquire().await.expect("a connection")).await.expect("rows")
}

/// Sixteen shared transactions; every fourth is dropped, every fifth rolled back.
#[tokio::test]
async fn each_shared_transaction_is_kept_or_undone_alone() {
    let (_folder, groups) = writer().await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..16 {
        let groups = groups.clone();
        tasks.spawn(async move {
            let mut member = groups.begin(true).await.expect("a transaction");
            insert(&mut member, &format!("{number:02}")).await.expect("inserted");
            match number {
                _ if number % 4 == 0 => drop(member),
                _ if number % 5 == 0 => member.rollback().await.expect("undone"),
                _ => member.commit(NOTHING).await.expect("committed"),
            }
        });
    }
    tasks.join_all().await;
    // Also waits for the rollback of those that were dropped.
    groups.begin(false).await.expect("a transaction").rollback().await.expect("undone");
    let kept = (0..16).filter(|number| number % 4 != 0 && number % 5 != 0).map(|number| format!("{number:02}"));
    assert_eq!(values(&groups).await, kept.collect::<Vec<_>>());
}

#[tokio::test]
async fn exclusive_transaction_commits_and_rolls_back_alone() {
    let (_folder, groups) = writer().await;
    let mut shared = groups.begin(true).await.expect("a transaction");
    insert(&mut shared, "a").await.expect("inserted");
    let (committed, exclusive) = tokio::join!(shared.commit(NOTHING), groups.begin(false));
    committed.expect("committed");
    let mut exclusive = exclusive.expect("a transaction");
    insert(&mut exclusive, "b").await.expect("inserted");
    drop(exclusive);
    let mut exclusive = groups.begin(false).await.expect("a transaction");
    insert(&mut exclusive, "c").await.expect("inserted");
    exclusive.commit(NOTHING).await.expect("committed");
    assert_eq!(values(&groups).await, ["a", "c"]);
}

/// When the disk is full, SQLite undoes the whole transaction by itself.
#[tokio::test]
async fn failed_disk_fails_the_group_and_the_writer_recovers() {
    let (_folder, groups) = writer().await;
    for is_shared in [true, false] {
        let first = async {
            let mut first = groups.begin(true).await.expect("a transaction");
            insert(&mut first, "first").await.expect("inserted");
            first.commit(NOTHING).await
        };
        let second = async {
            let mut second = groups.begin(is_shared).await.expect("a transaction");
            let limit = sqlx::query("PRAGMA max_page_count = 3");
            limit.execute(second.connection_mut()).await.expect("limited");
            let failed = insert(&mut second, &"x".repeat(100_000)).await;
            drop(second);
            failed
        };
        // The second waits while the first opens the group.
        let (committed, failed) = tokio::join!(first, second);
        assert!(failed.is_err());
        // Lost with the shared second; committed before the exclusive second began.
        assert_eq!(committed.is_err(), is_shared);

        let mut next = groups.begin(is_shared).await.expect("a transaction");
        insert(&mut next, "next").await.expect("inserted");
        next.commit(NOTHING).await.expect("committed");
    }
    assert_eq!(values(&groups).await, ["first", "next", "next"]);
}

/// A request that is dropped while it begins or commits leaves nothing half-done.
#[tokio::test]
async fn dropped_callers_leave_the_writer_free() {
    let (_folder, groups) = writer().await;
    for _ in 0..50 {
        let mut member = groups.begin(true).await.expect("a transaction");
        insert(&mut member, "kept").await.expect("inserted");
        let committing = tokio::spawn(member.commit(NOTHING));
        let beginning = tokio::spawn({
            let groups = groups.clone();
            async move { groups.begin(true).await.map(drop) }
        });
        tokio::task::yield_now().await;
        committing.abort();
        beginning.abort();
    }
    let last = groups.begin(false).await.expect("a transaction");
    last.commit(NOTHING).await.expect("committed");
    assert!(values(&groups).await.len() <= 50);
}

/// A transaction that waits for a member of this process, or for another process, gives up; so do those behind it.
#[tokio::test]
async fn transaction_that_cannot_begin_in_time_finds_the_writer_busy() {
    let (folder, groups) = writer().await;
    let mut other = sqlx::AnyConnection::connect(&url(&folder)).await.expect("another connection");
    for lock_wait in ["PRAGMA busy_timeout = 5000", "PRAGMA busy_timeout = 50"] {
        groups.begin(false).await.expect("a transaction").execute(lock_wait.to_owned()).await.expect("set");
        let member = groups.begin(false).await.expect("a transaction");
        let refused = tokio::join!(groups.begin(true), groups.begin(false));
        assert!(is_busy(refused.0) && is_busy(refused.1));
        member.rollback().await.expect("undone");

        other.execute("BEGIN IMMEDIATE").await.expect("locked");
        let refused = tokio::join!(groups.begin(true), groups.begin(false), groups.begin(true));
        assert!(is_busy(refused.0) && is_busy(refused.1) && is_busy(refused.2));
        other.execute("ROLLBACK").await.expect("unlocked");
        let mut member = groups.begin(true).await.expect("a transaction");
        insert(&mut member, "after").await.expect("inserted");
        member.commit(NOTHING).await.expect("committed");
        assert!(!groups.has_failed(), "a lock is no failed disk");
    }
    assert_eq!(values(&groups).await, ["after", "after"]);
}

fn is_busy(begun: Result<GroupMember, Fault>) -> bool {
    begun.is_err_and(|fault| fault.is_busy())
}

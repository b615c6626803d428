//! Connecting to the database and beginning transactions. Every difference between SQLite and PostgreSQL is a
//! named function here or in a submodule.

pub(crate) mod batch;
pub(crate) mod cache_versions;
pub(crate) mod column;
mod connection;
mod group_commit;
pub(crate) mod keyset;
mod postgres;
pub(crate) mod query;
pub(crate) mod row_lock;
pub(crate) mod rows;
pub(crate) mod saturating_sum;
mod schema;
mod sqlite;
mod topic_versions;
mod transaction;
pub(crate) mod versioned_cache;
mod waiting;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use domain::settings::system_info::DatabaseKind;
use domain::{Timestamp, Topic};
use uuid::Uuid;

pub use connection::PoolUsage;
pub(crate) use connection::{Connection, Pool};
pub use sqlite::copy::{CopyError, ReplacementLock};
pub use topic_versions::TopicVersions;
pub(crate) use transaction::Tx;
use waiting::LONG_WAIT;
pub(crate) use waiting::REQUEST_WAIT;

use crate::metrics::WRITE_WAITS;
use crate::{ConnectError, Fault};
use cache_versions::{CacheVersions, Change};
use group_commit::{CHECK_INTERVAL, GroupCommit};
use postgres::commit_listener::CommitPublisher;
use postgres::limits::Limits;
use postgres::room::Room;

/// The connections to one database.
#[derive(Clone)]
pub(crate) struct Db {
    kind: Kind,
    /// SQLite: one connection, so that writers wait in the pool and not for the lock of the file.
    writers: Pool,
    /// Apart, so that nobody who reads waits for those who wait to write. SQLite: connections that cannot write.
    readers: Pool,
    versions: Arc<CacheVersions>,
}

#[derive(Clone)]
enum Kind {
    Sqlite { file: PathBuf, groups: GroupCommit },
    Postgres { publisher: CommitPublisher, room: Arc<Room> },
}

impl Db {
    /// Opens the database at `url` and runs the migrations. A SQLite file is copied before.
    pub(crate) async fn connect(url: &str, now: Timestamp) -> Result<Self, ConnectError> {
        Self::connect_within(url, now, Limits::default()).await
    }

    /// As [`Db::connect`], with other limits on PostgreSQL.
    async fn connect_within(url: &str, now: Timestamp, limits: Limits) -> Result<Self, ConnectError> {
        if is_sqlite(url)? {
            let file = sqlite::file(url)?;
            let (writers, readers) = sqlite::open(&file, now).await?;
            Ok(Self::sqlite(file, writers, readers))
        } else {
            Ok(Self::postgres(url, postgres::open(url, limits).await?, limits))
        }
    }

    /// Opens the database at `url` to read it, without changing anything. Its schema must be the current one.
    pub(crate) async fn open_to_read(url: &str) -> Result<Self, ConnectError> {
        if is_sqlite(url)? {
            let file = sqlite::file(url)?;
            let readers = sqlite::open_to_read(&file).await?;
            Ok(Self::sqlite(file, readers.clone(), readers))
        } else {
            let limits = Limits::default();
            Ok(Self::postgres(url, postgres::open_to_read(url, limits).await?, limits))
        }
    }

    fn sqlite(file: PathBuf, writers: Pool, readers: Pool) -> Self {
        let versions = Arc::new(CacheVersions::default());
        let groups = GroupCommit::new(writers.clone(), versions.clone(), REQUEST_WAIT);
        Self { kind: Kind::Sqlite { file, groups }, writers, readers, versions }
    }

    fn postgres(url: &str, pools: postgres::Pools, limits: Limits) -> Self {
        let versions = Arc::new(CacheVersions::default());
        let postgres::Pools { writers, readers, outage, room } = pools;
        let publisher = CommitPublisher::start(url, &versions, outage, limits.answer);
        let kind = Kind::Postgres { publisher, room };
        Self { kind, writers, readers, versions }
    }

    /// The pool for single reads.
    pub(crate) fn readers(&self) -> &Pool {
        &self.readers
    }

    /// The pool for single writes of what is never kept in memory and no open page waits for ([`Change::Unseen`]), but
    /// not for statements that return a row (see approvals.rs).
    pub(crate) fn writers(&self) -> &Pool {
        &self.writers
    }

    /// A read-only transaction on one snapshot.
    pub(crate) async fn snapshot(&self) -> Result<Tx, Fault> {
        let begin = match self.kind {
            Kind::Sqlite { .. } => "BEGIN DEFERRED",
            Kind::Postgres { .. } => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        Ok(Tx::snapshot(self.readers.begin(begin).await?))
    }

    /// A transaction that may write, and that invalidates everything kept in memory.
    pub(crate) async fn write(&self) -> Result<Tx, Fault> {
        self.begin(false, Change::Everything).await
    }

    /// A transaction that may write, and that changes only `topic`.
    pub(crate) async fn write_topic(&self, topic: Topic) -> Result<Tx, Fault> {
        self.begin(false, Change::Topic(topic)).await
    }

    /// A transaction that may write, and that changes only `change`. On SQLite those that wait at the same
    /// moment share a commit: it must not be dropped after it has seen something that its answer depends on
    /// ([`Tx::rollback`] waits for the commit).
    pub(crate) async fn write_shared(&self, change: Change) -> Result<Tx, Fault> {
        self.begin(true, change).await
    }

    async fn begin(&self, is_shared: bool, change: Change) -> Result<Tx, Fault> {
        let _timer = WRITE_WAITS.start_timer();
        match &self.kind {
            Kind::Sqlite { groups, .. } => Ok(Tx::sqlite(groups.begin(is_shared).await?, change)),
            Kind::Postgres { publisher, .. } => {
                let begin = self.writers.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
                Ok(Tx::postgres(begin.await?, change, self.versions.clone(), *publisher))
            }
        }
    }

    /// Fails unless a transaction can begin; after a failure, unless there is room to write: on a full disk all of
    /// them can begin.
    pub(crate) async fn check_writer(&self) -> Result<(), Fault> {
        let mut tx = self.write_shared(Change::Unseen).await?;
        let groups = match &self.kind {
            Kind::Sqlite { groups, .. } if groups.has_failed() => groups,
            Kind::Sqlite { .. } => return tx.rollback().await,
            Kind::Postgres { room, .. } => {
                room.check(&mut tx).await?;
                return tx.rollback().await;
            }
        };
        // A new value, because SQLite does not write what stays the same.
        tx.execute(
            "INSERT INTO internal (key, value) VALUES ('writer_check', $1) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [Uuid::now_v7().to_string()],
        )
        .await?;
        tx.commit().await?;
        groups.set_recovered();
        Ok(())
    }

    /// What this process has changed, and learnt that others have.
    pub(crate) fn cache_versions(&self) -> &CacheVersions {
        &self.versions
    }

    /// Whether [`Db::cache_versions`] has the commits of other processes too, but for the last 100 ms on SQLite
    /// and the last second on PostgreSQL. While it has not, nothing kept in memory may be used.
    pub(crate) async fn is_cache_current(&self) -> bool {
        match &self.kind {
            Kind::Sqlite { groups, .. } => {
                self.versions.are_checked_within(CHECK_INTERVAL)
                    || groups.detect_external_commits().await.unwrap_or(false)
            }
            Kind::Postgres { .. } => self.versions.are_checked_within(Duration::from_millis(900)),
        }
    }

    /// How many values one statement should bind at most. SQLite allows 32,766, but searches the list of
    /// earlier names for each `$n`: with short statements an import of many thousand rows takes a third of
    /// the time.
    pub(crate) fn max_parameters(&self) -> usize {
        match self.kind {
            Kind::Sqlite { .. } => 200,
            Kind::Postgres { .. } => 65_535,
        }
    }

    /// Blocks all other writers of `tables` until `tx` ends. On SQLite [`Db::write`] does so already.
    pub(crate) async fn exclude_writers(&self, tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
        match self.kind {
            Kind::Sqlite { .. } => Ok(()),
            Kind::Postgres { .. } => postgres::lock_tables(tx, tables).await,
        }
    }

    /// What follows a SELECT of rows to change, so that those locked by others are left out. On SQLite nobody else has
    /// locks.
    pub(crate) fn skip_locked(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite { .. } => "",
            Kind::Postgres { .. } => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// In FROM, the elements of the JSON array `$1`, each a `value`.
    pub(crate) fn json_rows(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite { .. } => "json_each($1)",
            Kind::Postgres { .. } => "jsonb_array_elements(CAST($1 AS JSONB))",
        }
    }

    /// Updates the planner's statistics of `tables` after a bulk insert. PostgreSQL's own `ANALYZE` runs
    /// later, and queries are slow until then; SQLite does not need it.
    pub(crate) async fn update_statistics(&self, tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
        match self.kind {
            Kind::Sqlite { .. } => Ok(()),
            Kind::Postgres { .. } => postgres::analyze(tx, tables).await,
        }
    }

    /// Does after a bulk insert what PostgreSQL's autovacuum would do a minute later: until then it looks up of each row
    /// whether it may be seen. SQLite does not need it.
    pub(crate) async fn vacuum(&self, tables: &[&str]) {
        if let Kind::Postgres { .. } = self.kind {
            postgres::vacuum(&self.writers, tables).await;
        }
    }

    pub(crate) fn kind(&self) -> DatabaseKind {
        match &self.kind {
            Kind::Sqlite { .. } => DatabaseKind::Sqlite,
            Kind::Postgres { .. } => DatabaseKind::Postgres,
        }
    }

    /// The size of the database in bytes.
    pub(crate) async fn size(&self) -> Result<i64, Fault> {
        let statement = match self.kind {
            Kind::Sqlite { .. } => sqlite::SIZE,
            Kind::Postgres { .. } => postgres::SIZE,
        };
        self.readers.fetch_value(statement, ()).await
    }

    /// The free bytes of the disk with the SQLite file; `None` on PostgreSQL.
    pub(crate) fn free_bytes(&self) -> Result<Option<u64>, Fault> {
        match &self.kind {
            Kind::Sqlite { file, .. } => Ok(Some(sqlite::free_bytes(file)?)),
            Kind::Postgres { .. } => Ok(None),
        }
    }

    /// How both pools are used.
    pub(crate) fn connections(&self) -> [PoolUsage; 2] {
        [self.readers.usage("readers"), self.writers.usage("writers")]
    }

    /// Closes every connection; statements under way end first.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// Writes a consistent copy of the database at `url` to `copy`, whatever its schema; `None` on PostgreSQL.
pub(crate) async fn copy(url: &str, copy: &Path) -> Result<Option<Result<(), CopyError>>, ConnectError> {
    if !is_sqlite(url)? {
        return Ok(None);
    }
    Ok(Some(sqlite::copy::write(&sqlite::file(url)?, copy).await))
}

/// Locks the SQLite database at `url`, which nobody may have open; `None` if somebody has.
///
/// # Errors
/// It cannot be opened.
pub(crate) async fn lock_for_replacement(url: &str) -> Result<Option<ReplacementLock>, ConnectError> {
    match sqlite::copy::lock(&sqlite::file(url)?).await.map_err(Fault::from) {
        Ok(lock) => Ok(Some(lock)),
        Err(fault) if fault.is_busy() => Ok(None),
        Err(fault) => Err(ConnectError(format!("DATABASE_URL: {}", one_line(&fault)))),
    }
}

/// `false` for PostgreSQL.
fn is_sqlite(url: &str) -> Result<bool, ConnectError> {
    sqlx::any::install_default_drivers();
    if url.starts_with("sqlite:") {
        Ok(true)
    } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
        Ok(false)
    } else {
        Err(ConnectError("DATABASE_URL must begin with sqlite:// or postgres://".to_owned()))
    }
}

/// `error` without line breaks.
fn one_line(error: &dyn std::fmt::Display) -> String {
    domain::line::one_line(&error.to_string())
}

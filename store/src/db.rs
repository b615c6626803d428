//! Connecting to the database and beginning transactions. Every difference between SQLite and PostgreSQL is a
//! named function here or in a submodule.

mod postgres;
pub(crate) mod row_lock;
pub(crate) mod rows;
mod sqlite;

use std::path::Path;

use domain::settings::system_info::DatabaseKind;
use sqlx::AnyPool;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{Any, Transaction};

use crate::{ConnectError, Fault};

/// A transaction of either database.
pub(crate) type Tx = Transaction<'static, Any>;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// The connections to one database.
#[derive(Clone)]
pub(crate) struct Db {
    kind: Kind,
    /// SQLite: one connection, so that writers wait in the pool and not for the lock of the file.
    writers: AnyPool,
    /// SQLite: connections that cannot write. PostgreSQL: the same pool.
    readers: AnyPool,
}

#[derive(Debug, Clone)]
enum Kind {
    /// With the sqlx URL of the file.
    Sqlite(String),
    Postgres,
}

impl Db {
    /// Opens the database at `url` and runs the migrations.
    pub(crate) async fn connect(url: &str) -> Result<Self, ConnectError> {
        sqlx::any::install_default_drivers();
        if url.starts_with("sqlite:") {
            let address = sqlite::address(url)?;
            let (writers, readers) = sqlite::open(&address).await?;
            Ok(Self { kind: Kind::Sqlite(address), writers, readers })
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let pool = postgres::open(url).await?;
            Ok(Self { kind: Kind::Postgres, writers: pool.clone(), readers: pool })
        } else {
            Err(ConnectError("DATABASE_URL must begin with sqlite:// or postgres://".to_owned()))
        }
    }

    /// The pool for single reads.
    pub(crate) fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// The pool for single writes, but not for statements that return a row (see approvals.rs).
    pub(crate) fn writers(&self) -> &AnyPool {
        &self.writers
    }

    /// A read-only transaction on one snapshot.
    pub(crate) async fn snapshot(&self) -> Result<Tx, Fault> {
        Ok(self.readers.begin_with(self.begin_snapshot()).await?)
    }

    /// A transaction that may write. SQLite takes the write lock at once: upgrading a read transaction later
    /// can fail with `SQLITE_BUSY_SNAPSHOT`.
    pub(crate) async fn write(&self) -> Result<Tx, Fault> {
        Ok(self.writers.begin_with(self.begin_write()).await?)
    }

    fn begin_snapshot(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite(_) => "BEGIN DEFERRED",
            Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    fn begin_write(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite(_) => "BEGIN IMMEDIATE",
            Kind::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        }
    }

    /// How many values one statement should bind at most. SQLite allows 32,766, but searches the list of
    /// earlier names for each `$n`: with short statements an import of many thousand rows takes a third of
    /// the time.
    pub(crate) fn max_parameters(&self) -> usize {
        match self.kind {
            Kind::Sqlite(_) => 200,
            Kind::Postgres => 65_535,
        }
    }

    /// Blocks all other writers of `tables` until `tx` ends. On SQLite [`Db::write`] does so already.
    pub(crate) async fn exclude_writers(&self, tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
        match self.kind {
            Kind::Sqlite(_) => Ok(()),
            Kind::Postgres => postgres::lock_tables(tx, tables).await,
        }
    }

    /// Updates the planner's statistics of `tables` after a bulk insert. PostgreSQL's own `ANALYZE` runs
    /// later, and queries are slow until then; SQLite does not need it.
    pub(crate) async fn update_statistics(&self, tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
        match self.kind {
            Kind::Sqlite(_) => Ok(()),
            Kind::Postgres => postgres::analyze(tx, tables).await,
        }
    }

    /// Writes a consistent copy of the database to `file`; `None` on PostgreSQL.
    pub(crate) async fn copy_to(&self, file: &Path) -> Option<Result<(), Fault>> {
        match &self.kind {
            Kind::Sqlite(address) => Some(sqlite::copy_to(address, file).await),
            Kind::Postgres => None,
        }
    }

    pub(crate) fn kind(&self) -> DatabaseKind {
        match self.kind {
            Kind::Sqlite(_) => DatabaseKind::Sqlite,
            Kind::Postgres => DatabaseKind::Postgres,
        }
    }

    /// The size of the database in bytes.
    pub(crate) async fn size(&self) -> Result<i64, Fault> {
        let statement = match self.kind {
            Kind::Sqlite(_) => sqlite::SIZE,
            Kind::Postgres => postgres::SIZE,
        };
        Ok(sqlx::query_scalar(statement).fetch_one(&self.readers).await?)
    }

    /// Closes every connection; statements under way end first.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// The error of a failed migration, in one line.
fn migration_failed(error: &MigrateError) -> ConnectError {
    let text = match error {
        MigrateError::VersionMissing(_) => {
            "DATABASE_URL names a database of a newer Atrio; run that version".to_owned()
        }
        other => format!("DATABASE_URL: the schema could not be brought up to date: {}", one_line(other)),
    };
    ConnectError(text)
}

/// `error` without line breaks.
fn one_line(error: &dyn std::fmt::Display) -> String {
    domain::line::one_line(&error.to_string())
}

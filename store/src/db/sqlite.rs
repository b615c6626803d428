//! SQLite in WAL mode: one connection that writes, several that only read.

pub(super) mod copy;
mod files;
mod wal;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use domain::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Executor, SqlSafeStr};

use super::schema::{self, MIGRATIONS, Schema, migration_failed};
use super::{LONG_WAIT, Pool, REQUEST_WAIT, one_line};
use crate::ConnectError;
pub(super) use files::free_bytes;

/// Older versions can corrupt the database when the WAL is reset during a read.
const OLDEST_VERSION: [u64; 3] = [3, 51, 3];
const READERS: u32 = 4;
/// Characters of a path that are percent-encoded in a URL.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');

/// The size of the file, in bytes.
pub(super) const SIZE: &str = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";

/// Whether there is a table of migrations.
const HAS_MIGRATIONS: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations')";

/// The absolute path of the file in `url`.
pub(super) fn file(url: &str) -> Result<PathBuf, ConnectError> {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let path = path.strip_prefix("//").unwrap_or(path);
    let file = path.split_once('?').map_or(path, |(file, _)| file);
    if file.is_empty() || file == ":memory:" {
        let text = "DATABASE_URL must name a file, such as sqlite://data/atrio.db";
        return Err(ConnectError(text.to_owned()));
    }
    let file = PathBuf::from(file);
    Ok(std::path::absolute(&file).unwrap_or(file))
}

/// How SQLite opens the file.
#[derive(Clone, Copy)]
enum Mode {
    /// Changes nothing: neither the schema nor, when the last connection closes, the WAL.
    Read,
    Create,
}

fn options(file: &Path, mode: Mode) -> Result<AnyConnectOptions, sqlx::Error> {
    let mode = match mode {
        Mode::Read => "ro",
        Mode::Create => "rwc",
    };
    let url = format!("sqlite://{}?mode={mode}", utf8_percent_encode(&file.to_string_lossy(), IN_PATH));
    Ok(AnyConnectOptions::from_str(&url)?.disable_statement_logging())
}

/// Creates and migrates the database, then opens the pool of the writer and that of the readers.
pub(super) async fn open(file: &Path, now: Timestamp) -> Result<(Pool, Pool), ConnectError> {
    create_folder(file)?;
    files::create_database(file).map_err(|error| cannot_open(&error.into()))?;
    wal::warn_of_damage(file, now);
    let options = options(file, Mode::Create).map_err(|error| cannot_open(&error))?;
    prepare(&options, file, now).await?;
    let writers = pool(1, REQUEST_WAIT, &WRITER).connect_with(options.clone()).await;
    let writers = writers.map_err(|error| cannot_open(&error))?;
    let readers = pool(READERS, REQUEST_WAIT, &READER).connect_with(options).await;
    let readers = readers.map_err(|error| cannot_open(&error))?;
    Ok((Pool::new(writers, None), Pool::new(readers, None)))
}

/// Opens a pool that reads a database of the current schema, and changes nothing: for commands.
pub(super) async fn open_to_read(file: &Path) -> Result<Pool, ConnectError> {
    let options = options(file, Mode::Read).map_err(|error| cannot_open(&error))?;
    let mut connection = options.connect().await.map_err(|error| cannot_open(&error))?;
    let schema = schema::read(&mut connection, HAS_MIGRATIONS).await.map_err(|error| cannot_open(&error))?;
    schema.require_current()?;
    let readers = pool(READERS, LONG_WAIT, &READER).connect_with(options).await;
    Ok(Pool::new(readers.map_err(|error| cannot_open(&error))?, None))
}

fn create_folder(file: &Path) -> Result<(), ConnectError> {
    let Some(folder) = file.parent() else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| {
        ConnectError(format!("DATABASE_URL: the folder {} cannot be made: {}", folder.display(), one_line(&error)))
    })
}

fn cannot_open(error: &sqlx::Error) -> ConnectError {
    ConnectError(format!("DATABASE_URL: the SQLite database cannot be opened: {}", one_line(error)))
}

/// Checks the version and migrates over one connection: a pool would retry with a file that is no database.
async fn prepare(options: &AnyConnectOptions, file: &Path, now: Timestamp) -> Result<(), ConnectError> {
    let mut connection = options.connect().await.map_err(|error| cannot_open(&error))?;
    prepare_connection(&mut connection, LONG_WAIT, &WRITER).await.map_err(|error| cannot_open(&error))?;
    check_version(&mut connection).await?;
    migrate(&mut connection, file, now).await?;
    connection.close().await.map_err(|error| cannot_open(&error))
}

/// PRAGMAs of a new connection. The page caches, 4 MiB and four times 2 MiB, bound the memory of the process; the
/// kernel's cache holds the rest of the file.
const WRITER: [&str; 4] =
    ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA cache_size = -4096"];
const READER: [&str; 2] = ["PRAGMA query_only = ON", "PRAGMA cache_size = -2048"];

/// `wait` is for a connection, and then for a lock of another process (`atrio import`, a second server).
fn pool(connections: u32, wait: Duration, pragmas: &'static [&'static str]) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(wait)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .after_connect(move |connection, _| Box::pin(prepare_connection(connection, wait, pragmas)))
}

/// `busy_timeout` comes first, for the others to wait.
async fn prepare_connection(
    connection: &mut AnyConnection,
    wait: Duration,
    pragmas: &[&'static str],
) -> sqlx::Result<()> {
    set_lock_wait(connection, wait).await?;
    for pragma in pragmas {
        run_pragma(connection, pragma).await?;
    }
    Ok(())
}

/// How long to wait for a lock of another process.
async fn set_lock_wait(connection: &mut AnyConnection, wait: Duration) -> sqlx::Result<()> {
    let pragma = format!("PRAGMA busy_timeout = {}", wait.as_millis());
    connection.execute(AssertSqlSafe(pragma).into_sql_str()).await.map(drop)
}

/// Runs a PRAGMA. Changing to WAL ignores `busy_timeout` while another process opens the same new file, so
/// this retries.
async fn run_pragma(connection: &mut AnyConnection, pragma: &'static str) -> sqlx::Result<()> {
    let mut tries = 0;
    loop {
        match connection.execute(pragma).await {
            Err(error) if tries < 300 && is_locked(&error) => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            result => return result.map(drop),
        }
    }
}

fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message().contains("locked"))
}

async fn check_version(connection: &mut AnyConnection) -> Result<(), ConnectError> {
    let version: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(connection)
        .await
        .map_err(|error| cannot_open(&error))?;
    let parts: Vec<u64> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if parts.as_slice() < OLDEST_VERSION.as_slice() {
        return Err(ConnectError(format!("SQLite {version} is too old: 3.51.3 or newer is needed")));
    }
    Ok(())
}

/// Migrates under the write lock, because two processes can start at the same time. An older schema is copied
/// first, under the same lock: the copy has everything, and only one process makes it.
async fn migrate(connection: &mut AnyConnection, file: &Path, now: Timestamp) -> Result<(), ConnectError> {
    let failed = |error: sqlx::Error| migration_failed(&error.into());
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await.map_err(failed)?;
    if schema::read(&mut tx, HAS_MIGRATIONS).await.map_err(failed)? == Schema::Older {
        copy::before_migration(file, now).await?;
    }
    MIGRATIONS.run_direct(None, &mut *tx, false).await.map_err(|error| migration_failed(&error))?;
    tx.commit().await.map_err(failed)
}

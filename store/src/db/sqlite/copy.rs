//! Copies of a SQLite database: backups, and what it was before a migration.

use std::fs::File;
use std::io;
use std::path::Path;

use domain::Timestamp;
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _};

use super::files::{beside, beside_at, create_private};
use super::{Mode, options, set_lock_wait};
use crate::db::{LONG_WAIT, one_line};
use crate::{ConnectError, Fault};

/// How many copies from before a migration are kept.
const KEPT: usize = 3;
/// Between the name of the database and the time of such a copy.
const BEFORE_MIGRATION: &str = ".before-migration-";

/// After the name of a copy that is not whole.
const PARTIAL: &str = ".partial";

/// Why a copy could not be written; its text is one line for the administrator.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The file exists; it is not changed.
    #[error("the file exists already, and is not overwritten")]
    Exists,
    #[error("the copy failed: {0}")]
    Failed(#[from] Fault),
    /// The file could not be created, or not be synced to disk.
    #[error("the copy failed: {0}")]
    Io(#[from] io::Error),
}

/// Writes a consistent copy of `database` to `copy`, which must not exist, over a separate connection, so that
/// writers do not wait for it. It has another name until it is whole and synced to disk; what an interrupted copy has left under
/// that name is replaced.
pub(in crate::db) async fn write(database: &Path, copy: &Path) -> Result<(), CopyError> {
    let partial = beside(copy, PARTIAL);
    if copy.try_exists()? {
        return Err(CopyError::Exists);
    }
    if partial.try_exists()? {
        std::fs::remove_file(&partial)?;
    }
    create_private(&partial)?;
    let written = match vacuum_into(database, &partial).await {
        Ok(()) => File::open(&partial).and_then(|copy| copy.sync_all()).map_err(CopyError::from),
        Err(error) => Err(Fault::from(error).into()),
    };
    let placed = written.and_then(|()| Ok(std::fs::rename(&partial, copy)?));
    if placed.is_err() {
        std::fs::remove_file(&partial).ok();
    }
    placed
}

/// A database that nobody else can open until this is dropped.
pub struct ReplacementLock(#[expect(dead_code, reason = "it holds the lock")] AnyConnection);

/// Locks a database that is about to be replaced, and that nobody has open: they would go on with what is deleted.
pub(in crate::db) async fn lock(database: &Path) -> sqlx::Result<ReplacementLock> {
    let mut connection = options(database, Mode::Create)?.connect().await?;
    // Only who is alone leaves the WAL.
    sqlx::raw_sql("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE").execute(&mut connection).await?;
    Ok(ReplacementLock(connection))
}

/// `copy` is an empty file.
async fn vacuum_into(database: &Path, copy: &Path) -> sqlx::Result<()> {
    let mut connection = options(database, Mode::Read)?.connect().await?;
    set_lock_wait(&mut connection, LONG_WAIT).await?;
    let copy = copy.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO $1").bind(copy).execute(&mut connection).await?;
    connection.close().await
}

/// Copies `database` beside itself, and deletes all but the newest [`KEPT`] such copies. Without the copy there
/// is no migration.
pub(super) async fn before_migration(database: &Path, now: Timestamp) -> Result<(), ConnectError> {
    let copy = beside_at(database, BEFORE_MIGRATION, now);
    write(database, &copy).await.map_err(|error| {
        ConnectError(format!(
            "DATABASE_URL: the database must be copied to {} before its migration: {}",
            copy.display(),
            one_line(&error)
        ))
    })?;
    tracing::info!(copy = %copy.display(), "the database was copied before its migration");
    if let Err(error) = delete_old_copies(database, &copy) {
        tracing::warn!(%error, "old copies of the database could not be deleted");
    }
    Ok(())
}

fn delete_old_copies(database: &Path, newest: &Path) -> io::Result<()> {
    let prefix = beside(database, BEFORE_MIGRATION);
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(database.parent().unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        let is_copy = path.as_os_str().as_encoded_bytes().starts_with(prefix.as_os_str().as_encoded_bytes());
        if is_copy && path != newest {
            match path.extension() {
                // Its process was killed.
                Some(extension) if extension == &PARTIAL[1..] => std::fs::remove_file(path)?,
                _ => copies.push(path),
            }
        }
    }
    copies.sort();
    // The one just made counts too, whatever the clock says.
    let surplus = (copies.len() + 1).saturating_sub(KEPT);
    copies.iter().take(surplus).try_for_each(std::fs::remove_file)
}

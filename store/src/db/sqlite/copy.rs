//! Copies of a SQLite database: backups, and what it was before a migration.

use std::fs::File;
use std::io;
use std::path::Path;

use domain::Timestamp;
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _};

use super::files::{beside, beside_at, open_private};
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
    let file = open_private(&partial)?;
    file.try_lock().map_err(|_| io::Error::other("another copy to this file is being written"))?;
    file.set_len(0)?;
    let written = match vacuum_into(database, &partial).await {
        Ok(()) => file.sync_all().and_then(|()| place(&partial, copy)).map_err(CopyError::from),
        Err(error) => Err(Fault::from(error).into()),
    };
    if written.is_err() {
        std::fs::remove_file(&partial).ok();
    }
    written
}

/// Gives a whole copy its name, for good.
fn place(partial: &Path, copy: &Path) -> io::Result<()> {
    std::fs::rename(partial, copy)?;
    let folder = copy.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
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
            // Its process was killed. SQLite adds `-journal` to it.
            if path.file_name().is_some_and(|name| name.to_string_lossy().contains(PARTIAL)) {
                std::fs::remove_file(path)?;
            } else {
                copies.push(path);
            }
        }
    }
    copies.sort();
    // The one just made counts too, whatever the clock says.
    let surplus = (copies.len() + 1).saturating_sub(KEPT);
    copies.iter().take(surplus).try_for_each(std::fs::remove_file)
}

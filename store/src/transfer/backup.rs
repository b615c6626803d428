//! Backing up a SQLite database while it is in use.

use std::path::Path;

use crate::{ConnectError, CopyError, ReplacementLock, db};

/// Why a backup failed; its text is one line for the administrator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database is PostgreSQL.
    #[error("this makes backups of SQLite only; for PostgreSQL use pg_dump")]
    NotSqlite,
    #[error("the database is in use: stop atrio first")]
    InUse,
    #[error(transparent)]
    Database(#[from] ConnectError),
    #[error(transparent)]
    Copy(#[from] CopyError),
}

/// Writes a consistent copy of the SQLite database at `url` to `file`, which must not exist, while the database
/// is in use. The database is not changed: one of an older or newer Atrio is copied as it is. The copy is
/// synced to disk when this returns.
pub async fn backup(url: &str, file: &Path) -> Result<(), BackupError> {
    Ok(db::copy(url, file).await?.ok_or(BackupError::NotSqlite)??)
}

/// Locks the SQLite database at `url`, which is about to be replaced.
///
/// # Errors
/// Another process has it open, or it cannot be opened.
pub async fn lock_for_replacement(url: &str) -> Result<ReplacementLock, BackupError> {
    db::lock_for_replacement(url).await?.ok_or(BackupError::InUse)
}

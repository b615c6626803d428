//! Backing up a SQLite database while it is in use.

use std::io;
use std::path::Path;

use crate::{Fault, Store};

/// Why a backup failed; its text is one line for the administrator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file exists; it is not changed.
    #[error("the file exists already, and is not overwritten")]
    Exists,
    /// The database is PostgreSQL.
    #[error("this makes backups of SQLite only; for PostgreSQL use pg_dump")]
    NotSqlite,
    /// The copy could not be written; a partial one is removed.
    #[error("the backup failed: {0}")]
    Failed(#[from] Fault),
    /// The copy could not be synced to disk.
    #[error("the backup failed: {0}")]
    Io(#[from] io::Error),
}

impl Store {
    /// Writes a consistent copy of a SQLite database to `file`, which must not exist, while the database is
    /// in use. The copy is synced to disk when this returns.
    pub async fn backup(&self, file: &Path) -> Result<(), BackupError> {
        if file.symlink_metadata().is_ok() {
            return Err(BackupError::Exists);
        }
        let copied = self.db.copy_to(file).await.ok_or(BackupError::NotSqlite)?;
        if let Err(fault) = copied {
            // The file did not exist before, so this removes a partial copy only.
            std::fs::remove_file(file).ok();
            return Err(fault.into());
        }
        std::fs::File::open(file)?.sync_all()?;
        Ok(())
    }
}

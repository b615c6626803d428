//! A copy of a SQLite database while it is in use.

use std::io;
use std::path::Path;

use crate::{Fault, Store};

/// Why there is no backup; its text is one line for the person who asked for it.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something is at the place already; it is left alone.
    #[error("the file exists already, and is not overwritten")]
    Exists,
    /// The database is PostgreSQL.
    #[error("this makes backups of SQLite only; for PostgreSQL use pg_dump")]
    NotSqlite,
    /// The copy could not be written; what was there of it is removed.
    #[error("the backup failed: {0}")]
    Failed(#[from] Fault),
    /// The copy could not be made safe on disk.
    #[error("the backup failed: {0}")]
    Io(#[from] io::Error),
}

impl Store {
    /// Writes a consistent copy of a SQLite database to `file` (which must not exist) while it is
    /// in use. When this returns, the copy is on disk.
    ///
    /// # Errors
    /// [`BackupError`].
    pub async fn backup(&self, file: &Path) -> Result<(), BackupError> {
        if file.symlink_metadata().is_ok() {
            return Err(BackupError::Exists);
        }
        let copied = self.db.copy_to(file).await.ok_or(BackupError::NotSqlite)?;
        if let Err(fault) = copied {
            // Nothing was there before, so what is there now is half a copy, or nothing.
            std::fs::remove_file(file).ok();
            return Err(fault.into());
        }
        std::fs::File::open(file)?.sync_all()?;
        Ok(())
    }
}

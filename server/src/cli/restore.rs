//! `atrio restore`: a workspace from the folder of a backup.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Storage;
use store::{ReplacementLock, Store, SystemClock};

use super::backup::{EXPORT, FILES, SQLITE, copy_files, sqlite_url};
use super::{CliError, database, note};
use crate::config::{Config, Environment, FilesConfig};

/// The files come first, the database last: until it is there nothing is restored.
pub(super) async fn run(environment: &Environment, folder: &Path) -> Result<(), CliError> {
    let storage = FilesConfig::read(environment)?.storage;
    let url = Config::read_database_url(environment)?;
    let (sqlite, export) = (folder.join(SQLITE), folder.join(EXPORT));
    if !sqlite.is_file() && !export.is_file() {
        return Err(CliError::Other(format!("{}: there is no {SQLITE} and no {EXPORT} in it", folder.display())));
    }
    if !storage.is_empty().await.map_err(|error| CliError::Other(error.to_string()))? {
        return Err(CliError::Other("FILES must be empty".to_owned()));
    }
    let target = database::sqlite_file(&url);
    if target.as_ref().is_none_or(|file| file.exists()) {
        let store = Store::connect(&url, Arc::new(SystemClock)).await?;
        let is_empty = store.has_no_records().await;
        store.close().await;
        if !is_empty? {
            return Err(CliError::Other("the database must be empty".to_owned()));
        }
    }
    if let Some(target) = target.as_ref().filter(|file| file.exists()) {
        // Said before the files are copied; the lock that counts is taken when the database is replaced.
        drop(lock(target).await?);
    }
    let backup = match (target, sqlite.is_file()) {
        (Some(target), true) => Backup::read_sqlite(sqlite, target).await?,
        _ => Backup::read_records(folder).await?,
    };
    let copied = backup.restore(environment, &Storage::folder(folder.join(FILES)), &storage).await;
    if copied.is_err() {
        // Nothing was in it: a whole backup can be restored there afterwards.
        for file in &backup.files {
            let _ = storage.remove(file.sha256.as_str()).await;
        }
    }
    note(format_args!("restore: {}, {} files", folder.display(), copied?));
    Ok(())
}

/// What is to be restored.
struct Backup {
    files: Vec<domain::File>,
    database: Database,
}

enum Database {
    /// As it was, with what no export has.
    Copy { from: PathBuf, to: PathBuf },
    /// Records as JSON, for whatever database.
    Records(Vec<u8>),
}

impl Backup {
    async fn read_sqlite(from: PathBuf, to: PathBuf) -> Result<Self, CliError> {
        let backup = Store::open_to_read(&sqlite_url(&from)?, Arc::new(SystemClock)).await?;
        let files = backup.recorded_files().await;
        backup.close().await;
        Ok(Self { files: files?, database: Database::Copy { from, to } })
    }

    async fn read_records(folder: &Path) -> Result<Self, CliError> {
        let export = folder.join(EXPORT);
        let json = if export.is_file() {
            std::fs::read(&export).map_err(CliError::file(export.display()))?
        } else {
            let backup = Store::open_to_read(&sqlite_url(&folder.join(SQLITE))?, Arc::new(SystemClock)).await?;
            let json = backup.export().await;
            backup.close().await;
            json?
        };
        Ok(Self { files: store::files_of_export(&json)?, database: Database::Records(json) })
    }

    /// Returns how many files were copied.
    async fn restore(&self, environment: &Environment, from: &Storage, to: &Storage) -> Result<usize, CliError> {
        let copied = copy_files(from, to, self.files.clone()).await?;
        match &self.database {
            Database::Copy { from, to } => copy_sqlite(from, to).await?,
            Database::Records(json) => {
                let store = database::open(environment).await?;
                let imported = store.import(json, &mut |_, _| ()).await;
                store.close().await;
                imported?;
            }
        }
        Ok(copied)
    }
}

/// Replaces the empty database at `target`, if there is one.
async fn copy_sqlite(copy: &Path, target: &Path) -> Result<(), CliError> {
    let locked = if target.exists() { Some(lock(target).await?) } else { None };
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = || CliError::file(target.display());
    std::fs::create_dir_all(parent).map_err(failed())?;
    // Beside it first: at no moment is half a database under its name.
    let whole = beside(target, ".restored");
    let copied = std::fs::copy(copy, &whole).and_then(|_| File::open(&whole)?.sync_all());
    copied.inspect_err(|_| drop(std::fs::remove_file(&whole))).map_err(failed())?;
    for ending in ["-wal", "-shm"] {
        match std::fs::remove_file(beside(target, ending)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed()(error)),
            _ => {}
        }
    }
    let replaced = std::fs::rename(&whole, target).and_then(|()| File::open(parent)?.sync_all());
    replaced.map_err(failed())?;
    drop(locked);
    // Brings the schema up to date.
    Store::connect(&sqlite_url(target)?, Arc::new(SystemClock)).await?.close().await;
    Ok(())
}

async fn lock(target: &Path) -> Result<ReplacementLock, CliError> {
    store::lock_for_replacement(&sqlite_url(target)?).await.map_err(|error| CliError::Other(error.to_string()))
}

fn beside(target: &Path, ending: &str) -> PathBuf {
    let mut file = target.as_os_str().to_owned();
    file.push(ending);
    PathBuf::from(file)
}

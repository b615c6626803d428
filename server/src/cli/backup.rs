//! `atrio backup`: the database alone, or a folder with the database and its files as of one moment.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use files::Storage;
use futures_util::TryStreamExt as _;
use store::{Store, SystemClock};

use super::{CliError, database, note, transfer};
use crate::config::{Environment, FilesConfig};

/// In the folder of a backup.
pub(super) const SQLITE: &str = "atrio.db";
pub(super) const EXPORT: &str = "atrio.json";
pub(super) const FILES: &str = "files";
/// After the name of the database, until all files are there.
const PARTIAL: &str = ".partial";

pub(super) async fn run(environment: &Environment, path: &Path) -> Result<(), CliError> {
    let url = database::existing(environment)?;
    if !path.as_os_str().as_encoded_bytes().ends_with(b"/") && !path.is_dir() {
        store::backup(&url, path).await.map_err(|error| CliError::Other(format!("{}: {error}", path.display())))?;
        note(format_args!("backup: {}", path.display()));
        return Ok(());
    }
    let storage = FilesConfig::read(environment)?.storage;
    make_folder(path)?;
    let is_sqlite = url.starts_with("sqlite:");
    let name = if is_sqlite { SQLITE } else { EXPORT };
    let (whole, partial) = (path.join(name), path.join(format!("{name}{PARTIAL}")));
    if whole.exists() {
        return Err(CliError::Other(format!("{}: the file exists already, and is not overwritten", whole.display())));
    }
    match std::fs::remove_file(&partial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(CliError::file(partial.display())(error)),
        _ => {}
    }
    let files = if is_sqlite {
        let failed = |error| CliError::Other(format!("{}: {error}", partial.display()));
        store::backup(&url, &partial).await.map_err(failed)?;
        let copy = Store::open_to_read(&sqlite_url(&partial)?, Arc::new(SystemClock)).await?;
        let files = copy.recorded_files().await;
        copy.close().await;
        files?
    } else {
        let store = Store::open_to_read(&url, Arc::new(SystemClock)).await?;
        let (export, files) = store.export_with_files().await?;
        store.close().await;
        transfer::write_private(&partial, &export).map_err(CliError::file(partial.display()))?;
        files
    };
    let copied = copy_files(&storage, &Storage::folder(path.join(FILES)), files).await;
    let copied = copied.map_err(|error| CliError::Other(format!("{error}; all else is in {}", path.display())))?;
    let ended = std::fs::rename(&partial, &whole).and_then(|()| File::open(path)?.sync_all());
    ended.map_err(CliError::file(whole.display()))?;
    note(format_args!("backup: {}, {copied} files", path.display()));
    Ok(())
}

/// Whether an entry of a folder of backups is one that has not come to its end, or no backup at all: an empty folder.
pub(super) fn is_unfinished(entry: &Path) -> bool {
    // SQLite adds `-journal` to it.
    let is_partial = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(PARTIAL));
    // A file, or a folder of somebody else, such as `lost+found`.
    let Ok(entries) = std::fs::read_dir(entry) else { return is_partial(entry) };
    let mut entries = entries.flatten().map(|entry| entry.path()).peekable();
    entries.peek().is_none() || entries.any(|entry| is_partial(&entry))
}

/// The address of a SQLite file.
pub(super) fn sqlite_url(file: &Path) -> Result<String, CliError> {
    let file = std::path::absolute(file).map_err(CliError::file(file.display()))?;
    Ok(format!("sqlite://{}", file.display()))
}

fn make_folder(path: &Path) -> Result<(), CliError> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(CliError::file(path.display()))
}

/// Copies the bytes of each digest once, and checks them on the way; returns how many. What the copy has already stays.
///
/// # Errors
/// The first file that is missing or damaged, and how many more, which `atrio verify` names. The others are copied.
pub(super) async fn copy_files(from: &Storage, to: &Storage, mut files: Vec<domain::File>) -> Result<usize, CliError> {
    files.dedup_by(|next, file| next.sha256 == file.sha256);
    to.check().await.map_err(|error| CliError::Other(error.to_string()))?;
    let mut faults = Vec::new();
    for file in &files {
        if let Err(cause) = copy_file(from, to, file).await {
            faults.push(format!("file {}: {cause}", file.id));
        }
    }
    match faults.as_slice() {
        [] => Ok(files.len()),
        [only] => Err(CliError::Other(only.clone())),
        [first, others @ ..] => Err(CliError::Other(format!("{first}, and {} more", others.len()))),
    }
}

async fn copy_file(from: &Storage, to: &Storage, file: &domain::File) -> Result<(), String> {
    let digest = file.sha256.as_str();
    let size = u64::try_from(file.size).unwrap_or_default();
    if to.size(digest).await.is_ok_and(|copied| copied == size) {
        return Ok(());
    }
    let words = |error: files::StorageError| error.to_string();
    if from.size(digest).await.map_err(words)? != size {
        return Err("the bytes have another length".to_owned());
    }
    let mut blocks = from.read(digest, 0..size).await.map_err(words)?;
    let mut copy = to.receive(digest).await.map_err(words)?;
    while let Some(block) = blocks.try_next().await.map_err(words)? {
        copy.write(block).await.map_err(words)?;
    }
    let copy = copy.finish().await.map_err(words)?;
    if copy.sha256 != digest {
        return Err("the bytes are not those that were stored".to_owned());
    }
    to.place(copy).await.map_err(words)
}

//! `atrio backup`: the database alone, or a folder with the database and its files as of one moment.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use files::Storage;
use futures_util::TryStreamExt as _;
use store::{Store, SystemClock};

use super::{CliError, database, transfer};
use crate::config::{Environment, FilesConfig};

/// In the folder of a backup.
pub(super) const SQLITE: &str = "atrio.db";
pub(super) const EXPORT: &str = "atrio.json";
pub(super) const FILES: &str = "files";

pub(super) async fn run(environment: &Environment, path: &Path) -> Result<(), CliError> {
    let url = database::existing(environment)?;
    if !path.as_os_str().as_encoded_bytes().ends_with(b"/") && !path.is_dir() {
        store::backup(&url, path).await.map_err(|error| CliError::Other(format!("{}: {error}", path.display())))?;
        eprintln!("backup: {}", path.display());
        return Ok(());
    }
    let storage = FilesConfig::read(environment)?.storage;
    make_folder(path)?;
    let copy = if url.starts_with("sqlite:") {
        let copy = path.join(SQLITE);
        store::backup(&url, &copy).await.map_err(|error| CliError::Other(format!("{}: {error}", copy.display())))?;
        Store::open_to_read(&sqlite_url(&copy)?, Arc::new(SystemClock)).await?
    } else {
        let copy = path.join(EXPORT);
        if copy.exists() {
            return Err(CliError::Other(format!(
                "{}: the file exists already, and is not overwritten",
                copy.display()
            )));
        }
        let store = Store::open_to_read(&url, Arc::new(SystemClock)).await?;
        let (export, files) = store.export_with_files().await?;
        store.close().await;
        transfer::write_private(&copy, &export).map_err(CliError::file(copy.display()))?;
        let copied = copy_files(&storage, &Storage::folder(path.join(FILES)), files).await?;
        eprintln!("backup: {}, {copied} files", path.display());
        return Ok(());
    };
    let files = copy.recorded_files().await;
    copy.close().await;
    let copied = copy_files(&storage, &Storage::folder(path.join(FILES)), files?).await?;
    eprintln!("backup: {}, {copied} files", path.display());
    Ok(())
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
/// The first file that is missing or damaged, which `atrio verify` names with all others.
pub(super) async fn copy_files(from: &Storage, to: &Storage, mut files: Vec<domain::File>) -> Result<usize, CliError> {
    files.dedup_by(|next, file| next.sha256 == file.sha256);
    to.check().await.map_err(|error| CliError::Other(error.to_string()))?;
    for file in &files {
        copy_file(from, to, file).await.map_err(|cause| CliError::Other(format!("file {}: {cause}", file.id)))?;
    }
    Ok(files.len())
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

//! Gives files to the virus scanner, so that they can be read or are deleted. What waits is in the database: a restart loses nothing,
//! and several processes share the work.

use std::time::Duration;

use store::{Store, ToScan};

use super::files::remove_in_time;
use crate::config::FilesConfig;
use crate::scanner::{ScanError, Scanner, Verdict};
use crate::upload::receive::prepare_previews;

/// How long another process's file waits at most to be noticed; a file of this process wakes the job.
const INTERVAL: Duration = Duration::from_secs(5);
/// How long a scanner that is away is left alone, at first and at most.
const MIN_PAUSE: Duration = Duration::from_secs(5);
const MAX_PAUSE: Duration = Duration::from_mins(5);
/// A long scan says as often that it goes on.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(30);

/// Scans what waits, for ever.
pub(super) async fn run(store: Store, files: FilesConfig, scanner: Scanner) {
    let mut pause = MIN_PAUSE;
    loop {
        match scan_waiting(&store, &files, &scanner).await {
            Ok(true) => {
                pause = MIN_PAUSE;
                let _ = tokio::time::timeout(INTERVAL, scanner.woken()).await;
                continue;
            }
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "files could not be scanned"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// Scans all files that wait, one after the other, and deletes infected ones; returns whether the scanner could be reached.
///
/// # Errors
/// The database failed.
pub async fn scan_waiting(store: &Store, files: &FilesConfig, scanner: &Scanner) -> Result<bool, store::Error> {
    let mut is_reached = true;
    while is_reached && let Some(next) = store.begin_scan().await? {
        is_reached = scan_next(store, files, scanner, &next).await?;
    }
    delete_infected(store, files).await?;
    Ok(is_reached)
}

async fn scan_next(store: &Store, files: &FilesConfig, scanner: &Scanner, next: &ToScan) -> Result<bool, store::Error> {
    let digest = next.sha256.as_str();
    match with_lease_renewal(store, next, scan(files, scanner, next)).await {
        Ok(Verdict::Clean) => {
            store.release_clean_files(&next.sha256).await?;
            prepare_previews(&files.previews, digest, next.size, &next.content_type);
        }
        Ok(Verdict::Infected(signature)) => {
            tracing::warn!(digest, signature, "a file is infected, and deleted");
            store.mark_infected(&next.sha256).await?;
        }
        // Its bytes were deleted because of another file.
        Err(ScanError::Storage(::files::StorageError::Missing)) if store.is_infected(&next.sha256).await? => {
            store.mark_infected(&next.sha256).await?;
        }
        Err(ScanError::Away(cause)) => {
            tracing::warn!(%cause, "clamd cannot be reached: files wait");
            store.release_scan(next).await?;
            return Ok(false);
        }
        Ok(Verdict::NotScanned(answer)) => {
            tracing::warn!(
                digest,
                answer,
                "clamd does not scan a file, which waits: it may be too long for clamd's settings"
            );
            store.postpone_scan(next).await?;
        }
        Err(error) => {
            tracing::warn!(digest, %error, "a file could not be scanned, and waits");
            store.postpone_scan(next).await?;
        }
    }
    Ok(true)
}

async fn scan(files: &FilesConfig, scanner: &Scanner, next: &ToScan) -> Result<Verdict, ScanError> {
    let size = u64::try_from(next.size).unwrap_or_default();
    let blocks = files.storage.read(next.sha256.as_str(), 0..size).await?;
    scanner.scan(blocks).await
}

/// Waits for `scan`, and says meanwhile that it goes on.
async fn with_lease_renewal<T>(store: &Store, next: &ToScan, scan: impl Future<Output = T>) -> T {
    let mut scan = std::pin::pin!(scan);
    loop {
        match tokio::time::timeout(RENEWAL_INTERVAL, &mut scan).await {
            Ok(result) => return result,
            Err(_) => {
                if let Err(error) = store.renew_scan_lease(next).await {
                    tracing::warn!(%error, "another process may scan a file as well");
                }
            }
        }
    }
}

/// Also what an earlier run could not delete.
async fn delete_infected(store: &Store, files: &FilesConfig) -> Result<(), store::Error> {
    for digest in store.infected_bytes().await? {
        store.remove_infected_bytes(&digest, remove_in_time(&files.storage, &digest)).await?;
    }
    Ok(())
}

//! Removes what is no longer needed of files. Only what the database has recorded is touched.

use std::time::Duration;

use domain::Sha256Digest;
use files::Storage;
use store::Store;

use crate::upload::resumable::part_name;

/// For the removal of one file. On SQLite all writers wait for it.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Files that nothing refers to, the bytes of which there is no file, and uploads that were given up.
///
/// # Errors
/// The database failed. A store that does not answer is asked again at the next sweep.
pub async fn sweep(store: &Store, storage: &Storage) -> Result<(), store::Error> {
    for upload in store.expired_uploads().await? {
        let mut names: Vec<String> = (0..upload.next_part).map(|number| part_name(&upload.id, number)).collect();
        names.push(upload.id.clone());
        let mut is_removed = true;
        for name in names {
            is_removed &= storage.remove_incoming(&name).await.is_ok();
        }
        if is_removed {
            store.delete_expired_upload(&upload.id).await?;
        }
    }
    let files = store.delete_unused_files().await?;
    let mut bytes = 0;
    for digest in store.unused_bytes().await? {
        bytes += u64::from(store.remove_unused_bytes(&digest, remove_in_time(storage, &digest)).await?);
    }
    if files > 0 || bytes > 0 {
        tracing::info!(files, bytes, "unused files were deleted");
    }
    Ok(())
}

/// Whether the bytes are gone.
pub(super) async fn remove_in_time(storage: &Storage, digest: &Sha256Digest) -> bool {
    let removed = tokio::time::timeout(TIMEOUT, storage.remove(digest.as_str())).await;
    matches!(removed, Ok(Ok(())))
}

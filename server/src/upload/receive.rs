//! One file that arrives: within its limits, into the store, then into the database.

use std::time::{Duration, Instant};

use axum::body::Bytes;
use domain::{DomainError, File, FileName, Sha256Digest, Uploader};
use files::{Incoming, Previews, Received, content_type};
use store::Store;

use super::UploadError;
use crate::AppState;
use crate::config::FilesConfig;

/// How much more space an upload of unknown length asks for at once, in bytes.
const STEP: i64 = 8_000_000;
/// How often a long upload says that it goes on.
const KEEP_INTERVAL: Duration = Duration::from_mins(1);

/// A file that is being received. What has arrived is removed when it is dropped before its end.
pub struct Upload {
    store: Store,
    files: FilesConfig,
    id: String,
    reserved: i64,
    kept_at: Instant,
    /// `None` once the upload has ended.
    incoming: Option<Incoming>,
}

impl Upload {
    /// `expected` is how many bytes are still to come, if that is known.
    ///
    /// # Errors
    /// [`DomainError::FileTooLarge`], [`DomainError::FilesFull`], or the store or the database failed.
    pub async fn begin(state: &AppState, by: &Uploader, expected: Option<u64>) -> Result<Self, UploadError> {
        let settings = &state.config.files;
        let reserved = expected.map_or(0, |bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
        if reserved > settings.max_file {
            return Err(DomainError::FileTooLarge.into());
        }
        let id = state.store.begin_upload(by.client_id.as_ref(), reserved, settings.max_files).await?;
        let mut upload = Self {
            store: state.store.clone(),
            files: settings.clone(),
            id,
            reserved,
            kept_at: Instant::now(),
            incoming: None,
        };
        match upload.files.storage.receive(&upload.id).await {
            Ok(incoming) => upload.incoming = Some(incoming),
            Err(error) => {
                upload.give_up().await;
                return Err(error.into());
            }
        }
        Ok(upload)
    }

    /// Receives the next bytes.
    ///
    /// # Errors
    /// As [`Upload::begin`].
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), UploadError> {
        let Some(incoming) = &mut self.incoming else { return Err(UploadError::Malformed) };
        let size = i64::try_from(incoming.size() + bytes.len() as u64).unwrap_or(i64::MAX);
        if size > self.files.max_file {
            return Err(DomainError::FileTooLarge.into());
        }
        if size > self.reserved {
            self.reserved = reserve(&self.store, &self.id, size, &self.files).await?;
            self.kept_at = Instant::now();
        } else if self.kept_at.elapsed() > KEEP_INTERVAL {
            self.store.keep_upload(&self.id).await?;
            self.kept_at = Instant::now();
        }
        Ok(incoming.write(bytes).await?)
    }

    /// The file, which nothing refers to yet.
    ///
    /// # Errors
    /// [`UploadError::Empty`], or the store or the database failed.
    pub async fn finish(mut self, by: &Uploader, name: FileName) -> Result<File, UploadError> {
        match self.try_finish(by, name).await {
            Ok(file) => Ok(file),
            Err(error) => {
                self.give_up().await;
                Err(error)
            }
        }
    }

    async fn try_finish(&mut self, by: &Uploader, name: FileName) -> Result<File, UploadError> {
        let incoming = self.incoming.take().filter(|incoming| incoming.size() > 0).ok_or(UploadError::Empty)?;
        let received = incoming.finish().await?;
        let record = record(&self.files, &received, name)?;
        self.store.claim_bytes(&self.id, &record).await?;
        self.files.storage.place(received).await?;
        let file = self.store.add_file(&self.id, by, record).await?;
        self.id.clear();
        prepare(&self.files, &file);
        Ok(file)
    }

    /// Ends an upload that brings no file. When this returns nothing is left of it.
    pub async fn give_up(&mut self) {
        self.incoming = None;
        let id = std::mem::take(&mut self.id);
        if !id.is_empty()
            && let Err(error) = self.store.give_up_upload(&id).await
        {
            tracing::warn!(%error, "an upload was given up, and keeps its space for ten minutes");
        }
    }
}

/// Its sender has gone.
impl Drop for Upload {
    fn drop(&mut self) {
        let (store, id) = (self.store.clone(), std::mem::take(&mut self.id));
        if id.is_empty() {
            return;
        }
        self.incoming = None;
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { drop(store.give_up_upload(&id).await) });
        }
    }
}

/// More space than is needed now, or just that.
async fn reserve(store: &Store, id: &str, size: i64, files: &FilesConfig) -> Result<i64, store::Error> {
    let more = size.saturating_add(STEP).min(files.max_file);
    match store.reserve_for_upload(id, more, files.max_files).await {
        Ok(()) => Ok(more),
        Err(store::Error::Domain(DomainError::FilesFull)) => {
            store.reserve_for_upload(id, size, files.max_files).await?;
            Ok(size)
        }
        Err(error) => Err(error),
    }
}

/// What a new file needs so that nobody has to wait for it.
pub fn prepare(files: &FilesConfig, file: &File) {
    match (&file.quarantine, &files.scanner) {
        (Some(_), Some(scanner)) => scanner.wake(),
        _ => prepare_previews(&files.previews, file.sha256.as_str(), file.size, &file.content_type),
    }
}

/// Whoever sees a picture first need not wait for it.
pub fn prepare_previews(previews: &Previews, digest: &str, size: i64, content_type: &str) {
    if content_type.starts_with("image/") {
        previews.prepare(digest, u64::try_from(size).unwrap_or_default());
    }
}

/// What is recorded of received bytes.
pub fn record(files: &FilesConfig, received: &Received, name: FileName) -> Result<store::Received, UploadError> {
    Ok(store::Received {
        sha256: Sha256Digest::parse(received.sha256.as_str()).map_err(|_| UploadError::Malformed)?,
        size: i64::try_from(received.size).unwrap_or(i64::MAX),
        name,
        content_type: content_type::sniff(&received.head).to_owned(),
        is_to_be_scanned: files.scanner.is_some(),
    })
}

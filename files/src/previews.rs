//! The previews of files: made beside the requests, one picture at a time, and stored by the digest of the file. They can be made
//! again, so they are in no backup.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{BoxFuture, Shared};
use futures_util::{FutureExt as _, TryStreamExt as _};
use tokio::sync::Semaphore;

use crate::preview::{self, PreviewSize};
use crate::{Storage, StorageError};

/// How long a request waits for a preview: the first of a photo needs less than a second.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a request for a preview finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Preview {
    /// JPEG or WebP.
    Picture(Bytes),
    /// The file has none: it is no picture, is damaged, or too large.
    None,
    /// It is not made yet.
    Later,
}

/// Makes previews and has them. Cheap to clone.
#[derive(Clone)]
pub struct Previews {
    storage: Storage,
    worker: Arc<Worker>,
}

struct Worker {
    one_at_a_time: Semaphore,
    /// By digest, what is being made or waits for that.
    jobs: Mutex<HashMap<String, Job>>,
}

/// Everybody who needs the same previews waits for one job.
type Job = Shared<BoxFuture<'static, ()>>;

impl Previews {
    pub fn new(storage: Storage) -> Self {
        let worker = Worker { one_at_a_time: Semaphore::new(1), jobs: Mutex::default() };
        Self { storage, worker: Arc::new(worker) }
    }

    /// The preview of the file with this digest and so many bytes; it is made if there is none.
    ///
    /// # Errors
    /// The bytes of the file are missing, or the store cannot be reached.
    pub async fn get(&self, digest: &str, bytes: u64, size: PreviewSize) -> Result<Preview, StorageError> {
        if let Some(found) = self.stored(digest, size).await? {
            return Ok(found);
        }
        if tokio::time::timeout(PATIENCE, self.job(digest, bytes)).await.is_err() {
            return Ok(Preview::Later);
        }
        // What the job met is met here again.
        match self.stored(digest, size).await? {
            Some(found) => Ok(found),
            None => self.storage.size(digest).await.map(|_| Preview::Later),
        }
    }

    /// Width and height of the whole picture as it is seen, in pixels of its preview. `None` without one, or while it is made.
    ///
    /// # Errors
    /// As [`Previews::get`].
    pub async fn dimensions(&self, digest: &str, bytes: u64) -> Result<Option<(u32, u32)>, StorageError> {
        let preview = self.get(digest, bytes, PreviewSize::WHOLE).await?;
        Ok(if let Preview::Picture(picture) = preview { preview::dimensions(&picture) } else { None })
    }

    /// The part of the picture around a point, in thousandths of its width and height, as JPEG. `None` as in
    /// [`Previews::dimensions`].
    ///
    /// # Errors
    /// As [`Previews::get`].
    pub async fn detail(&self, digest: &str, bytes: u64, at: (u32, u32)) -> Result<Option<Vec<u8>>, StorageError> {
        let Preview::Picture(picture) = self.get(digest, bytes, PreviewSize::WHOLE).await? else { return Ok(None) };
        let _permit = self.worker.one_at_a_time.acquire().await;
        let detail = tokio::task::spawn_blocking(move || preview::detail(&picture, at)).await;
        Ok(detail.unwrap_or_default())
    }

    /// Begins to make the previews of a file, as of one that has just arrived. Nobody waits for them.
    pub fn prepare(&self, digest: &str, bytes: u64) {
        drop(self.job(digest, bytes));
    }

    async fn stored(&self, digest: &str, size: PreviewSize) -> Result<Option<Preview>, StorageError> {
        match self.storage.preview(digest, size).await {
            Ok(bytes) if bytes.is_empty() => Ok(Some(Preview::None)),
            Ok(bytes) => Ok(Some(Preview::Picture(bytes))),
            Err(StorageError::Missing) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// It goes on whoever waits for it.
    fn job(&self, digest: &str, bytes: u64) -> Job {
        let mut jobs = self.worker.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = jobs.get(digest) {
            return job.clone();
        }
        let (previews, owned) = (self.clone(), digest.to_owned());
        let task = tokio::spawn(async move {
            let made = previews.make(&owned, bytes).await;
            previews.worker.jobs.lock().unwrap_or_else(PoisonError::into_inner).remove(&owned);
            made
        });
        let job = task.map(|_| ()).boxed().shared();
        jobs.insert(digest.to_owned(), job.clone());
        job
    }

    async fn make(&self, digest: &str, bytes: u64) -> Result<(), StorageError> {
        let _permit = self.worker.one_at_a_time.acquire().await;
        // Another process may have made them, or the job before this one.
        let [first, ..] = PreviewSize::ALL;
        if self.stored(digest, first).await?.is_some() {
            return Ok(());
        }
        let pictures = if bytes > preview::MAX_FILE { None } else { self.render(digest, bytes).await? };
        // The first says that all are there.
        for (index, size) in PreviewSize::ALL.into_iter().enumerate().rev() {
            let picture = pictures.as_ref().map(|pictures| pictures[index].clone()).unwrap_or_default();
            self.storage.place_preview(digest, size, picture.into()).await?;
        }
        // The sweep may have removed the file meanwhile.
        if let Err(StorageError::Missing) = self.storage.size(digest).await {
            self.storage.remove_previews(digest).await?;
        }
        Ok(())
    }

    async fn render(
        &self,
        digest: &str,
        bytes: u64,
    ) -> Result<Option<[Vec<u8>; PreviewSize::ALL.len()]>, StorageError> {
        let blocks = self.storage.read(digest, 0..bytes).await?;
        let bytes = blocks.try_fold(Vec::new(), |mut bytes, block| async move {
            bytes.extend_from_slice(&block);
            Ok(bytes)
        });
        let bytes = bytes.await?;
        // A decoder that panics has met a picture that is none.
        Ok(tokio::task::spawn_blocking(move || preview::render(&bytes)).await.unwrap_or_default())
    }
}

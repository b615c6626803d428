//! The store: a folder or a bucket. Bytes are received under a temporary name and get that of their digest when they are whole.

mod incoming;
mod previews;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt as _, TryStreamExt as _};

use crate::bucket::{Bucket, BucketSettings};
use crate::error::blocking;
use crate::folder::Folder;
use crate::{StorageError, folder};

pub use self::incoming::{Incoming, Received};

/// For a monitor.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// Cheap to clone.
#[derive(Debug, Clone)]
pub struct Storage(pub(crate) Arc<Backend>);

#[derive(Debug)]
pub(crate) enum Backend {
    Folder(Folder),
    Bucket(Bucket),
}

/// The bytes of a file, block by block.
pub type Blocks = BoxStream<'static, Result<Bytes, StorageError>>;

impl Storage {
    /// A folder, which is made when it is first needed.
    pub fn folder(path: impl Into<std::path::PathBuf>) -> Self {
        Self(Arc::new(Backend::Folder(Folder::new(path))))
    }

    /// # Errors
    /// [`StorageError::Away`] for settings that are no bucket. Whether it is there is not asked.
    pub fn bucket(settings: BucketSettings) -> Result<Self, StorageError> {
        Ok(Self(Arc::new(Backend::Bucket(Bucket::new(settings)?))))
    }

    /// Whether it can be reached, within two seconds.
    pub async fn check(&self) -> Result<(), StorageError> {
        let answer = async {
            match &*self.0 {
                Backend::Folder(folder) => {
                    let folder = folder.clone();
                    blocking(move || folder.check()).await
                }
                Backend::Bucket(bucket) => bucket.check().await,
            }
        };
        let late = |_| Err(StorageError::Away("no answer within two seconds".to_owned()));
        tokio::time::timeout(CHECK_TIMEOUT, answer).await.unwrap_or_else(late)
    }

    /// Begins to receive bytes under this temporary name.
    pub async fn receive(&self, name: &str) -> Result<Incoming, StorageError> {
        Incoming::create(self.clone(), name).await
    }

    /// Gives received bytes their name for good. When this returns they are on disk. Those that were kept are under their
    /// temporary name as well, until they are removed; others are not, also if it fails.
    pub async fn place(&self, received: Received) -> Result<(), StorageError> {
        let was_kept = received.is_kept();
        let name = received.keep();
        let (digest, size) = (received.sha256.clone(), received.size);
        let placed = match &*self.0 {
            Backend::Folder(folder) => {
                let (folder, name) = (folder.clone(), name.clone());
                blocking(move || folder.place(&name, &digest, was_kept)).await
            }
            Backend::Bucket(bucket) => bucket.place(&name, &digest, size, was_kept).await,
        };
        if placed.is_err() && !was_kept {
            let _ = self.remove_incoming(&name).await;
        }
        placed
    }

    /// Puts the parts of an upload together, in their order, under its own temporary name.
    pub async fn join(&self, name: &str, parts: &[String]) -> Result<Received, StorageError> {
        let mut incoming = self.receive(name).await?;
        for part in parts {
            let part = Folder::incoming_name(part);
            let size = self.size_of(&part).await?;
            let mut blocks = self.blocks(&part, 0..size).await?;
            while let Some(block) = blocks.try_next().await? {
                incoming.write(block).await?;
            }
        }
        incoming.finish().await
    }

    /// The bytes of a digest, from the first of `range` up to its end, which must not be beyond theirs.
    ///
    /// # Errors
    /// [`StorageError::Missing`], or it cannot be reached.
    pub async fn read(&self, digest: &str, range: Range<u64>) -> Result<Blocks, StorageError> {
        self.blocks(digest, range).await
    }

    /// How many bytes a digest has.
    ///
    /// # Errors
    /// [`StorageError::Missing`], or it cannot be reached.
    pub async fn size(&self, digest: &str) -> Result<u64, StorageError> {
        self.size_of(digest).await
    }

    /// Removes the bytes of a digest and its previews, if they are there.
    pub async fn remove(&self, digest: &str) -> Result<(), StorageError> {
        self.remove_previews(digest).await?;
        match &*self.0 {
            Backend::Folder(folder) => {
                let (folder, digest) = (folder.clone(), digest.to_owned());
                blocking(move || folder.remove(&digest)).await
            }
            Backend::Bucket(bucket) => bucket.remove(digest).await,
        }
    }

    /// Removes what has a temporary name, if it is there.
    pub async fn remove_incoming(&self, name: &str) -> Result<(), StorageError> {
        match &*self.0 {
            Backend::Folder(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                blocking(move || folder.remove_incoming(&name)).await
            }
            Backend::Bucket(bucket) => bucket.remove_incoming(name).await,
        }
    }

    /// Whether it has no file yet.
    pub async fn is_empty(&self) -> Result<bool, StorageError> {
        match &*self.0 {
            Backend::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || folder.is_empty()).await
            }
            Backend::Bucket(bucket) => bucket.is_empty().await,
        }
    }

    /// The folder, if it is one.
    pub fn path(&self) -> Option<&std::path::Path> {
        match &*self.0 {
            Backend::Folder(folder) => Some(folder.path()),
            Backend::Bucket(_) => None,
        }
    }

    async fn size_of(&self, name: &str) -> Result<u64, StorageError> {
        match &*self.0 {
            Backend::Folder(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                blocking(move || folder.size(&name)).await
            }
            Backend::Bucket(bucket) => bucket.size(name).await,
        }
    }

    async fn blocks(&self, name: &str, range: Range<u64>) -> Result<Blocks, StorageError> {
        match &*self.0 {
            Backend::Folder(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                let reading = blocking(move || folder.open(&name, range.start, range.end)).await?;
                Ok(stream::try_unfold(reading, next_block).boxed())
            }
            Backend::Bucket(bucket) => bucket.read(name, range).await,
        }
    }
}

async fn next_block(mut reading: folder::Reading) -> Result<Option<(Bytes, folder::Reading)>, StorageError> {
    blocking(move || Ok(reading.next()?.map(|block| (block, reading)))).await
}

//! Bytes that are arriving: their digest is taken on the way, and what did not become a file is removed.

use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use bytes::Bytes;
use object_store::MultipartUpload;
use sha2::{Digest as _, Sha256};

use super::{Backend, Storage};
use crate::bucket::PART;
use crate::error::blocking;
use crate::{BLOCK, StorageError};

/// How many of the first bytes tell what a file is.
const HEAD: usize = 8 * 1024;

/// Bytes that are being received. What was written is removed when it is dropped.
pub struct Incoming {
    hash: Sha256,
    size: u64,
    head: Vec<u8>,
    /// What was not written yet, up to [`BLOCK`] bytes and the last piece.
    pieces: Vec<Bytes>,
    waiting: usize,
    target: Target,
    guard: Guard,
}

enum Target {
    /// `None` while it is written, and after a failure.
    Folder(Option<File>),
    Bucket {
        upload: Box<dyn MultipartUpload>,
        part: Vec<Bytes>,
        length: usize,
    },
    /// A failure has ended it.
    Ended,
}

/// Bytes that are there as a whole, under a temporary name. They are removed when this is dropped.
pub struct Received {
    /// In lower-case hexadecimal.
    pub sha256: String,
    /// In bytes.
    pub size: u64,
    /// The first bytes.
    pub head: Vec<u8>,
    guard: Guard,
}

impl Received {
    pub(crate) fn is_kept(&self) -> bool {
        self.guard.is_kept.load(Relaxed)
    }

    /// Leaves the bytes where they are; returns their temporary name.
    #[must_use]
    pub fn keep(&self) -> String {
        self.guard.is_kept.store(true, Relaxed);
        self.guard.name.clone()
    }
}

/// Removes what has a temporary name.
struct Guard {
    storage: Storage,
    name: String,
    is_kept: AtomicBool,
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.is_kept.load(Relaxed) {
            return;
        }
        match &*self.storage.0 {
            // At once: nothing of it may be left when the sender has the answer.
            Backend::Folder(folder) => drop(folder.remove_incoming(&self.name)),
            Backend::Bucket(_) => {
                let (storage, name) = (self.storage.clone(), self.name.clone());
                spawn(async move { drop(storage.remove_incoming(&name).await) });
            }
        }
    }
}

/// Outside a runtime, as at its end, nothing is removed: the sweep finds it.
fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(work);
    }
}

impl Incoming {
    pub(crate) async fn create(storage: Storage, name: &str) -> Result<Self, StorageError> {
        let target = match &*storage.0 {
            Backend::Folder(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                Target::Folder(Some(blocking(move || folder.create(&name)).await?))
            }
            Backend::Bucket(bucket) => {
                Target::Bucket { upload: bucket.create(name).await?, part: Vec::new(), length: 0 }
            }
        };
        let guard = Guard { storage, name: name.to_owned(), is_kept: false.into() };
        Ok(Self { hash: Sha256::new(), size: 0, head: Vec::new(), pieces: Vec::new(), waiting: 0, target, guard })
    }

    /// How many bytes were received.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Receives the next bytes.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), StorageError> {
        let missing = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..missing]);
        self.size += bytes.len() as u64;
        self.waiting += bytes.len();
        self.pieces.push(bytes);
        if self.waiting >= BLOCK { self.write_block().await } else { Ok(()) }
    }

    async fn write_block(&mut self) -> Result<(), StorageError> {
        let pieces = std::mem::take(&mut self.pieces);
        self.waiting = 0;
        let mut hash = std::mem::take(&mut self.hash);
        match &mut self.target {
            Target::Folder(file) => {
                let mut open = file.take().ok_or_else(ended)?;
                let (open, hash) = blocking(move || {
                    for piece in &pieces {
                        hash.update(piece);
                        open.write_all(piece)?;
                    }
                    Ok((open, hash))
                })
                .await?;
                (*file, self.hash) = (Some(open), hash);
            }
            Target::Bucket { upload, part, length } => {
                for piece in &pieces {
                    hash.update(piece);
                    *length += piece.len();
                }
                self.hash = hash;
                part.extend(pieces);
                if *length >= PART {
                    *length = 0;
                    upload.put_part(part.drain(..).collect()).await?;
                }
            }
            Target::Ended => return Err(ended()),
        }
        Ok(())
    }

    /// The end of the bytes: when this returns they are on disk.
    pub async fn finish(mut self) -> Result<Received, StorageError> {
        self.write_block().await?;
        match &mut self.target {
            Target::Folder(file) => {
                let file = file.take().ok_or_else(ended)?;
                blocking(move || Ok(file.sync_all()?)).await?;
            }
            Target::Bucket { upload, part, .. } => {
                if !part.is_empty() {
                    upload.put_part(part.drain(..).collect()).await?;
                }
                upload.complete().await?;
            }
            Target::Ended => return Err(ended()),
        }
        self.target = Target::Ended;
        let sha256 = std::mem::take(&mut self.hash)
            .finalize()
            .iter()
            .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        let guard = Guard {
            storage: self.guard.storage.clone(),
            name: self.guard.name.clone(),
            is_kept: self.guard.is_kept.swap(true, Relaxed).into(),
        };
        Ok(Received { sha256, size: self.size, head: std::mem::take(&mut self.head), guard })
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if let Target::Bucket { mut upload, .. } = std::mem::replace(&mut self.target, Target::Ended) {
            spawn(async move { drop(upload.abort().await) });
        }
    }
}

fn ended() -> StorageError {
    StorageError::Away("a failure has ended the upload".to_owned())
}

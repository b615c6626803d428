//! The previews in the store, beside the files.

use bytes::Bytes;

use super::{Backend, Storage};
use crate::error::blocking;
use crate::{PreviewSize, StorageError};

impl Storage {
    /// A preview of a digest; empty if it has none.
    ///
    /// # Errors
    /// [`StorageError::Missing`] if none was made yet, or it cannot be reached.
    pub(crate) async fn preview(&self, digest: &str, size: PreviewSize) -> Result<Bytes, StorageError> {
        let name = name(digest, size);
        match &*self.0 {
            Backend::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || folder.preview(&name)).await
            }
            Backend::Bucket(bucket) => bucket.preview(&name).await,
        }
    }

    pub(crate) async fn place_preview(
        &self,
        digest: &str,
        size: PreviewSize,
        bytes: Bytes,
    ) -> Result<(), StorageError> {
        let name = name(digest, size);
        match &*self.0 {
            Backend::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || folder.place_preview(&name, &bytes)).await
            }
            Backend::Bucket(bucket) => bucket.place_preview(&name, bytes).await,
        }
    }

    pub(crate) async fn remove_previews(&self, digest: &str) -> Result<(), StorageError> {
        for size in PreviewSize::ALL {
            let name = name(digest, size);
            match &*self.0 {
                Backend::Folder(folder) => {
                    let folder = folder.clone();
                    blocking(move || folder.remove_preview(&name)).await?;
                }
                Backend::Bucket(bucket) => bucket.remove_preview(&name).await?,
            }
        }
        Ok(())
    }
}

fn name(digest: &str, size: PreviewSize) -> String {
    format!("{digest}-{}", size.width)
}

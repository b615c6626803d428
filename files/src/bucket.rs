//! Files in a bucket of S3, or of what speaks its protocol.

mod http_client;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, MultipartUpload, ObjectStore, ObjectStoreExt as _, RetryConfig};

use crate::StorageError;

/// How long a request is repeated: somebody waits for the answer.
const RETRY: Duration = Duration::from_secs(5);
/// Of S3, in bytes: it copies no more in one request.
const MAX_COPY: u64 = 5_000_000_000;
/// The parts of an upload but the last, in bytes: the least that S3 takes.
pub(crate) const PART: usize = 5 * 1024 * 1024;

/// `s3://bucket[/prefix]`, and what signs requests to it.
#[derive(Clone)]
pub struct BucketSettings {
    pub bucket: String,
    /// Without slashes at its ends.
    pub prefix: String,
    /// `https://host` or `http://host`.
    pub endpoint: String,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Bucket {
    objects: Arc<AmazonS3>,
    prefix: Path,
}

impl Bucket {
    /// # Errors
    /// [`StorageError::Away`] for settings that are no bucket.
    pub(crate) fn new(settings: BucketSettings) -> Result<Self, StorageError> {
        let retry = RetryConfig { max_retries: 3, retry_timeout: RETRY, ..RetryConfig::default() };
        let objects = AmazonS3Builder::new()
            .with_bucket_name(settings.bucket)
            .with_allow_http(settings.endpoint.starts_with("http://"))
            .with_endpoint(settings.endpoint)
            .with_region(settings.region)
            .with_access_key_id(settings.access_key_id)
            .with_secret_access_key(settings.secret_access_key)
            .with_retry(retry)
            .with_http_connector(http_client::Connector)
            .build()?;
        let prefix = Path::parse(settings.prefix).map_err(|error| StorageError::Away(error.to_string()))?;
        Ok(Self { objects: Arc::new(objects), prefix })
    }

    pub(crate) async fn check(&self) -> Result<(), StorageError> {
        self.objects.list(Some(&self.at("tmp"))).next().await.transpose()?;
        Ok(())
    }

    pub(crate) async fn create(&self, name: &str) -> Result<Box<dyn MultipartUpload>, StorageError> {
        Ok(self.objects.put_multipart(&self.incoming(name)).await?)
    }

    /// Gives the bytes their name. The same bytes may be there.
    pub(crate) async fn place(&self, name: &str, digest: &str, size: u64, is_kept: bool) -> Result<(), StorageError> {
        let (from, to) = (self.incoming(name), self.at(digest));
        if size <= MAX_COPY {
            self.objects.copy(&from, &to).await?;
        } else {
            self.copy_in_parts(&from, &to).await?;
        }
        if !is_kept {
            // The sweep does not know of it any more; it only costs space.
            let _ = self.objects.delete(&from).await;
        }
        Ok(())
    }

    async fn copy_in_parts(&self, from: &Path, to: &Path) -> Result<(), StorageError> {
        let mut upload = self.objects.put_multipart(to).await?;
        let copied = async {
            let mut bytes = self.objects.get(from).await?.into_stream();
            let (mut part, mut length) = (Vec::new(), 0);
            while let Some(block) = bytes.try_next().await? {
                length += block.len();
                part.push(block);
                if length >= PART {
                    upload.put_part(part.drain(..).collect()).await?;
                    length = 0;
                }
            }
            if !part.is_empty() {
                upload.put_part(part.into_iter().collect()).await?;
            }
            upload.complete().await
        };
        if let Err(error) = copied.await {
            let _ = upload.abort().await;
            return Err(error.into());
        }
        Ok(())
    }

    pub(crate) async fn remove(&self, digest: &str) -> Result<(), StorageError> {
        self.remove_at(&self.at(digest)).await
    }

    pub(crate) async fn remove_incoming(&self, name: &str) -> Result<(), StorageError> {
        self.remove_at(&self.incoming(name)).await
    }

    async fn remove_at(&self, path: &Path) -> Result<(), StorageError> {
        match self.objects.delete(path).await {
            Err(error) if !matches!(error, object_store::Error::NotFound { .. }) => Err(error.into()),
            _ => Ok(()),
        }
    }

    pub(crate) async fn size(&self, name: &str) -> Result<u64, StorageError> {
        Ok(self.objects.head(&self.at(name)).await?.size)
    }

    pub(crate) async fn read(
        &self,
        name: &str,
        range: Range<u64>,
    ) -> Result<BoxStream<'static, Result<Bytes, StorageError>>, StorageError> {
        if range.is_empty() {
            // No server answers a request for no bytes.
            return Ok(stream::empty().boxed());
        }
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        let object = self.objects.get_opts(&self.at(name), options).await?;
        Ok(object.into_stream().map_err(StorageError::from).boxed())
    }

    pub(crate) async fn place_preview(&self, name: &str, bytes: Bytes) -> Result<(), StorageError> {
        self.objects.put(&self.preview_path(name), bytes.into()).await?;
        Ok(())
    }

    pub(crate) async fn preview(&self, name: &str) -> Result<Bytes, StorageError> {
        Ok(self.objects.get(&self.preview_path(name)).await?.bytes().await?)
    }

    pub(crate) async fn remove_preview(&self, name: &str) -> Result<(), StorageError> {
        self.remove_at(&self.preview_path(name)).await
    }

    pub(crate) async fn is_empty(&self) -> Result<bool, StorageError> {
        let objects = self.objects.list_with_delimiter(Some(&self.prefix)).await?;
        Ok(objects.objects.is_empty())
    }

    fn at(&self, name: &str) -> Path {
        name.split('/').fold(self.prefix.clone(), Path::join)
    }

    fn incoming(&self, name: &str) -> Path {
        self.at("tmp").join(name)
    }

    fn preview_path(&self, name: &str) -> Path {
        self.at("previews").join(name)
    }
}

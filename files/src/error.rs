//! Why the store of files did not do what was asked.

use std::io;

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// It has no such bytes.
    #[error("the bytes are not there")]
    Missing,
    /// Its disk is full.
    #[error("there is no space left for files")]
    Full,
    /// It does not answer, or refuses. The cause is for the log.
    #[error("the store of files cannot be reached: {0}")]
    Away(String),
}

impl From<io::Error> for StorageError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => Self::Full,
            _ => Self::Away(error.to_string()),
        }
    }
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::Missing,
            // Some answers are whole documents.
            error => Self::Away(error.to_string().replace(['\n', '\r'], " ").chars().take(300).collect()),
        }
    }
}

/// What a blocking task returns, or that it panicked.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(StorageError::Away("a task ended early".to_owned())),
    }
}

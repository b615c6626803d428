//! Receiving files (docs/REFERENCE.md#files): the body of a form part by part, the file in it block by block, and uploads that may
//! be resumed.

pub mod form;
pub mod multipart;
pub mod receive;
pub mod resumable;

use app::api::files as contract;
use app::error::AppError;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::DomainError;
use files::StorageError;

use crate::response::ApiError;

/// How long a program should wait before it asks again for what the store of files has not given, in seconds.
const RETRY_AFTER: u64 = 5;

/// Why a file was not received. What has arrived of it is removed.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The body is not such a form, or was cut off.
    #[error("the body is not a form with a file")]
    Malformed,
    #[error("the file is empty")]
    Empty,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl From<DomainError> for UploadError {
    fn from(error: DomainError) -> Self {
        Self::Store(error.into())
    }
}

impl From<multipart::MalformedForm> for UploadError {
    fn from(_: multipart::MalformedForm) -> Self {
        Self::Malformed
    }
}

impl From<UploadError> for ApiError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Malformed | UploadError::Empty => contract::INVALID.into(),
            UploadError::Storage(error) => of_storage(&error),
            UploadError::Store(error) => Self::table(contract::error)(error),
        }
    }
}

impl IntoResponse for UploadError {
    fn into_response(self) -> Response {
        storage_response(self.into())
    }
}

impl From<UploadError> for AppError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Malformed => Self::Garbled,
            UploadError::Empty => Self::NoFile,
            UploadError::Storage(error) => {
                let answer = of_storage(&error);
                if answer == contract::FULL.into() { Self::FilesFull } else { Self::FilesAway }
            }
            UploadError::Store(error) => error.failure().into(),
        }
    }
}

/// The answer to a request whose file the store cannot give or take; the cause is logged.
pub fn of_storage(error: &StorageError) -> ApiError {
    match error {
        StorageError::Missing => {
            tracing::error!("the bytes of a file are missing: `atrio verify` names it");
            contract::UNKNOWN.into()
        }
        StorageError::Full => {
            tracing::error!("the disk of the files is full");
            contract::FULL.into()
        }
        StorageError::Away(cause) => {
            tracing::error!(%cause, "the store of files cannot be reached");
            contract::AWAY.into()
        }
    }
}

/// The response with an error, which says when to ask again if the store does not answer.
pub fn storage_response(error: ApiError) -> Response {
    let mut response = error.into_response();
    if error == contract::AWAY.into() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
    }
    response
}

//! Uploads of the pages that may be resumed: tus 1.0.0 with creation, termination and expiration (docs/REFERENCE.md#tus).
//!
//! What each request brings is a part of its own in the store; when all have arrived they are put together. A request whose
//! connection breaks off leaves what it has brought.

use axum::body::{Body, HttpBody as _};
use domain::{DomainError, File, FileName, Uploader};
use files::{Received, Storage};
use futures_util::stream::{self, StreamExt as _};
use http_body_util::BodyExt as _;
use store::ResumableUpload;

use super::UploadError;
use super::receive::{prepare, record};
use crate::AppState;

/// The temporary name of a part.
pub fn part_name(upload: &str, number: i64) -> String {
    format!("{upload}.{number}")
}

/// Begins an upload of `length` bytes; `owner` names who may go on with it.
///
/// # Errors
/// [`DomainError::FileTooLarge`], [`DomainError::FilesFull`], or the database failed.
pub async fn begin(
    state: &AppState,
    owner: &str,
    by: &Uploader,
    name: &FileName,
    length: i64,
) -> Result<ResumableUpload, UploadError> {
    let settings = &state.config.files;
    if length > settings.max_file {
        return Err(DomainError::FileTooLarge.into());
    }
    Ok(state.store.begin_resumable_upload(owner, by, name, length, settings.max_files).await?)
}

/// Receives another part, as far as its body goes; the upload with it, and its file if it is whole.
///
/// # Errors
/// [`UploadError::Malformed`] if the body is longer than what is missing, [`DomainError::UnknownFile`] if it has come in too many
/// parts, [`DomainError::Stale`] if another part has begun since or another request puts the parts together, or the store or the
/// database failed.
pub async fn add(state: &AppState, upload: ResumableUpload, mut body: Body) -> Result<ResumableUpload, UploadError> {
    let storage = &state.config.files.storage;
    let missing = u64::try_from(upload.length - upload.received).unwrap_or_default();
    if body.size_hint().lower() > missing {
        return Err(UploadError::Malformed);
    }
    if missing == 0 {
        let upload = complete(state, upload, None).await?;
        return if upload.file_id.is_some() { Ok(upload) } else { Err(DomainError::Stale.into()) };
    }
    let number = state.store.begin_part(&upload).await?;
    // Else one upload could have many bodies, each as long as all that it has space for.
    let receiving = state.uploads.receive(&upload.id, number).ok_or(DomainError::Stale)?;
    let mut incoming = storage.receive(&part_name(&upload.id, number)).await?;
    loop {
        let frame = tokio::select! {
            frame = body.frame() => frame,
            () = receiving.ended() => return Err(DomainError::Stale.into()),
        };
        // A body that breaks off is a part as well.
        let Some(Ok(frame)) = frame else { break };
        let Ok(bytes) = frame.into_data() else { continue };
        if incoming.size() + bytes.len() as u64 > missing {
            return Err(UploadError::Malformed);
        }
        incoming.write(bytes).await?;
    }
    let bytes = i64::try_from(incoming.size()).unwrap_or(i64::MAX);
    if bytes == 0 {
        return Ok(upload);
    }
    let received = incoming.finish().await?;
    let is_whole = upload.parts.is_empty() && bytes == upload.length;
    // From here on it is a part, whatever fails.
    let name = received.keep();
    match state.store.add_part(&upload, number, bytes).await {
        Ok(upload) => complete(state, upload, is_whole.then_some(received)).await,
        Err(error) => {
            remove(storage, &[name]).await;
            Err(error.into())
        }
    }
}

/// Makes a file of an upload whose bytes have all arrived, unless another request is about to; the upload as it is then. The file
/// is of `whole`, if they came in one part, else of its parts.
///
/// # Errors
/// The store or the database failed; it may be tried again.
pub async fn complete(
    state: &AppState,
    upload: ResumableUpload,
    whole: Option<Received>,
) -> Result<ResumableUpload, UploadError> {
    if upload.received < upload.length || upload.file_id.is_some() {
        return Ok(upload);
    }
    let Some(_joining) = state.uploads.join(&upload.id) else { return Ok(upload) };
    // Another request, which has removed the parts, may have been faster; of another process also meanwhile.
    let current = state.store.current_upload(&upload.id).await?;
    if current.file_id.is_some() {
        return Ok(current);
    }
    // Who began it: of a client who is deleted meanwhile it must not become the agency's.
    let current = ResumableUpload { uploader: upload.uploader, ..current };
    match make_file(state, &current, whole).await {
        Ok(file) => Ok(ResumableUpload { file_id: Some(file.id), ..current }),
        Err(error) => {
            let current = state.store.current_upload(&upload.id).await?;
            if current.file_id.is_some() { Ok(current) } else { Err(error) }
        }
    }
}

async fn make_file(state: &AppState, upload: &ResumableUpload, whole: Option<Received>) -> Result<File, UploadError> {
    let (store, files) = (&state.store, &state.config.files);
    let parts: Vec<String> = upload.parts.iter().map(|number| part_name(&upload.id, *number)).collect();
    let received = if let Some(received) = whole {
        received
    } else {
        // No other attempt writes under this name, and the sweep knows it.
        let number = store.begin_join(&upload.id).await?;
        files.storage.join(&part_name(&upload.id, number), &parts).await?
    };
    let record = record(files, &received, upload.name.clone())?;
    store.claim_bytes(&upload.id, &record).await?;
    files.storage.place(received).await?;
    let file = store.complete_upload(upload, record).await?;
    remove(&files.storage, &parts).await;
    prepare(files, &file);
    Ok(file)
}

/// Ends an upload: nothing is left of it.
///
/// # Errors
/// The database failed.
pub async fn terminate(state: &AppState, upload: &ResumableUpload) -> Result<(), UploadError> {
    state.uploads.end(&upload.id);
    // Also those that have not come to their end, or that an attempt to put them together has left.
    let begun = state.store.end_upload(&upload.id).await?;
    let parts: Vec<String> = (0..begun).map(|number| part_name(&upload.id, number)).collect();
    remove(&state.config.files.storage, &parts).await;
    Ok(state.store.give_up_upload(&upload.id).await?)
}

/// What cannot be removed now only takes space.
async fn remove(storage: &Storage, names: &[String]) {
    stream::iter(names)
        .for_each(|name| async move {
            if let Err(error) = storage.remove_incoming(name).await {
                tracing::warn!(%error, "a part of an upload could not be removed");
            }
        })
        .await;
}

//! `POST /api/client/files`.

use app::api::files::FileResponse;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::{File, FileName, Uploader};
use store::Store;

use crate::AppState;
use crate::code_session::PortalStore;
use crate::response::{self, ApiError};
use crate::upload::form::write_part;
use crate::upload::multipart::{MalformedForm, Multipart, PartHead};
use crate::upload::receive::Upload;
use crate::upload::{UploadError, storage_response};

/// Of a token or a credential, in bytes.
const MAX_TOKEN: usize = 512;

pub async fn post(
    State(state): State<AppState>,
    PortalStore(store): PortalStore,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match receive(&state, &store, &headers, body).await {
        Ok(file) => response::json(StatusCode::CREATED, &FileResponse { file: file.into() }),
        Err(error) => storage_response(ApiError::from(error)),
    }
}

/// In the order of the checks. Nothing is stored before the last of them.
async fn receive(state: &AppState, store: &Store, headers: &HeaderMap, body: Body) -> Result<File, UploadError> {
    let mut form = Multipart::new(headers, body)?;
    let token = match form.next_part().await? {
        Some(PartHead { name, filename: None }) if name == "token" => form.text(MAX_TOKEN).await?,
        _ => return Err(UploadError::Malformed),
    };
    if token.is_empty() {
        return Err(UploadError::Malformed);
    }
    let scope = store.client_by_credential(&token).await?;
    scope.check_can_write()?;
    let name = match form.next_part().await? {
        Some(PartHead { name, filename: Some(filename) }) if name == "file" => FileName::clean(&filename),
        _ => return Err(UploadError::Malformed),
    };
    let name = name.map_err(|_| UploadError::Malformed)?;
    let mut upload = Upload::begin(state, form.expected()).await?;
    let received = async {
        write_part(&mut upload, &mut form).await?;
        // The file ends the body.
        match form.next_part().await {
            Ok(None) => Ok(()),
            Ok(Some(_)) | Err(MalformedForm) => Err(UploadError::Malformed),
        }
    };
    if let Err(error) = received.await {
        upload.give_up().await;
        return Err(error);
    }
    upload.finish(&Uploader::from(scope.person()), name).await
}

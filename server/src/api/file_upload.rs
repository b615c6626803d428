//! `POST /api/client/files`.

use app::api::files::{AWAY, FULL, FileResponse, INVALID, PATH, error};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::{DomainError, File, FileName, Uploader};
use store::Store;
use utoipa::ToSchema;

use super::documented::document_errors;
use crate::AppState;
use crate::code_session::PortalStore;
use crate::response::{self, ApiError};
use crate::upload::form::write_part;
use crate::upload::multipart::{MalformedForm, Multipart, PartHead};
use crate::upload::receive::Upload;
use crate::upload::{UploadError, storage_response};

/// Of a token or a credential, in bytes.
const MAX_TOKEN: usize = 512;

document_errors!(Errors: INVALID, error(DomainError::UnknownToken), ApiError::NOT_ALLOWED, ApiError::READ_ONLY,
    error(DomainError::FileTooLarge), FULL, AWAY);

/// Exactly two parts, in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described here; `Multipart` reads it part by part")]
struct UploadForm {
    /// The credential.
    #[schema(min_length = 1, max_length = 512)]
    token: String,
    /// With a filename.
    #[schema(format = Binary, min_length = 1)]
    file: String,
}

/// The client uploads a file
///
/// A message can then refer to it by its id. A file that nothing refers to is deleted after a day.
#[utoipa::path(
    post,
    path = PATH,
    operation_id = "upload",
    tag = "client",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "What is stored", body = FileResponse, example = json!({
            "file": {
                "id": "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f", "name": "logo.png", "size": 1234, "content_type": "image/png",
            },
        })),
        Errors,
    ),
)]
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

/// In the order of the checks. Of what the last ones refuse nothing is left.
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
    let (by, file) = (Uploader::from(scope.person()), form.next_part().await);
    let mut upload = Upload::begin(state, &by, form.expected()).await?;
    let received = async {
        let name = match file? {
            Some(PartHead { name, filename: Some(filename) }) if name == "file" => FileName::clean(&filename),
            _ => return Err(UploadError::Malformed),
        };
        let name = name.map_err(|_| UploadError::Malformed)?;
        write_part(&mut upload, &mut form).await?;
        // The file ends the body.
        match form.next_part().await {
            Ok(None) => Ok(name),
            Ok(Some(_)) | Err(MalformedForm) => Err(UploadError::Malformed),
        }
    };
    match received.await {
        Ok(name) => upload.finish(&by, name).await,
        Err(error) => {
            upload.give_up().await;
            Err(error)
        }
    }
}

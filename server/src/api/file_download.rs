//! `GET /api/client/files/{id}`.

use app::api::files::{AWAY, FILE_PATH, INVALID, UNKNOWN, UNSATISFIABLE, error};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use domain::DomainError;

use super::documented::{Credential, document_errors};
use crate::AppState;
use crate::code_session::PortalStore;
use crate::download;
use crate::query::Query;
use crate::response::ApiError;

document_errors!(Errors: INVALID, error(DomainError::UnknownToken), UNKNOWN, error(DomainError::FileInCheck), UNSATISFIABLE,
    AWAY);

/// The bytes of a file
///
/// By RFC 9110, with one `Range` and with `If-Range`, `If-Match`, `If-None-Match`, `If-Modified-Since` and `If-Unmodified-Since`.
/// The type is that of the bytes.
#[utoipa::path(
    get,
    path = FILE_PATH,
    operation_id = "download",
    tag = "client",
    params(
        ("id" = String, Path, example = "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f", description = "The `id` of a file."),
        Credential,
        ("Range" = Option<String>, Header, nullable = false, example = "bytes=0-99", description = "Several or malformed ones are ignored."),
        ("If-None-Match" = Option<String>, Header, nullable = false, description = "The `ETag` of what is there already."),
    ),
    responses(
        (status = 200, description = "The file", content_type = "*/*", body = [u8],
            headers(("ETag" = String), ("Last-Modified" = String), ("Content-Disposition" = String))),
        (status = 206, description = "The part that `Range` names", content_type = "*/*", body = [u8],
            headers(("Content-Range" = String))),
        (status = 304, description = "Not modified"),
        (status = 412, description = "A condition is not met"),
        Errors,
    ),
)]
pub async fn get(
    State(state): State<AppState>,
    PortalStore(store): PortalStore,
    id: Result<Path<String>, PathRejection>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let token = query.get("token").ok_or(INVALID)?;
    let scope = store.viewer_by_credential(token).await.map_err(ApiError::table(error))?;
    // An id that is not UTF-8 is none.
    let Path(id) = id.map_err(|_| UNKNOWN)?;
    let file = store.file_of_client(&scope, &id).await.map_err(ApiError::table(error))?;
    Ok(download::respond(&state.config.files.storage, &method, &headers, &file).await)
}

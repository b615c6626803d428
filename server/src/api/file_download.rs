//! `GET /api/client/files/{id}`.

use app::api::files::{INVALID, UNKNOWN, error};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;

use crate::AppState;
use crate::code_session::PortalStore;
use crate::download;
use crate::query::Query;
use crate::response::ApiError;

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

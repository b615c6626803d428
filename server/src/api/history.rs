//! `GET /api/client/history`.

use app::api::history::{HistoryRequest, HistoryResponse, MISSING, PATH, error};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::{DomainError, Timestamp};

use super::documented::{Credential, document_errors};
use crate::code_session::PortalStore;
use crate::query::Query;
use crate::response::{self, ApiError};

document_errors!(Errors: MISSING, error(DomainError::UnknownToken));

/// The older messages of a channel, page by page
#[utoipa::path(
    get,
    path = PATH,
    operation_id = "history",
    tag = "client",
    params(
        Credential,
        ("channel_key" = String, Query, min_length = 1, example = "design",
            description = "The `channel_key` of a comment."),
        ("before" = Timestamp, Query, example = "2026-03-01T12:30:00.000Z",
            description = "Only messages strictly before this."),
    ),
    responses(
        (status = 200, description = "The newest fifty of them", body = HistoryResponse, example = json!({
            "comments": [{
                "id": "su-mockup", "entity_type": "deliverable", "entity_id": "mockup", "channel_key": "design",
                "author": "admin", "text": "Ecco il mockup.", "created_at": "2026-03-01T12:00:00.000Z",
                "badge": {"type": "deliverable", "name": "Mockup della home"},
            }],
            "has_older": false,
        })),
        Errors,
    ),
)]
pub async fn get(PortalStore(store): PortalStore, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let HistoryRequest { credential, channel, before } =
        HistoryRequest::parse(|name| query.get(name)).ok_or(MISSING)?;
    let scope = store.viewer_by_credential(credential).await.map_err(ApiError::table(error))?;
    let page = store.history(&scope, channel, before).await.map_err(ApiError::table(error))?;
    let body = HistoryResponse { comments: page.messages, has_older: page.has_older };
    Ok(response::json(StatusCode::OK, &body))
}

//! `GET /api/client/history`.

use app::api::history::{HistoryRequest, HistoryResponse, MISSING, error};
use axum::http::{StatusCode, Uri};
use axum::response::Response;

use crate::code_session::PortalStore;
use crate::query::Query;
use crate::response::{self, ApiError};

pub async fn get(PortalStore(store): PortalStore, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let HistoryRequest { credential, channel, before } =
        HistoryRequest::parse(|name| query.get(name)).ok_or(MISSING)?;
    let scope = store.viewer_by_credential(credential).await.map_err(ApiError::table(error))?;
    let page = store.history(&scope, channel, before).await.map_err(ApiError::table(error))?;
    let body = HistoryResponse { comments: page.messages, has_older: page.has_older };
    Ok(response::json(StatusCode::OK, &body))
}

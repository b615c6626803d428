//! `GET /api/client/receipts`.

use app::api::proof::{MISSING, ReceiptResponse, error};
use axum::http::{StatusCode, Uri};
use axum::response::Response;

use crate::code_session::PortalStore;
use crate::query::Query;
use crate::response::{self, ApiError};

pub async fn get(PortalStore(store): PortalStore, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let value = |name| query.get(name).filter(|value| !value.is_empty());
    let (token, deliverable) = value("token").zip(value("deliverable_id")).ok_or(MISSING)?;
    let scope = store.viewer_by_credential(token).await.map_err(ApiError::table(error))?;
    let receipt = store.receipt(&scope, deliverable).await.map_err(ApiError::table(error))?;
    Ok(response::json(StatusCode::OK, &ReceiptResponse { receipt: receipt.into() }))
}

//! `POST /api/client/approve`.

use app::api::approve::{ApproveRequest, ApproveResponse, MISSING, error};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;

use super::json_body;
use crate::code_session::PortalStore;
use crate::response::{self, ApiError};

pub async fn post(PortalStore(store): PortalStore, body: Body) -> Result<Response, ApiError> {
    let ApproveRequest { token, deliverable_id } = json_body::read(body, MISSING.into()).await?;
    if token.is_empty() || deliverable_id.is_empty() {
        return Err(MISSING.into());
    }
    let scope = store.client_by_credential(&token).await.map_err(ApiError::table(error))?;
    let approval = store.approve(&scope, &deliverable_id).await.map_err(ApiError::table(error))?;
    Ok(response::json(StatusCode::OK, &ApproveResponse::from(approval)))
}

//! `POST /api/client/approve`.

use app::api::approve::{ApproveRequest, ApproveResponse, MISSING, PATH, error};
use axum::body::Body;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::Response;
use domain::DomainError;

use super::documented::document_errors;
use super::json_body;
use crate::AppState;
use crate::code_session::{self, PortalStore};
use crate::response::{self, ApiError};

document_errors!(Errors: MISSING, error(DomainError::UnknownToken), ApiError::NOT_ALLOWED, ApiError::READ_ONLY,
    error(DomainError::UnknownDeliverable), error(DomainError::NewerVersion), error(DomainError::FileInCheck),
    error(DomainError::UnknownFile));

/// The client approves a deliverable
///
/// Approving twice writes nothing.
#[utoipa::path(
    post,
    path = PATH,
    operation_id = "approve",
    tag = "client",
    request_body(
        content = ApproveRequest,
        example = json!({"token": "anna-anna-anna-anna-anna-anna-anna-anna-ann", "deliverableId": "mockup"})
    ),
    responses(
        (status = 200, description = "It is approved", body = ApproveResponse, example = json!({"approved": true})),
        Errors,
    ),
)]
pub async fn post(
    State(state): State<AppState>,
    PortalStore(store): PortalStore,
    headers: HeaderMap,
    extensions: Extensions,
    body: Body,
) -> Result<Response, ApiError> {
    let ApproveRequest { token, deliverable_id, version } = json_body::read(body, MISSING.into()).await?;
    if token.is_empty() || deliverable_id.is_empty() || version.is_some_and(|version| version < 1) {
        return Err(MISSING.into());
    }
    let store = store.from_origin(code_session::origin(&state, &headers, &extensions));
    let scope = store.client_by_credential(&token).await.map_err(ApiError::table(error))?;
    let approval = store.approve(&scope, &deliverable_id, version).await.map_err(ApiError::table(error))?;
    Ok(response::json(StatusCode::OK, &ApproveResponse::from(approval)))
}

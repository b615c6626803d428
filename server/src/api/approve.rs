//! `POST /api/client/approve`: the client approves a deliverable (docs/REFERENCE.md#post-apiclientapprove).

use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::{Approval, DomainError};
use serde::Deserialize;
use serde_json::json;
use store::Store;

use super::json_body;
use crate::response::{self, ApiError};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "token e deliverableId richiesti");

fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |error| match error {
        DomainError::UnknownToken => ApiError(StatusCode::NOT_FOUND, "Token non valido"),
        _ => ApiError(StatusCode::NOT_FOUND, "Deliverable non trovato"),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Approve {
    token: String,
    deliverable_id: String,
}

/// `POST {"token","deliverableId"}` → `{"approved":true}`, with a message if it was already approved.
pub async fn post(State(store): State<Store>, body: Body) -> Result<Response, ApiError> {
    let Approve { token, deliverable_id } = json_body::read(body, MISSING).await?;
    if token.is_empty() || deliverable_id.is_empty() {
        return Err(MISSING);
    }
    let scope = store.client_by_credential(&token).await.map_err(api_error)?;
    let approval = store.approve(&scope, &deliverable_id).await.map_err(api_error)?;
    Ok(response::json(
        StatusCode::OK,
        &match approval {
            Approval::Now(_) => json!({ "approved": true }),
            Approval::Already(_) => json!({ "approved": true, "message": "Deliverable già approvato" }),
        },
    ))
}

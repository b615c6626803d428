//! `POST /api/client/approve`: the client approves a deliverable (SPEC: Endpoints; CONTRACT §3).

use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::{Approval, DomainError};
use serde::Deserialize;
use serde_json::json;
use store::Store;

use super::answer::{self, ApiError};
use super::body::object;
use crate::body::{LIMIT, read};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "token e deliverableId richiesti");

fn refuse(refusal: DomainError) -> ApiError {
    match refusal {
        DomainError::UnknownToken => ApiError(StatusCode::NOT_FOUND, "Token non valido"),
        _ => ApiError(StatusCode::NOT_FOUND, "Deliverable non trovato"),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Approve {
    token: String,
    deliverable_id: String,
}

impl Approve {
    /// The request in `bytes`; whatever is wrong with it, something required is missing.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let approve: Self = object(bytes)?;
        let complete = !approve.token.is_empty() && !approve.deliverable_id.is_empty();
        complete.then_some(approve)
    }
}

/// `POST {"token","deliverableId"}` → `{"approved":true}`, with a message when it was already.
///
/// # Errors
/// [`ApiError`] as SPEC's table words it (SPEC: Errors).
pub async fn post(State(store): State<Store>, body: Body) -> Result<Response, ApiError> {
    let bytes = read(body, LIMIT).await.map_err(|error| ApiError::body(error, MISSING))?;
    let wanted = Approve::parse(&bytes).ok_or(MISSING)?;
    let scope =
        store.client_by_credential(&wanted.token).await.map_err(|error| ApiError::by(error, refuse))?;
    let approval =
        store.approve(&scope, &wanted.deliverable_id).await.map_err(|error| ApiError::by(error, refuse))?;
    Ok(answer::json(
        StatusCode::OK,
        &match approval {
            Approval::Now(_) => json!({ "approved": true }),
            Approval::Already(_) => json!({ "approved": true, "message": "Deliverable già approvato" }),
        },
    ))
}

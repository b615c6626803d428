//! `POST /api/client/approve`: the client approves a deliverable (SPEC: Endpoints; CONTRACT §3).

use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::{Approval, Refusal};
use serde::Deserialize;
use serde_json::json;
use store::Store;

use super::answer::{self, Refused};
use super::body::object;
use crate::body::{LIMIT, read};

const MISSING: Refused = Refused(StatusCode::BAD_REQUEST, "token e deliverableId richiesti");

fn refuse(refusal: Refusal) -> Refused {
    match refusal {
        Refusal::UnknownToken => Refused(StatusCode::NOT_FOUND, "Token non valido"),
        _ => Refused(StatusCode::NOT_FOUND, "Deliverable non trovato"),
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
/// [`Refused`] as SPEC's table words it (SPEC: Errors).
pub async fn post(State(store): State<Store>, body: Body) -> Result<Response, Refused> {
    let bytes = read(body, LIMIT).await.map_err(|error| Refused::body(error, MISSING))?;
    let wanted = Approve::parse(&bytes).ok_or(MISSING)?;
    let scope =
        store.client_by_credential(&wanted.token).await.map_err(|error| Refused::by(error, refuse))?;
    let approval =
        store.approve(&scope, &wanted.deliverable_id).await.map_err(|error| Refused::by(error, refuse))?;
    Ok(answer::json(
        StatusCode::OK,
        &match approval {
            Approval::Now(_) => json!({ "approved": true }),
            Approval::Already(_) => json!({ "approved": true, "message": "Deliverable già approvato" }),
        },
    ))
}

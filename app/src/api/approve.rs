//! `POST /api/client/approve`: the client approves a deliverable (docs/REFERENCE.md#post-apiclientapprove). Forms:
//! [`Approve`](crate::portal_actions::Approve).

use domain::{Approval, DomainError};
use http::StatusCode;
use serde::{Deserialize, Serialize};

use super::ErrorWords;

pub const PATH: &str = "/api/client/approve";
pub const MISSING: ErrorWords = ErrorWords(StatusCode::BAD_REQUEST, "token e deliverableId richiesti");

pub const fn error(error: DomainError) -> ErrorWords {
    match error {
        DomainError::UnknownToken => ErrorWords::UNKNOWN_TOKEN,
        DomainError::NewerVersion => ErrorWords(StatusCode::CONFLICT, "Nel frattempo è arrivata una nuova versione"),
        DomainError::FileInCheck | DomainError::UnknownFile => super::files::error(error),
        _ => ErrorWords(StatusCode::NOT_FOUND, "Deliverable non trovato"),
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ApproveRequest {
    /// The credential.
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_length = 1))]
    pub token: String,
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_length = 1))]
    pub deliverable_id: String,
    /// The version that was looked at, from 1: another one than the newest is not approved.
    #[serde(default)]
    #[cfg_attr(not(target_arch = "wasm32"), schema(minimum = 1))]
    pub version: Option<i64>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ApproveResponse {
    pub approved: bool,
    /// If it was approved before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'static str>,
}

impl From<Approval> for ApproveResponse {
    fn from(approval: Approval) -> Self {
        let message = matches!(approval, Approval::Already(_)).then_some("Deliverable già approvato");
        Self { approved: true, message }
    }
}

//! `GET /api/client/receipts`: the proof of an approval (docs/REFERENCE.md#get-apiclientreceipts).

use domain::id::{ClientId, DeliverableId, ReceiptId};
use domain::{DomainError, Receipt, Timestamp};
use http::StatusCode;
use serde::Serialize;

use super::ErrorWords;

pub const PATH: &str = "/api/client/receipts";
pub const MISSING: ErrorWords = ErrorWords::INVALID;

pub const fn error(error: DomainError) -> ErrorWords {
    match error {
        DomainError::UnknownToken => ErrorWords::UNKNOWN_TOKEN,
        _ => ErrorWords(StatusCode::NOT_FOUND, "Ricevuta non trovata"),
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ReceiptResponse {
    pub receipt: ClientReceipt,
}

/// A receipt without address and browser, which only the agency sees.
#[derive(Debug, Serialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ClientReceipt {
    pub id: ReceiptId,
    pub deliverable_id: DeliverableId,
    pub deliverable_title: String,
    pub version: i64,
    pub sha256: Option<String>,
    pub url: Option<String>,
    pub client_id: ClientId,
    pub approved_by: String,
    pub approved_at: Timestamp,
    pub previous: String,
    pub digest: String,
}

impl From<Receipt> for ClientReceipt {
    fn from(receipt: Receipt) -> Self {
        let Receipt { id, deliverable_id, deliverable_title, version, sha256, url, client_id, .. } = receipt;
        let Receipt { approved_by, approved_at, previous, digest, .. } = receipt;
        Self {
            id,
            deliverable_id,
            deliverable_title,
            version,
            sha256,
            url,
            client_id,
            approved_by,
            approved_at,
            previous,
            digest,
        }
    }
}

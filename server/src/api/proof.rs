//! `GET /api/client/receipts`.

use app::api::proof::{MISSING, PATH, ReceiptResponse, error};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::DomainError;

use super::documented::{Credential, document_errors};
use crate::code_session::PortalStore;
use crate::query::Query;
use crate::response::{self, ApiError};

document_errors!(Errors: MISSING, error(DomainError::UnknownToken), error(DomainError::UnknownReceipt));

/// The proof of an approval
///
/// `digest` is the SHA-256 of the receipt and of `previous`, the digest of the same client's receipt before it.
#[utoipa::path(
    get,
    path = PATH,
    operation_id = "receipt",
    tag = "client",
    params(
        Credential,
        ("deliverable_id" = String, Query, min_length = 1, example = "mockup", description = "An approved deliverable."),
    ),
    responses(
        (status = 200, description = "The receipt", body = ReceiptResponse, example = json!({
            "receipt": {
                "id": "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f", "deliverable_id": "mockup",
                "deliverable_title": "Mockup della home", "version": 1, "sha256": null, "url": null, "client_id": "anna",
                "approved_by": "Anna Verdi", "approved_at": "2026-11-20T10:00:00.123Z", "previous": "",
                "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            },
        })),
        Errors,
    ),
)]
pub async fn get(PortalStore(store): PortalStore, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let value = |name| query.get(name).filter(|value| !value.is_empty());
    let (token, deliverable) = value("token").zip(value("deliverable_id")).ok_or(MISSING)?;
    let scope = store.viewer_by_credential(token).await.map_err(ApiError::table(error))?;
    let receipt = store.receipt(&scope, deliverable).await.map_err(ApiError::table(error))?;
    Ok(response::json(StatusCode::OK, &ReceiptResponse { receipt: receipt.into() }))
}

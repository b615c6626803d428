//! `POST /api/webhooks/lead/{key}`: the webhook of a source.
//!
//! Every delivery that is stored is answered with 200, even if it cannot be parsed: several senders treat any
//! other status as a failure and retry or give up.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use domain::DomainError;
use domain::leads::source::SourceTrouble;
use domain::leads::{LeadSource, SourceKey};
use store::{Error, ProcessedDelivery, Store};

use super::super::documented::document_errors;
use super::process::process;
use super::{Accepted, FULL, UNREADABLE, not_stored, raw, refuse};
use crate::AppState;
use crate::body::{self, BodyError};
use crate::limits::note_refusal;
use crate::response::{self, ApiError};

pub const ADDRESS: &str = "/api/webhooks/lead/{key}";
/// The longest body, in bytes.
pub const LIMIT: usize = 256 * 1024;

/// Marks a request as a test by the admin. Requests from outside cannot have it: no input becomes an
/// extension.
#[derive(Debug, Clone, Copy)]
pub struct TestDelivery;

/// The URL of the source with this key.
///
/// # Panics
/// Never: a key contains only characters that are valid in a URL.
pub(crate) fn of(key: &SourceKey) -> Uri {
    let address = format!("/api/webhooks/lead/{}", key.reveal());
    Uri::try_from(address).expect("a key has only characters that an address may have")
}

document_errors!(Errors: ApiError::UNAUTHORIZED, ApiError::TOO_LARGE, UNREADABLE, FULL);

/// A delivery to the address of a source
///
/// Looks the source up by its key, checks the signature, stores the delivery and processes it. The rate limit
/// is checked before. An unknown key, that of a contact form, an inactive source and a wrong signature get the same
/// response.
#[utoipa::path(
    post,
    path = ADDRESS,
    operation_id = "sourceLead",
    tag = "webhooks",
    params(("key" = String, Path, example = "chiave-della-fonte", description = "The key of the source, which is the authentication.")),
    request_body(description = "JSON, urlencoded, `multipart/form-data`, or lines that begin with a label; up to 256 KiB.", content(
        ("application/json", example = json!({"nome": "Carla Gialli", "email": "carla@example.it"})),
        ("text/plain"),
    )),
    responses(
        (status = 200, description = "It is stored, understood or not", body = Accepted, example = json!({
            "ok": true, "outcome": "created", "leadId": "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f",
        })),
        Errors,
    ),
)]
pub async fn post(
    State(state): State<AppState>,
    test: Option<Extension<TestDelivery>>,
    key: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    // What is not UTF-8 is no key.
    let Ok(Path(key)) = key else { return ApiError::UNAUTHORIZED.into_response() };
    match receive(&state, &key, test.is_some(), &headers, body).await {
        // The delivery is stored but not parsed, which is reported as quarantined.
        Ok(processed) => {
            let accepted = processed.as_ref().map_or(Accepted::LATER, Accepted::of);
            response::json(StatusCode::OK, &accepted)
        }
        Err(error) => refuse(error),
    }
}

/// `None` if the delivery is stored and will be processed later.
async fn receive(
    state: &AppState,
    key: &str,
    is_test: bool,
    headers: &HeaderMap,
    body: Body,
) -> Result<Option<ProcessedDelivery>, ApiError> {
    let store = &state.store;
    let source = store.open_source(key).await.map_err(not_stored)?.ok_or(ApiError::UNAUTHORIZED)?;
    // The key of a contact form is public, and its form checks what this address would not.
    if source.kind.is_form() && !is_test {
        return Err(ApiError::UNAUTHORIZED);
    }
    let body = read(state, &source, body).await?;
    if !is_signed(store, &source, headers, &body) {
        if !is_test {
            note_refusal(state, &source, SourceTrouble::BadSignature).await;
        }
        return Err(ApiError::UNAUTHORIZED);
    }
    let raw = raw::delivery(headers, lead_intake::blank_google_key(body.to_vec()));
    let delivery = if is_test {
        store.receive_test(&source, &raw).await
    } else {
        let id = lead_intake::delivery_id(source.kind, &raw);
        store.receive(Some(&source), &raw, id.as_deref()).await
    };
    if matches!(delivery, Err(Error::Domain(DomainError::DeliveriesFull))) {
        note_refusal(state, &source, SourceTrouble::Full).await;
    }
    Ok(process(store, delivery.map_err(not_stored)?).await)
}

async fn read(state: &AppState, source: &LeadSource, body: Body) -> Result<Bytes, ApiError> {
    match body::read(body, LIMIT).await {
        Ok(body) => Ok(body),
        Err(BodyError::Unreadable) => Err(UNREADABLE),
        Err(BodyError::TooLong) => {
            note_refusal(state, source, SourceTrouble::TooLarge).await;
            Err(ApiError::TOO_LARGE)
        }
    }
}

/// A source without a signing secret is authenticated by its key alone.
fn is_signed(store: &Store, source: &LeadSource, headers: &HeaderMap, body: &[u8]) -> bool {
    let Some(secret) = &source.signing_secret else { return true };
    lead_intake::check_signature(source.kind, secret, headers, body, store.clock().now()).is_ok()
}

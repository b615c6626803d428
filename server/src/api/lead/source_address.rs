//! `POST /api/webhooks/lead/{key}`: the webhook of a source.
//!
//! Every delivery that is stored is answered with 200, even if it cannot be parsed: several senders treat any
//! other status as a failure and retry or give up.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use domain::leads::source::SourceTrouble;
use domain::leads::{LeadSource, SourceKey};
use store::{ProcessedDelivery, Store};

use super::process::process;
use super::{Accepted, UNREADABLE, google_key, not_stored, raw, refuse, signature};
use crate::body::{self, BodyError};
use crate::middleware::rate_limit::source_key;
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

/// Looks the source up by its key, checks the signature, stores the delivery and processes it. The rate limit
/// is checked before. An unknown key, that of a contact form, an inactive source and a wrong signature get the same
/// response.
pub async fn post(
    State(store): State<Store>,
    test: Option<Extension<TestDelivery>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match receive(&store, uri.path(), test.is_some(), &headers, body).await {
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
    store: &Store,
    path: &str,
    is_test: bool,
    headers: &HeaderMap,
    body: Body,
) -> Result<Option<ProcessedDelivery>, ApiError> {
    let key = source_key(path).unwrap_or_default();
    let source = store.open_source(key).await.map_err(not_stored)?.ok_or(ApiError::UNAUTHORIZED)?;
    // The key of a contact form is public, and its form checks what this address would not.
    if source.kind.is_form() && !is_test {
        return Err(ApiError::UNAUTHORIZED);
    }
    let body = read(store, &source, body).await?;
    if !is_signed(store, &source, headers, &body) {
        if !is_test {
            note_refusal(store, &source, SourceTrouble::BadSignature).await;
        }
        return Err(ApiError::UNAUTHORIZED);
    }
    let raw = raw::delivery(headers, google_key::redact(body.to_vec()));
    let delivery = if is_test {
        store.receive_test(&source, &raw).await
    } else {
        let id = lead_intake::delivery_id(source.kind, &raw);
        store.receive(Some(&source), &raw, id.as_deref()).await
    };
    Ok(process(store, delivery.map_err(not_stored)?).await)
}

async fn read(store: &Store, source: &LeadSource, body: Body) -> Result<Bytes, ApiError> {
    match body::read(body, LIMIT).await {
        Ok(body) => Ok(body),
        Err(BodyError::Unreadable) => Err(UNREADABLE),
        Err(BodyError::TooLong) => {
            note_refusal(store, source, SourceTrouble::TooLarge).await;
            Err(ApiError::TOO_LARGE)
        }
    }
}

/// A source without a signing secret is authenticated by its key alone.
fn is_signed(store: &Store, source: &LeadSource, headers: &HeaderMap, body: &[u8]) -> bool {
    let Some(secret) = &source.signing_secret else { return true };
    signature::check(source.kind, secret, headers, body, store.clock().now()).is_ok()
}

/// Records a rejected delivery for the admin. The response does not depend on whether that succeeds.
async fn note_refusal(store: &Store, source: &LeadSource, trouble: SourceTrouble) {
    if let Err(error) = store.note_refusal(&source.id, trouble).await {
        tracing::error!(%error, "a refusal could not be noted");
    }
}

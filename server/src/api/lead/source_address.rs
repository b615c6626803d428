//! `POST /api/webhooks/lead/{key}`: the address of a source.
//!
//! Whatever is delivered here is stored and answered 200, understood or not: several senders take nothing else
//! for a success, and would send it again or give up.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use domain::leads::source::SourceTrouble;
use domain::leads::{LeadSource, SourceKey};
use store::{ProcessedDelivery, Store};

use super::process::process;
use super::{Accepted, UNREADABLE, google_key, raw, signature};
use crate::body::{self, BodyError};
use crate::middleware::rate_limit::source_key;
use crate::response::{self, ApiError};

/// The route.
pub const ADDRESS: &str = "/api/webhooks/lead/{key}";
/// The longest body, in bytes.
pub const LIMIT: usize = 256 * 1024;

/// Marks a request as a test of the agency's own. No request from outside has it: nothing that is sent becomes an
/// extension.
#[derive(Debug, Clone, Copy)]
pub struct TestDelivery;

/// The address that a source with this key has.
///
/// # Panics
/// Never: a key has only characters that an address may have.
pub(crate) fn of(key: &SourceKey) -> Uri {
    let address = format!("/api/webhooks/lead/{}", key.reveal());
    Uri::try_from(address).expect("a key has only characters that an address may have")
}

/// Looks the source up by its key, checks the signature, stores the delivery and processes it. The rate limit came
/// before. An unknown key, a source that is switched off and a wrong signature are answered alike.
pub async fn post(
    State(store): State<Store>,
    test: Option<Extension<TestDelivery>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match receive(&store, uri.path(), test.is_some(), &headers, body).await {
        // Stored, and not parsed: that is what quarantine is.
        Ok(processed) => {
            let answer = processed.as_ref().map_or(Accepted::LATER, Accepted::of);
            response::json(StatusCode::OK, &answer)
        }
        Err(refused) => refused.into_response(),
    }
}

/// `None`: it is stored, and will be processed later.
async fn receive(
    store: &Store,
    path: &str,
    is_test: bool,
    headers: &HeaderMap,
    body: Body,
) -> Result<Option<ProcessedDelivery>, ApiError> {
    let key = source_key(path).unwrap_or_default();
    let source = store.open_source(key).await.map_err(fault)?.ok_or(ApiError::UNAUTHORIZED)?;
    let body = read(store, &source, body).await?;
    if !is_signed(store, &source, headers, &body) {
        if !is_test {
            note_refusal(store, &source, SourceTrouble::BadSignature).await;
        }
        return Err(ApiError::UNAUTHORIZED);
    }
    let raw = raw::delivery(headers, google_key::blanked(body.to_vec()));
    let delivery = if is_test {
        store.receive_test(&source, &raw).await
    } else {
        let id = lead_intake::delivery_id(source.kind, &raw);
        store.receive(Some(&source), &raw, id.as_deref()).await
    };
    Ok(process(store, delivery.map_err(fault)?).await)
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

/// Without a secret nothing is asked for: the key alone is what the sender knows.
fn is_signed(store: &Store, source: &LeadSource, headers: &HeaderMap, body: &[u8]) -> bool {
    let Some(secret) = &source.signing_secret else { return true };
    signature::check(source.kind, secret, headers, body, store.clock().now()).is_ok()
}

/// Shows the agency that a delivery was refused. It is, whether or not that can be noted.
async fn note_refusal(store: &Store, source: &LeadSource, trouble: SourceTrouble) {
    if let Err(error) = store.note_refusal(&source.id, trouble).await {
        tracing::error!(%error, "a refusal could not be noted");
    }
}

/// What is refused here is the delivery to a source that was deleted a moment ago: it is nobody's now.
fn fault(error: store::Error) -> ApiError {
    ApiError::from_store(error, |_| ApiError::UNAUTHORIZED)
}

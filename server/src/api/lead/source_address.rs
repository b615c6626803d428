//! `POST /api/webhooks/lead/{key}`: the address of a source.
//!
//! Whatever is delivered here is kept and answered 200, understood or not: several senders take nothing
//! else for a success, and would send it again or give up.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use domain::lead::source::SourceTrouble;
use domain::lead::{LeadSource, SourceKey, reading};
use store::{Settled, Store};

use super::{TakenIn, UNREADABLE, raw, settle, signature};
use crate::body::{self, BodyError};
use crate::middleware::rate_limit::source_key;
use crate::response::{self, ApiError};

/// The route.
pub const ADDRESS: &str = "/api/webhooks/lead/{key}";
/// The longest body, in bytes.
pub const LIMIT: usize = 256 * 1024;

/// Marks a request as the agency's own, posted to try a source out. It comes with no request from outside:
/// nothing that is sent becomes an extension.
#[derive(Debug, Clone, Copy)]
pub struct Trial;

/// The address that a source with this key has.
///
/// # Panics
/// Never: a key has only characters that an address may have.
pub(crate) fn of(key: &SourceKey) -> Uri {
    let address = format!("/api/webhooks/lead/{}", key.reveal());
    Uri::try_from(address).expect("a key has only characters that an address may have")
}

/// Looks the source up by its key, reads the body, checks the signature, keeps the delivery, takes it
/// in. The rate limit came before. A key of nobody's, one that is switched off and a wrong signature
/// are answered alike.
pub async fn post(
    State(store): State<Store>,
    trial: Option<Extension<Trial>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match take_in(&store, uri.path(), trial.is_some(), &headers, body).await {
        // Kept, and not read: that is what quarantine is.
        Ok(settled) => {
            let answer = settled.as_ref().map_or(TakenIn::LATER, TakenIn::of);
            response::json(StatusCode::OK, &answer)
        }
        Err(refused) => refused.into_response(),
    }
}

/// `None`: it is kept, and will be settled later.
async fn take_in(
    store: &Store,
    path: &str,
    is_trial: bool,
    headers: &HeaderMap,
    body: Body,
) -> Result<Option<Settled>, ApiError> {
    let key = source_key(path).unwrap_or_default();
    let source = store.open_source(key).await.map_err(fault)?.ok_or(ApiError::UNAUTHORIZED)?;
    let body = read(store, &source, body).await?;
    if !is_signed(store, &source, headers, &body) {
        if !is_trial {
            note(store, &source, SourceTrouble::BadSignature).await;
        }
        return Err(ApiError::UNAUTHORIZED);
    }
    let raw = raw::without_secret(raw::delivery(headers, &body));
    let delivery = if is_trial {
        store.receive_trial(&source, &raw).await
    } else {
        let id = reading::delivery_id(source.kind, &raw);
        store.receive(Some(&source), &raw, id.as_deref()).await
    };
    Ok(settle::source(store, delivery.map_err(fault)?).await)
}

async fn read(store: &Store, source: &LeadSource, body: Body) -> Result<Bytes, ApiError> {
    match body::read(body, LIMIT).await {
        Ok(body) => Ok(body),
        Err(BodyError::Unreadable) => Err(UNREADABLE),
        Err(BodyError::TooLong) => {
            note(store, source, SourceTrouble::TooLarge).await;
            Err(ApiError::TOO_LARGE)
        }
    }
}

/// Without a secret nothing is asked for: the key alone is what the sender knows.
fn is_signed(store: &Store, source: &LeadSource, headers: &HeaderMap, body: &[u8]) -> bool {
    let Some(secret) = &source.signing_secret else { return true };
    signature::check(source.kind, secret, headers, body, store.clock().now()).is_ok()
}

/// Tells the agency that a source was turned away. The sender is, whether or not that can be noted.
async fn note(store: &Store, source: &LeadSource, trouble: SourceTrouble) {
    if let Err(error) = store.note_refusal(&source.id, trouble).await {
        tracing::error!(%error, "a refusal could not be noted");
    }
}

/// What is refused here is the delivery to a source that was deleted a moment ago: it is nobody's now.
fn fault(error: store::Error) -> ApiError {
    ApiError::from_store(error, |_| ApiError::UNAUTHORIZED)
}

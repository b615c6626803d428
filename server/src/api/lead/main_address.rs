//! `POST /api/webhooks/lead`: a form or an automation delivers a lead (SPEC: Endpoints;
//! CONTRACT §3, §5).

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::Intake;
use domain::id::DeliveryId;
use domain::lead::{DeliveryError, DeliveryOutcome, DeliveryReason, RawDelivery};
use serde::Serialize;
use store::{Settled, Store};

use super::intake;
use super::received::Received;
use super::{TakenIn, UNREADABLE, raw, settle};
use crate::api::secret_header;
use crate::body::{self, LIMIT};
use crate::config::Config;
use crate::response::{self, ApiError};

/// The longest body, in characters (SPEC: Limits).
const MAX_CHARS: usize = 16_384;
/// The longest `webhook-id`, in characters.
const MAX_ID: usize = 200;

/// Checks the secret, keeps what was delivered, and takes it in: the size first, then what the body
/// says, in SPEC's order; the rate limit came before. What SPEC refuses is kept as well.
pub async fn post(
    State(store): State<Store>,
    State(config): State<Arc<Config>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !secret_header::matches(&headers, "x-webhook-secret", config.lead_webhook_secret.as_ref()) {
        return ApiError::UNAUTHORIZED.into_response();
    }
    match take_in(&store, &headers, body).await {
        Ok(settled) => answer(&settled),
        Err(refused) => refused.into_response(),
    }
}

async fn take_in(store: &Store, headers: &HeaderMap, body: Body) -> Result<Settled, ApiError> {
    let body = body::read(body, LIMIT).await.map_err(|error| ApiError::from_body(error, UNREADABLE))?;
    let id = sender_id(headers);
    // No use case refuses a delivery.
    let delivery = store
        .receive(None, &raw::delivery(headers, &body), id)
        .await
        .map_err(|error| ApiError::from_store(error, |_| ApiError::FAULT))?;
    let settled = settle::main(store, delivery.clone()).await;
    if settled.is_none() && id.is_none() {
        leave(store, &delivery).await;
    }
    settled.ok_or(ApiError::FAULT)
}

/// What was answered with a fault will be sent again. By a `webhook-id` it is known then; without one it is
/// another delivery, and this one must not be taken in as well: it stays refused until somebody reads it
/// again.
async fn leave(store: &Store, delivery: &DeliveryId) {
    if let Err(error) = store.give_up(delivery).await {
        tracing::error!(%error, "a delivery could not be given up");
    }
}

/// What the sender calls this delivery, so that it knows the same one when it comes again: the header
/// `webhook-id`. Nothing else makes two deliveries one here (SPEC: a post is a post).
fn sender_id(headers: &HeaderMap) -> Option<&str> {
    let mut given = headers.get_all("webhook-id").iter();
    let (Some(id), None) = (given.next(), given.next()) else { return None };
    id.to_str().ok().filter(|id| (1..=MAX_ID).contains(&id.len()))
}

/// What a kept delivery says, by SPEC's rules; also for one that the server was stopped over.
///
/// # Errors
/// Why it is refused, in SPEC's order.
pub fn read(raw: &RawDelivery) -> Result<Intake, DeliveryError> {
    // What is no UTF-8 counts as one character a sequence: its size is looked at before that.
    if String::from_utf8_lossy(&raw.body).chars().count() > MAX_CHARS {
        return Err(DeliveryReason::TooLarge.into());
    }
    let text = std::str::from_utf8(&raw.body).map_err(|_| DeliveryReason::Unreadable)?;
    let intake = Received::parse(text).and_then(|received| intake::check(&received));
    intake.map_err(|invalid| DeliveryError {
        reason: DeliveryReason::Invalid,
        detail: Some(invalid.to_string()),
    })
}

#[derive(Serialize)]
struct InvalidBody<'a> {
    error: &'static str,
    detail: &'a str,
}

/// The answer to a settled delivery, the first time and each time it comes again.
fn answer(settled: &Settled) -> Response {
    match (settled.outcome, &settled.error) {
        (DeliveryOutcome::Refused, Some(error)) => refused(error),
        (DeliveryOutcome::Created, _) => response::json(StatusCode::CREATED, &TakenIn::of(settled)),
        // Others than `updated` only after the agency has had a refused one read again.
        _ => response::json(StatusCode::OK, &TakenIn::of(settled)),
    }
}

/// SPEC: Errors.
fn refused(error: &DeliveryError) -> Response {
    match error.reason {
        DeliveryReason::TooLarge => ApiError::TOO_LARGE.into_response(),
        DeliveryReason::Unreadable => UNREADABLE.into_response(),
        DeliveryReason::Fault => ApiError::FAULT.into_response(),
        _ => {
            let detail = error.detail.as_deref().unwrap_or_default();
            let body = InvalidBody { error: "Dati non validi", detail };
            response::json(StatusCode::UNPROCESSABLE_ENTITY, &body)
        }
    }
}

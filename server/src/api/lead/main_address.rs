//! `POST /api/webhooks/lead`: the webhook for the agency's own forms and automations.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::id::DeliveryId;
use domain::leads::{DeliveryError, DeliveryOutcome, DeliveryReason};
use serde::Serialize;
use store::{ProcessedDelivery, Store};

use super::process::process;
use super::{Accepted, UNREADABLE, not_stored, raw, refuse};
use crate::api::secret_header;
use crate::body::{self, LIMIT};
use crate::config::Config;
use crate::response::{self, ApiError};

/// The longest `webhook-id`, in characters.
const MAX_ID: usize = 200;

/// Checks the secret, stores the delivery and processes it. The rate limit is checked before. Invalid
/// deliveries are stored as well.
pub async fn post(
    State(store): State<Store>,
    State(config): State<Arc<Config>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !secret_header::matches(&headers, "x-webhook-secret", config.lead_webhook_secret.as_ref()) {
        return ApiError::UNAUTHORIZED.into_response();
    }
    match receive(&store, &headers, body).await {
        Ok(processed) => respond(&processed),
        Err(error) => refuse(error),
    }
}

async fn receive(store: &Store, headers: &HeaderMap, body: Body) -> Result<ProcessedDelivery, ApiError> {
    let body = body::read(body, LIMIT).await.map_err(|error| ApiError::from_body(error, UNREADABLE))?;
    let id = sender_id(headers);
    let delivery = store.receive(None, &raw::delivery(headers, body.to_vec()), id).await.map_err(not_stored)?;
    let processed = process(store, delivery.clone()).await;
    if processed.is_none() && id.is_none() {
        mark_delivery_failed(store, &delivery).await;
    }
    processed.ok_or(ApiError::FAULT)
}

/// After a fault the sender sends the delivery again. With a `webhook-id` it is recognised as the same one.
/// Without, it is a new delivery, so this one must not be processed later as well: it is marked as refused
/// until the admin replays it.
async fn mark_delivery_failed(store: &Store, delivery: &DeliveryId) {
    if let Err(error) = store.mark_delivery_failed(delivery).await {
        tracing::error!(%error, "a delivery could not be marked as failed");
    }
}

/// The idempotency key of the delivery: the header `webhook-id`. Nothing else makes two deliveries the same
/// here.
fn sender_id(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all("webhook-id").iter();
    let (Some(id), None) = (values.next(), values.next()) else { return None };
    id.to_str().ok().filter(|id| (1..=MAX_ID).contains(&id.len()))
}

#[derive(Serialize)]
struct InvalidBody<'a> {
    error: &'static str,
    detail: &'a str,
}

/// The response to a processed delivery and to each repetition of it.
fn respond(processed: &ProcessedDelivery) -> Response {
    match (processed.outcome, &processed.error) {
        (DeliveryOutcome::Refused, Some(error)) => rejection(error),
        (DeliveryOutcome::Created, _) => response::json(StatusCode::CREATED, &Accepted::of(processed)),
        // Outcomes other than `updated` occur only after the admin has replayed a refused delivery.
        _ => response::json(StatusCode::OK, &Accepted::of(processed)),
    }
}

fn rejection(error: &DeliveryError) -> Response {
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

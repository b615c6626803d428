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
use utoipa::ToSchema;

use super::super::documented::document_errors;
use super::process::process;
use super::{Accepted, FULL, UNREADABLE, not_stored, raw, refuse};
use crate::api::secret_header;
use crate::body::{self, LIMIT};
use crate::config::Config;
use crate::response::{self, ApiError};

/// The longest `webhook-id`, in characters.
const MAX_ID: usize = 200;

document_errors!(Errors: ApiError::UNAUTHORIZED, ApiError::TOO_LARGE, UNREADABLE, FULL);

/// The fields of a lead. Names are matched without case; `nome`, `telefono`, `azienda` and `messaggio` are `name`, `phone`, `company`
/// and `message`. They may be in an object `fields`, also as `{"value"}`. A number or boolean is taken as its text.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described here; `lead-intake` reads it")]
struct LeadFields {
    #[schema(min_length = 1, max_length = 200, example = "Carla Gialli")]
    name: String,
    /// Of an existing lead: that one is updated.
    #[schema(required = false, format = "email", max_length = 254, example = "carla@example.it")]
    email: String,
    #[schema(required = false, max_length = 50)]
    phone: String,
    #[schema(required = false, max_length = 200)]
    company: String,
    #[schema(required = false, max_length = 10_000)]
    message: String,
    /// `webhook` without it.
    #[schema(required = false, max_length = 100)]
    source: String,
    /// An appointment: with an offset, or local time in Europe/Rome.
    #[schema(required = false, format = DateTime)]
    starts_at: String,
}

/// A lead from the agency's own form or automation
///
/// Checks the secret, stores the delivery and processes it. The rate limit is checked before. Invalid
/// deliveries are stored as well.
#[utoipa::path(
    post,
    path = "/api/webhooks/lead",
    operation_id = "lead",
    tag = "webhooks",
    security(("webhookSecret" = [])),
    params(("webhook-id" = Option<String>, Header, nullable = false,
        description = "1 to 200 characters: the same id again gets the first answer and changes nothing.")),
    request_body(content(
        (LeadFields = "application/json", example = json!({"name": "Carla Gialli", "email": "carla@example.it"})),
        (LeadFields = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 201, description = "A new lead", body = Accepted, example = json!({
            "ok": true, "outcome": "created", "leadId": "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f",
        })),
        (status = 200, description = "An existing lead, or a delivery that the agency has replayed", body = Accepted,
            example = json!({"ok": true, "outcome": "updated", "leadId": "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f"})),
        (status = 422, description = "Not an object, or a field is wrong", body = InvalidBody,
            example = json!({"error": "Dati non validi", "detail": "name: campo obbligatorio"})),
        Errors,
    ),
)]
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

#[derive(Serialize, ToSchema)]
struct InvalidBody<'a> {
    error: &'static str,
    /// The field, and what is wrong with it.
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

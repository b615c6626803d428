//! Webhooks for leads: the main address `POST /api/webhooks/lead`, and one URL per source, `POST
//! /api/webhooks/lead/{key}`.
//!
//! Both store a delivery in its own transaction before they parse it. It is then processed once: by the
//! request itself, by a repetition of the delivery, or by a job after the server was stopped in between.

pub(crate) mod contact_message;
pub mod main_address;
pub(crate) mod process;
mod raw;
pub mod source_address;
pub(crate) mod test_delivery;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use domain::DomainError;
use domain::id::LeadId;
use domain::leads::DeliveryOutcome;
use serde::Serialize;
use store::ProcessedDelivery;
use utoipa::ToSchema;

use crate::response::ApiError;

const UNREADABLE: ApiError = ApiError(StatusCode::BAD_REQUEST, "Corpo non leggibile");

/// Nothing is stored, so the sender must send the delivery again. Senders that retry take this status for a pause,
/// and not for a broken address.
const FULL: ApiError = ApiError::TOO_MANY;
/// In seconds: old deliveries are deleted once an hour.
const RETRY_WHEN_FULL: u16 = 3_600;

/// A domain error means that deliveries use all their space, or that the source was deleted after it was looked up.
fn not_stored(error: store::Error) -> ApiError {
    ApiError::from_store(error, |error| match error {
        DomainError::DeliveriesFull => FULL,
        _ => ApiError::UNAUTHORIZED,
    })
}

fn refuse(error: ApiError) -> Response {
    let mut response = error.into_response();
    if error == FULL {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_WHEN_FULL));
    }
    response
}

/// The response to an accepted delivery.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Accepted<'a> {
    ok: bool,
    outcome: &'static str,
    lead_id: Option<&'a LeadId>,
}

impl<'a> Accepted<'a> {
    /// The delivery is stored and will be processed later.
    const LATER: Self = Self { ok: true, outcome: "quarantined", lead_id: None };

    /// Spam is reported as quarantined, so that its sender does not learn that it was recognised.
    fn of(processed: &'a ProcessedDelivery) -> Self {
        let outcome = match processed.outcome {
            DeliveryOutcome::Created | DeliveryOutcome::Updated | DeliveryOutcome::Noted | DeliveryOutcome::Ignored => {
                processed.outcome.as_str()
            }
            DeliveryOutcome::Received
            | DeliveryOutcome::Quarantined
            | DeliveryOutcome::Spam
            | DeliveryOutcome::Refused => Self::LATER.outcome,
        };
        Self { ok: true, outcome, lead_id: processed.lead_id.as_ref() }
    }
}

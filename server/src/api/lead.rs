//! Where senders deliver leads: the main address `POST /api/webhooks/lead` and an address of its
//! own for each source, `POST /api/webhooks/lead/{key}`.
//!
//! Both store a delivery before they parse it, in a transaction of its own. Whoever comes first processes it: the
//! request itself, the same delivery sent again, or a job after the server was stopped in between.

mod google_key;
pub mod main_address;
pub(crate) mod process;
mod raw;
pub(crate) mod samples;
mod signature;
pub mod source_address;

use axum::http::StatusCode;
use domain::id::LeadId;
use domain::leads::DeliveryOutcome;
use serde::Serialize;
use store::ProcessedDelivery;

use crate::response::ApiError;

const UNREADABLE: ApiError = ApiError(StatusCode::BAD_REQUEST, "Corpo non leggibile");

/// The answer to a delivery that was accepted.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Accepted<'a> {
    ok: bool,
    outcome: &'static str,
    lead_id: Option<&'a LeadId>,
}

impl<'a> Accepted<'a> {
    /// Stored, and to be processed some other time.
    const LATER: Self = Self { ok: true, outcome: "quarantined", lead_id: None };

    /// A sender of spam does not learn that it was recognised.
    fn of(processed: &'a ProcessedDelivery) -> Self {
        let outcome = match processed.outcome {
            DeliveryOutcome::Created
            | DeliveryOutcome::Updated
            | DeliveryOutcome::Noted
            | DeliveryOutcome::Ignored => processed.outcome.as_str(),
            DeliveryOutcome::Received
            | DeliveryOutcome::Quarantined
            | DeliveryOutcome::Spam
            | DeliveryOutcome::Refused => Self::LATER.outcome,
        };
        Self { ok: true, outcome, lead_id: processed.lead_id.as_ref() }
    }
}

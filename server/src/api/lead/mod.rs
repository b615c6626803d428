//! Where senders deliver leads: the main address `POST /api/webhooks/lead` (SPEC), and an address of its
//! own for each source, `POST /api/webhooks/lead/{key}`.
//!
//! Both keep what was delivered before they read it, in a transaction of its own. What is kept can be
//! settled by whoever comes first: the request itself, the same delivery sent again, or `upkeep` after the
//! server was stopped in between.

mod intake;
pub mod main_address;
mod raw;
mod received;
pub(crate) mod samples;
pub(crate) mod settle;
mod signature;
pub mod source_address;
mod starts_at;

use axum::http::StatusCode;
use domain::id::LeadId;
use domain::lead::DeliveryOutcome;
use serde::Serialize;
use store::Settled;

use crate::response::ApiError;

const UNREADABLE: ApiError = ApiError(StatusCode::BAD_REQUEST, "Corpo non leggibile");

/// The answer to what was taken in.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TakenIn<'a> {
    ok: bool,
    outcome: &'static str,
    lead_id: Option<&'a LeadId>,
}

impl<'a> TakenIn<'a> {
    /// Kept, and to be read some other time.
    const LATER: Self = Self { ok: true, outcome: "quarantined", lead_id: None };

    /// A sender of spam is not told that it is known for it.
    fn of(settled: &'a Settled) -> Self {
        let outcome = match settled.outcome {
            DeliveryOutcome::Created
            | DeliveryOutcome::Updated
            | DeliveryOutcome::Noted
            | DeliveryOutcome::Ignored => settled.outcome.as_str(),
            DeliveryOutcome::Received
            | DeliveryOutcome::Quarantined
            | DeliveryOutcome::Spam
            | DeliveryOutcome::Refused => Self::LATER.outcome,
        };
        Self { ok: true, outcome, lead_id: settled.lead_id.as_ref() }
    }
}

//! `POST /api/webhooks/lead`: a form or an automation delivers a lead (SPEC: Endpoints;
//! CONTRACT §3, §5).

mod intake;
mod received;
mod starts_at;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::id::LeadId;
use domain::{Intake, IntakeOutcome};
use serde::Serialize;
use store::Store;

use super::answer::{self, Refused};
use super::secret;
use crate::body::{self, LIMIT};
use crate::config::Config;
use intake::Invalid;
use received::Received;

/// The longest body, in characters (SPEC: Limits).
const MAX_CHARS: usize = 16_384;

const UNREADABLE: Refused = Refused(StatusCode::BAD_REQUEST, "Corpo non leggibile");

/// Why a delivery was not taken in.
enum Rejected {
    Refused(Refused),
    Invalid(Invalid),
}

impl From<Refused> for Rejected {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

#[derive(Serialize)]
struct InvalidBody {
    error: &'static str,
    detail: String,
}

impl IntoResponse for Rejected {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(refused) => refused.into_response(),
            Self::Invalid(invalid) => {
                let body = InvalidBody { error: "Dati non validi", detail: invalid.to_string() };
                answer::json(StatusCode::UNPROCESSABLE_ENTITY, &body)
            }
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TakenIn {
    ok: bool,
    outcome: IntakeOutcome,
    lead_id: LeadId,
}

/// Checks the secret, then the size, then what the body says, in SPEC's order; the rate limit came
/// before.
///
/// # Errors
/// What SPEC's table says, in its words (SPEC: Errors).
pub async fn post(
    State(store): State<Store>,
    State(config): State<Arc<Config>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, impl IntoResponse> {
    if !secret::carries(&headers, "x-webhook-secret", config.lead_webhook_secret.as_ref()) {
        return Err(Rejected::from(Refused::UNAUTHORIZED));
    }
    let intake = read(body).await?;
    // No use case refuses an intake that passed its checks.
    let ingested = store.ingest(intake).await.map_err(|error| Refused::by(error, |_| Refused::FAULT))?;
    let status = match ingested.outcome {
        IntakeOutcome::Created => StatusCode::CREATED,
        IntakeOutcome::Updated => StatusCode::OK,
    };
    let body = TakenIn { ok: true, outcome: ingested.outcome, lead_id: ingested.lead_id };
    Ok(answer::json(status, &body))
}

async fn read(body: Body) -> Result<Intake, Rejected> {
    let bytes = body::read(body, LIMIT).await.map_err(|error| Refused::body(error, UNREADABLE))?;
    // What is no UTF-8 counts as one character a sequence: its size is looked at before that.
    if String::from_utf8_lossy(&bytes).chars().count() > MAX_CHARS {
        return Err(Refused::TOO_LARGE.into());
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| UNREADABLE)?;
    Received::parse(text).and_then(|received| intake::check(&received)).map_err(Rejected::Invalid)
}

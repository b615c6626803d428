//! The layer of the rate limits, and what the agency learns of deliveries that were refused before they were stored.

use axum::extract::Request;
use axum::response::Response;
use domain::leads::LeadSource;
use domain::leads::source::SourceTrouble;

use crate::AppState;
use crate::middleware::rate_limit::{self, Operation, RateLimitKey};

/// Middleware: the response to a request over its limit.
pub fn limit_rate(state: &AppState, request: &mut Request) -> Option<Response> {
    let refused = rate_limit::enforce(&state.limiter, &state.config.trusted_proxies, request)?;
    if let Some(key) = rate_limit::source_key(request)
        && may_note(state, &key)
    {
        let state = state.clone();
        tokio::spawn(async move {
            match state.store.open_source(&key).await {
                Ok(Some(source)) => store_refusal(&state, &source, SourceTrouble::TooMany).await,
                Ok(None) => {}
                Err(error) => tracing::error!(%error, "a source could not be looked up"),
            }
        });
    }
    Some(refused)
}

/// Stores on the source why it refused a delivery. The response does not depend on whether that succeeds.
pub async fn note_refusal(state: &AppState, source: &LeadSource, trouble: SourceTrouble) {
    if may_note(state, source.key.reveal()) {
        store_refusal(state, source, trouble).await;
    }
}

/// Once a minute for each key: strangers cause refusals.
fn may_note(state: &AppState, key: &str) -> bool {
    state.limiter.admit(Operation::Refusal, RateLimitKey::of_source(key)).is_ok()
}

async fn store_refusal(state: &AppState, source: &LeadSource, trouble: SourceTrouble) {
    if let Err(error) = state.store.note_refusal(&source.id, trouble).await {
        tracing::error!(%error, "a refusal could not be noted");
    }
}

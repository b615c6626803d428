//! `GET /healthz`, `GET /readyz` (CONTRACT §3).

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::Store;

use super::answer;

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The process is alive.
pub async fn healthz() -> Response {
    ok()
}

/// The database answers, or 503.
pub async fn readyz(State(store): State<Store>) -> Response {
    match tokio::time::timeout(PATIENCE, store.ping()).await {
        Ok(Ok(())) => ok(),
        Ok(Err(cause)) => {
            tracing::error!(%cause, "the database does not answer");
            not_ready()
        }
        Err(_) => {
            tracing::error!("the database did not answer in time");
            not_ready()
        }
    }
}

fn ok() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok").into_response()
}

fn not_ready() -> Response {
    answer::error(StatusCode::SERVICE_UNAVAILABLE, "Servizio non disponibile")
}

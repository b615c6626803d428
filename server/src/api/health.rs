//! `GET /healthz`, `GET /readyz` (docs/REFERENCE.md#health).

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::Store;

use crate::response;

const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// The process is alive.
pub async fn healthz() -> Response {
    ok()
}

/// 503 unless the database responds.
pub async fn readyz(State(store): State<Store>) -> Response {
    match tokio::time::timeout(DATABASE_TIMEOUT, store.ping()).await {
        Ok(Ok(())) => return ok(),
        Ok(Err(cause)) => tracing::error!(%cause, "the database does not answer"),
        Err(_) => tracing::error!("the database did not answer in time"),
    }
    response::error(StatusCode::SERVICE_UNAVAILABLE, "Servizio non disponibile")
}

fn ok() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok").into_response()
}

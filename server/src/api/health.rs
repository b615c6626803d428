//! `GET /healthz`, `GET /readyz` (docs/REFERENCE.md#health).

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::doctor;
use super::documented::document_errors;
use crate::middleware::client_ip::ClientIp;
use crate::query::Query;
use crate::response::{self, ApiError};
use crate::state::AppState;

const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

const UNAVAILABLE: ApiError = ApiError(StatusCode::SERVICE_UNAVAILABLE, "Servizio non disponibile");

document_errors!(NotReady: UNAVAILABLE);

/// The process is alive. Told to `atrio doctor` with the address that the request comes from.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "healthz",
    tag = "health",
    params(("doctor" = Option<String>, Query, description = "A question that `atrio doctor` has signed.")),
    responses((status = 200, description = "`ok`, or the signed answer", body = String, example = json!("ok"))),
)]
pub async fn healthz(State(state): State<AppState>, client: ClientIp, uri: Uri) -> Response {
    let answer =
        Query::of(&uri).get(doctor::PARAMETER).and_then(|question| doctor::answer(&state.keys, question, client));
    answer.map_or_else(ok, |answer| ([(header::CACHE_CONTROL, "no-store")], answer).into_response())
}

/// 503 unless the database responds. With `?verbose` also the free space, and whether the store of
/// files and the virus scanner can be reached: without them all else works.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "readyz",
    tag = "health",
    params(("verbose" = Option<String>, Query, example = "1", description = "With or without a value: the answer is JSON.")),
    responses(
        (status = 200, description = "`ok`, or with `verbose` what a monitor should know", content(
            (String = "text/plain", example = json!("ok")),
            (Health = "application/json", example = json!({
                "database": "ok", "files": "ok", "free_bytes": 50_000_000_000_u64, "low_space": false,
            })),
        )),
        NotReady,
    ),
)]
pub async fn readyz(State(state): State<AppState>, uri: Uri) -> Response {
    match tokio::time::timeout(DATABASE_TIMEOUT, state.store.ping()).await {
        Ok(Ok(())) if Query::of(&uri).has("verbose") => return verbose(&state).await,
        Ok(Ok(())) => return ok(),
        Ok(Err(cause)) => tracing::error!(%cause, "the database does not answer"),
        Err(_) => tracing::error!("the database did not answer in time"),
    }
    UNAVAILABLE.into_response()
}

/// What a monitor should know before it is too late.
#[derive(Serialize, ToSchema)]
struct Health {
    database: &'static str,
    /// `ok` or `unreachable`, which is no reason for 503.
    files: &'static str,
    /// Of the disk with the `SQLite` database.
    free_bytes: Option<u64>,
    low_space: bool,
    /// `ok` or `unreachable`; only with a virus scanner.
    #[serde(skip_serializing_if = "Option::is_none")]
    clamd: Option<&'static str>,
}

async fn verbose(state: &AppState) -> Response {
    let services = state.services.check(&state.config.files, state.store.clock().as_ref()).await;
    match state.store.free_space().await {
        Ok(space) => {
            let health = Health {
                database: "ok",
                files: reachable(services.files),
                free_bytes: space.map(|space| space.bytes),
                low_space: space.is_some_and(|space| space.is_low),
                clamd: services.scanner.map(reachable),
            };
            response::json(StatusCode::OK, &health)
        }
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}

const fn reachable(is_reachable: bool) -> &'static str {
    if is_reachable { "ok" } else { "unreachable" }
}

fn ok() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok").into_response()
}

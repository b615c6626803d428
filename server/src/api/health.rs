//! `GET /healthz`, `GET /readyz` (docs/REFERENCE.md#health).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use store::Store;

use super::doctor;
use crate::config::Config;
use crate::middleware::client_ip::ClientIp;
use crate::query::Query;
use crate::response::{self, ApiError};
use crate::state::AppState;

const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// The process is alive. Told to `atrio doctor` with the address that the request comes from.
pub async fn healthz(State(state): State<AppState>, client: ClientIp, uri: Uri) -> Response {
    let answer =
        Query::of(&uri).get(doctor::PARAMETER).and_then(|question| doctor::answer(&state.keys, question, client));
    answer.map_or_else(ok, |answer| ([(header::CACHE_CONTROL, "no-store")], answer).into_response())
}

/// 503 unless the database responds. With `?verbose` also the free space, and whether the store of
/// files and the virus scanner can be reached: without them all else works.
pub async fn readyz(State(store): State<Store>, State(config): State<Arc<Config>>, uri: Uri) -> Response {
    match tokio::time::timeout(DATABASE_TIMEOUT, store.ping()).await {
        Ok(Ok(())) if Query::of(&uri).has("verbose") => return verbose(&store, &config).await,
        Ok(Ok(())) => return ok(),
        Ok(Err(cause)) => tracing::error!(%cause, "the database does not answer"),
        Err(_) => tracing::error!("the database did not answer in time"),
    }
    response::error(StatusCode::SERVICE_UNAVAILABLE, "Servizio non disponibile")
}

/// What a monitor should know before it is too late.
async fn verbose(store: &Store, config: &Config) -> Response {
    let files = config.files.storage.check().await;
    if let Err(error) = &files {
        tracing::warn!(%error, "files cannot be read or written");
    }
    let scanner = match &config.files.scanner {
        Some(scanner) => {
            Some(scanner.check().await.inspect_err(|error| tracing::warn!(%error, "clamd cannot be reached")))
        }
        None => None,
    };
    match store.free_space().await {
        Ok(space) => {
            let mut state = json!({
                "database": "ok",
                "files": reachable(&files),
                "free_bytes": space.map(|space| space.bytes),
                "low_space": space.is_some_and(|space| space.is_low),
            });
            if let Some(scanner) = scanner {
                state["clamd"] = reachable(&scanner).into();
            }
            response::json(StatusCode::OK, &state)
        }
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}

fn reachable<E>(checked: &Result<(), E>) -> &'static str {
    if checked.is_ok() { "ok" } else { "unreachable" }
}

fn ok() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], "ok").into_response()
}

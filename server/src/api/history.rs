//! `GET /api/client/history`: the older messages of a channel, page by page.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::{Comment, DomainError, Timestamp};
use serde::Serialize;
use store::Store;

use super::answer::{self, ApiError};
use super::query::Query;

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");

/// Unknown token, foreign channel: one answer, which tells neither from the other.
fn refuse(_: DomainError) -> ApiError {
    ApiError(StatusCode::FORBIDDEN, "Accesso non consentito")
}

#[derive(Serialize)]
struct Older {
    comments: Vec<Comment>,
    has_older: bool,
}

/// `GET ?token=&channel_key=&before=`: the newest fifty comments of the channel made strictly before
/// `before`, oldest first, and whether there are older ones.
///
/// # Errors
/// [`ApiError`]: 400 without token, channel or a timestamp, 403 for what is not the client's.
pub async fn get(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let before = query.get("before").and_then(|before| before.parse::<Timestamp>().ok());
    let (Some(token), Some(channel), Some(before)) = (query.get("token"), query.get("channel_key"), before)
    else {
        return Err(MISSING);
    };
    let scope = store.client_by_credential(token).await.map_err(|error| ApiError::by(error, refuse))?;
    let page = store.history(&scope, channel, before).await.map_err(|error| ApiError::by(error, refuse))?;
    Ok(answer::json(StatusCode::OK, &Older { comments: page.messages, has_older: page.has_older }))
}

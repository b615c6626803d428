//! `/api/client/chat`: polling messages, and marking a channel as read (SPEC: Endpoints).

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::{ChannelKey, Comment, DomainError, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::Store;

use super::answer::{self, ApiError};
use super::body::object;
use super::query::Query;
use crate::body::{LIMIT, read};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");
const INVALID: ApiError = ApiError(StatusCode::BAD_REQUEST, "Dati non validi");

/// Unknown token, foreign project, foreign channel: one answer, which tells none from another.
fn refuse(_: DomainError) -> ApiError {
    ApiError(StatusCode::FORBIDDEN, "Accesso non consentito")
}

#[derive(Serialize)]
struct Polled {
    comments: Vec<Comment>,
    reads: BTreeMap<ChannelKey, Timestamp>,
    /// Only for who asks: to everybody else the answer has two members (SPEC: Endpoints).
    #[serde(skip_serializing_if = "Option::is_none")]
    agency_reads: Option<BTreeMap<ChannelKey, Timestamp>>,
}

/// `GET ?token=&project_id=&since=`: the project's comments after `since`, and the client's reads.
/// A `since` that is no timestamp is ignored. With `agency_reads=1` also up to when the agency has read
/// the project's channels.
///
/// # Errors
/// [`ApiError`]: 400 without token or project, 403 for what is not the client's (SPEC: Errors).
pub async fn poll(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let (Some(token), Some(project)) = (query.get("token"), query.get("project_id")) else {
        return Err(MISSING);
    };
    let since = query.get("since").and_then(|since| since.parse().ok());
    let scope = store.client_by_credential(token).await.map_err(|error| ApiError::by(error, refuse))?;
    let poll = store.poll(&scope, project, since).await.map_err(|error| ApiError::by(error, refuse))?;
    let agency_reads = if query.get("agency_reads") == Some("1") {
        Some(store.agency_reads(&scope, project).await.map_err(|error| ApiError::by(error, refuse))?)
    } else {
        None
    };
    Ok(answer::json(StatusCode::OK, &Polled { comments: poll.comments, reads: poll.reads, agency_reads }))
}

#[derive(Deserialize)]
struct Read {
    token: String,
    channel_key: String,
    up_to: Option<String>,
}

impl Read {
    /// The request in `bytes`, with `up_to` read: empty or null is absent (CONTRACT §3, §5).
    fn parse(bytes: &[u8]) -> Option<(Self, Option<Timestamp>)> {
        let read: Self = object(bytes)?;
        let up_to = match read.up_to.as_deref() {
            None | Some("") => None,
            Some(text) => Some(text.parse().ok()?),
        };
        if read.token.is_empty() || read.channel_key.is_empty() { None } else { Some((read, up_to)) }
    }
}

/// `POST {"token","channel_key","up_to"?}`: the client has read the channel up to now, or up to
/// `up_to` when that is earlier.
///
/// # Errors
/// [`ApiError`]: 400 for a body that does not fit, 403 for what is not the client's (SPEC: Errors).
pub async fn mark_read(State(store): State<Store>, body: Body) -> Result<Response, ApiError> {
    let bytes = read(body, LIMIT).await.map_err(|error| ApiError::body(error, INVALID))?;
    let (read, up_to) = Read::parse(&bytes).ok_or(INVALID)?;
    let scope = store.client_by_credential(&read.token).await.map_err(|error| ApiError::by(error, refuse))?;
    store.mark_read(&scope, &read.channel_key, up_to).await.map_err(|error| ApiError::by(error, refuse))?;
    Ok(answer::json(StatusCode::OK, &json!({ "success": true })))
}

//! `/api/client/chat`: polling messages, and marking a channel as read (docs/REFERENCE.md#get-apiclientchat).

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::{ApprovalEvent, ChannelKey, Comment, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Poll, Store};

use super::json_body;
use crate::query::Query;
use crate::response::{self, ApiError};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");
const INVALID: ApiError = ApiError(StatusCode::BAD_REQUEST, "Dati non validi");

/// One error for all, so that it reveals nothing about other clients.
fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |_| ApiError(StatusCode::FORBIDDEN, "Accesso non consentito"))
}

#[derive(Serialize)]
struct PollResponse<'a> {
    comments: &'a [Comment],
    reads: &'a BTreeMap<ChannelKey, Timestamp>,
    /// On request only: by default the response has two members (docs/REFERENCE.md#json-api).
    #[serde(skip_serializing_if = "Option::is_none")]
    agency_reads: Option<&'a BTreeMap<ChannelKey, Timestamp>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approvals: Option<&'a [ApprovalEvent]>,
}

/// `GET ?token=&project_id=&since=`: the comments of the project after `since`, and up to when the client
/// has read each channel. An invalid `since` is ignored. With `agency_reads=1` also up to when the agency
/// has read them; with `approvals=N` also every approval of the project, unless there are N.
pub async fn poll(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let (Some(token), Some(project)) = (query.get("token"), query.get("project_id")) else {
        return Err(MISSING);
    };
    let since = query.get("since").and_then(|since| since.parse().ok());
    let with_agency = query.get("agency_reads") == Some("1");
    let approvals_shown: Option<usize> = query.get("approvals").and_then(|count| count.parse().ok());
    let scope = store.viewer_by_credential(token).await.map_err(api_error)?;
    let Poll { comments, receipts } = store.poll(&scope, project, since).await.map_err(api_error)?;
    let body = PollResponse {
        comments: &comments,
        reads: &receipts.client,
        agency_reads: with_agency.then_some(&receipts.agency),
        approvals: approvals_shown
            .filter(|shown| *shown != receipts.approvals.len())
            .map(|_| &*receipts.approvals),
    };
    if comments.is_empty() && body.approvals.is_none() {
        let idle = &receipts.idle_responses[usize::from(with_agency)];
        return Ok(response::json_bytes(
            StatusCode::OK,
            idle.get_or_init(|| response::to_json(&body)).clone(),
        ));
    }
    Ok(response::json(StatusCode::OK, &body))
}

#[derive(Deserialize)]
struct MarkRead {
    token: String,
    channel_key: String,
    up_to: Option<String>,
}

/// `POST {"token","channel_key","up_to"?}`: marks the channel as read up to now, or up to `up_to` if that
/// is earlier. An empty or null `up_to` is absent (docs/REFERENCE.md#post-apiclientchat).
pub async fn mark_read(State(store): State<Store>, body: Body) -> Result<Response, ApiError> {
    let MarkRead { token, channel_key, up_to } = json_body::read(body, INVALID).await?;
    if token.is_empty() || channel_key.is_empty() {
        return Err(INVALID);
    }
    let up_to = up_to.filter(|text| !text.is_empty()).map(|text| text.parse());
    let up_to: Option<Timestamp> = up_to.transpose().map_err(|_| INVALID)?;
    let scope = store.client_by_credential(&token).await.map_err(api_error)?;
    store.mark_read(&scope, &channel_key, up_to).await.map_err(api_error)?;
    Ok(response::json(StatusCode::OK, &json!({ "success": true })))
}

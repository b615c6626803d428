//! Calls to the JSON API (docs/REFERENCE.md#json-api).

use domain::{ChannelKey, Comment, MessageText, Timestamp};
use serde::de::DeserializeOwned;
use web_sys::{RequestInit, Response};

use crate::api::chat::{PollRequest, PollResponse};
use crate::api::comment::{CommentResponse, IDEMPOTENCY_KEY, NewComment};
use crate::api::history::{HistoryRequest, HistoryResponse};
use crate::api::receipts::ReadReceipt;
use crate::api::{comment, receipts};
use crate::browser::clock;
use crate::browser::fetch::{FetchError, call, post_json, set_headers, text};
use crate::browser::outbox::Unsent;
use crate::chat::ChatStart;

/// The updates since `since` and the approvals, unless there are `approvals` of them, and the server's time in
/// milliseconds from the `Date` header.
///
/// # Errors
/// [`FetchError`].
pub async fn poll(
    start: &ChatStart,
    since: Option<Timestamp>,
    approvals: usize,
) -> Result<(PollResponse, Option<i64>), FetchError> {
    let request = PollRequest {
        credential: &start.credential,
        // The client's id in place of a project's: General alone.
        project: start.project.as_ref().map_or(start.client_id.as_str(), |project| project.as_str()),
        since,
        with_agency_reads: true,
        approvals: Some(approvals),
    };
    let response = call(&request.address(), RequestInit::new()).await?;
    let now = response.headers().get("date").ok().flatten().and_then(|date| clock::moment(&date));
    Ok((parse_json(response).await?, now))
}

/// A page of a channel's messages older than `before`.
///
/// # Errors
/// [`FetchError`].
pub async fn older(
    start: &ChatStart,
    channel: &ChannelKey,
    before: Timestamp,
) -> Result<HistoryResponse, FetchError> {
    let request = HistoryRequest { credential: &start.credential, channel: channel.as_str(), before };
    parse_json(call(&request.address(), RequestInit::new()).await?).await
}

/// Posts a message. Idempotent: posted twice, it is stored once.
///
/// # Errors
/// [`FetchError`].
pub async fn post_message(start: &ChatStart, message: &Unsent) -> Result<Comment, FetchError> {
    // The composer has parsed the text.
    let text = MessageText::parse(&message.text).map_err(|_| FetchError::Gone)?;
    let new = NewComment::in_channel(start.credential.clone(), message.place.clone(), &start.client_id, text);
    let request = post_json(&new);
    set_headers(&request, &[(IDEMPOTENCY_KEY, message.id.as_str())]);
    let posted: CommentResponse = parse_json(call(comment::PATH, request).await?).await?;
    Ok(posted.comment)
}

/// Marks a channel as read up to a time.
///
/// # Errors
/// [`FetchError`].
pub async fn mark_read(start: &ChatStart, channel: &ChannelKey, up_to: Timestamp) -> Result<(), FetchError> {
    let receipt = ReadReceipt {
        token: start.credential.clone(),
        channel_key: channel.to_string(),
        up_to: Some(up_to.to_string()),
    };
    call(receipts::PATH, post_json(&receipt)).await.map(drop)
}

/// Parses a response's JSON.
async fn parse_json<T: DeserializeOwned>(response: Response) -> Result<T, FetchError> {
    serde_json::from_str(&text(response).await?).map_err(|_| FetchError::Unavailable)
}

//! `/api/client/chat`: polling messages, and marking a channel as read.

use std::collections::BTreeMap;

use app::api::chat::{MISSING, PollRequest, PollResponse, ReadTimes};
use app::api::receipts::{INVALID, ReadReceipt, ReadResponse};
use app::api::{chat, receipts};
use axum::body::Body;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::{ChannelKey, Timestamp};
use store::Poll;

use super::json_body;
use crate::code_session::PortalStore;
use crate::query::Query;
use crate::response::{self, ApiError};

pub async fn poll(PortalStore(store): PortalStore, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let PollRequest { credential, project, since, with_agency_reads, approvals } =
        PollRequest::parse(|name| query.get(name)).ok_or(MISSING)?;
    let scope = store.viewer_by_credential(credential).await.map_err(ApiError::table(chat::error))?;
    let Poll { comments, receipts } = store.poll(&scope, project, since).await.map_err(ApiError::table(chat::error))?;
    let approvals = approvals.filter(|shown| *shown != receipts.approvals.len());
    let is_idle = comments.is_empty() && approvals.is_none();
    let body = || PollResponse {
        comments,
        reads: read_times(&receipts.person),
        agency_reads: with_agency_reads.then(|| read_times(&receipts.agency)),
        approvals: approvals.map(|_| receipts.approvals.clone()),
    };
    if is_idle {
        let idle = &receipts.idle_responses[usize::from(with_agency_reads)];
        let json = idle.get_or_init(|| response::to_json(&body())).clone();
        return Ok(response::json_bytes(StatusCode::OK, json));
    }
    Ok(response::json(StatusCode::OK, &body()))
}

fn read_times(reads: &BTreeMap<ChannelKey, Timestamp>) -> ReadTimes {
    ReadTimes(reads.iter().map(|(channel, at)| (channel.clone(), *at)).collect())
}

pub async fn mark_read(PortalStore(store): PortalStore, body: Body) -> Result<Response, ApiError> {
    let receipt: ReadReceipt = json_body::read(body, INVALID.into()).await?;
    let up_to = receipt.up_to()?;
    let scope = store.client_by_credential(&receipt.token).await.map_err(ApiError::table(receipts::error))?;
    store.mark_read(&scope, &receipt.channel_key, up_to).await.map_err(ApiError::table(receipts::error))?;
    Ok(response::json(StatusCode::OK, &ReadResponse { success: true }))
}

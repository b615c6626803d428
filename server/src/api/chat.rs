//! `/api/client/chat`: polling messages, and marking a channel as read.

use app::api::chat::{MISSING, PollRequest, PollResponse};
use app::api::receipts::{INVALID, ReadReceipt, ReadResponse};
use app::api::{chat, receipts};
use axum::body::Body;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::DomainError;

use super::documented::{Credential, document_errors};
use super::json_body;
use crate::code_session::PortalStore;
use crate::query::Query;
use crate::response::{self, ApiError};

document_errors!(PollErrors: MISSING, chat::error(DomainError::UnknownToken));
document_errors!(ReadErrors: INVALID, receipts::error(DomainError::UnknownToken), ApiError::READ_ONLY);

/// Messages and read records, for polling
///
/// Order of the messages: `created_at`, which is strictly increasing, so that polling with the last one as `since` misses and
/// repeats nothing.
#[utoipa::path(
    get,
    path = chat::PATH,
    operation_id = "poll",
    tag = "client",
    params(
        Credential,
        ("project_id" = String, Query, min_length = 1, example = "sito",
            description = "A project of the client, or the client's own id: then General alone."),
        ("since" = Option<String>, Query, example = "2026-03-01T12:30:00.000Z",
            description = "A timestamp: only comments strictly after it. Another text is ignored."),
        ("agency_reads" = Option<String>, Query, example = "1",
            description = "`1`: the answer has `agency_reads`. Another text is ignored."),
        ("approvals" = Option<String>, Query, example = "0",
            description = "A number: the answer has `approvals`, unless the project has that many. Another text is ignored."),
    ),
    responses(
        (status = 200, description = "What is new", body = PollResponse, example = json!({
            "comments": [{
                "id": "su-design", "entity_type": "phase", "entity_id": "design", "channel_key": "design", "author": "admin",
                "text": "Si comincia.", "created_at": "2026-03-01T13:00:00.500Z", "badge": null,
            }],
            "reads": {"bozze": "2026-03-02T00:00:00.000Z"},
            "agency_reads": {},
            "approvals": [{
                "channel_key": "design", "id": "palette", "title": "Palette", "approved_at": "2026-02-02T02:02:02.222Z",
            }],
        })),
        PollErrors,
    ),
)]
pub async fn poll(PortalStore(store): PortalStore, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let PollRequest { credential, project, since, with_agency_reads, approvals } =
        PollRequest::parse(|name| query.get(name)).ok_or(MISSING)?;
    let scope = store.viewer_by_credential(credential).await.map_err(ApiError::table(chat::error))?;
    let poll = store.poll(&scope, project, since).await.map_err(ApiError::table(chat::error))?;
    let approvals = approvals.filter(|shown| *shown != poll.project.approval_count);
    let body = PollResponse {
        comments: poll.comments,
        reads: &*poll.person_reads,
        agency_reads: with_agency_reads.then_some(&*poll.project.agency_reads),
        approvals: approvals.map(|_| &*poll.project.approvals),
    };
    Ok(response::json(StatusCode::OK, &body))
}

/// The client has read a channel
#[utoipa::path(
    post,
    path = receipts::PATH,
    operation_id = "markRead",
    tag = "client",
    request_body(
        content = ReadReceipt,
        example = json!({"token": "anna-anna-anna-anna-anna-anna-anna-anna-ann", "channel_key": "design"})
    ),
    responses(
        (status = 200, description = "It is recorded", body = ReadResponse, example = json!({"success": true})),
        ReadErrors,
    ),
)]
pub async fn mark_read(PortalStore(store): PortalStore, body: Body) -> Result<Response, ApiError> {
    let receipt: ReadReceipt = json_body::read(body, INVALID.into()).await?;
    let up_to = receipt.up_to()?;
    let scope = store.client_by_credential(&receipt.token).await.map_err(ApiError::table(receipts::error))?;
    store.mark_read(&scope, &receipt.channel_key, up_to).await.map_err(ApiError::table(receipts::error))?;
    Ok(response::json(StatusCode::OK, &ReadResponse { success: true }))
}

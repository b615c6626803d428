//! `POST /api/client/comment`.

use app::api::comment::{CommentResponse, INVALID, NewComment, UNKNOWN_CHANNEL, error};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use store::MessageDraft;

use super::{idempotency_key, json_body};
use crate::code_session::PortalStore;
use crate::response::{self, ApiError};

pub async fn post(PortalStore(store): PortalStore, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let new: NewComment = json_body::read(body, INVALID.into()).await?;
    if !new.is_valid() {
        return Err(INVALID.into());
    }
    let key = idempotency_key::parse(&headers).map_err(|_| INVALID)?;
    let scope = store.client_by_credential(&new.token).await.map_err(ApiError::table(error))?;
    // Before the channel is looked at, so that nothing of it shows.
    scope.check_can_write().map_err(|_| ApiError::NOT_ALLOWED)?;
    let channel = new.channel(scope.id()).ok_or(UNKNOWN_CHANNEL)?;
    let text = new.text.unwrap_or_default();
    let draft = MessageDraft { text: &text, files: &new.files.unwrap_or_default(), pin: new.pin.as_ref() };
    let comment = store.post_message(&scope, &channel, draft, key).await.map_err(ApiError::table(error))?;
    Ok(response::json(StatusCode::CREATED, &CommentResponse { comment }))
}

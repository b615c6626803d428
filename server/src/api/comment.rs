//! `POST /api/client/comment`.

use app::api::comment::{CommentResponse, INVALID, NewComment, PATH, UNKNOWN_CHANNEL, error};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::{DomainError, EntityType};
use store::MessageDraft;
use utoipa::openapi::schema::{AllOfBuilder, AnyOfBuilder, ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use super::documented::document_errors;
use super::{idempotency_key, json_body};
use crate::code_session::PortalStore;
use crate::response::{self, ApiError};

document_errors!(Errors: INVALID, error(DomainError::UnknownToken), ApiError::NOT_ALLOWED, ApiError::READ_ONLY, UNKNOWN_CHANNEL,
    error(DomainError::UnknownFile));

/// What the type of the request does not say: only some channels are written to, and a message has a text or files, each once.
pub fn restrict(request: RefOr<Schema>) -> Schema {
    let words = [EntityType::General, EntityType::Phase].map(EntityType::as_str);
    let string = || ObjectBuilder::new().schema_type(Type::String);
    let channels = ObjectBuilder::new().property("entity_type", string().enum_values(Some(words)));
    let text = string().pattern(Some(NOT_BLANK));
    let files = ArrayBuilder::new().items(string()).unique_items(true);
    let content = AnyOfBuilder::new()
        .item(ObjectBuilder::new().property("text", text).required("text"))
        .item(ObjectBuilder::new().property("files", files).required("files"));
    AllOfBuilder::new().item(request).item(channels).item(content).build().into()
}

/// Some character that is no `White_Space` of Unicode.
const NOT_BLANK: &str = r"[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]";

/// The client writes a message
///
/// `text` is not blank, unless there are `files`.
#[utoipa::path(
    post,
    path = PATH,
    operation_id = "comment",
    tag = "client",
    params(("Idempotency-Key" = Option<String>, Header, nullable = false, format = "uuid",
        description = "The id of the comment. The same key of the same person again answers with the comment as it was written.")),
    request_body(content = NewComment, example = json!({
        "token": "anna-anna-anna-anna-anna-anna-anna-anna-ann", "entity_type": "phase", "entity_id": "design",
        "text": "Ci siamo!",
    })),
    responses(
        (status = 201, description = "The message as it is stored", body = CommentResponse, example = json!({
            "comment": {
                "id": "01a7f3c2-2f4e-7cc3-98c4-dc0c0c07398f", "entity_type": "phase", "entity_id": "design",
                "channel_key": "design", "author": "client", "text": "Ci siamo!", "created_at": "2026-11-20T10:00:00.123Z",
                "badge": null,
            },
        })),
        Errors,
    ),
)]
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

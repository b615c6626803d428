//! `POST /api/client/comment`: the client writes a message (docs/REFERENCE.md#post-apiclientcomment).

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::id::PhaseId;
use domain::{Channel, Comment, DomainError, EntityType, MessageText};
use serde::{Deserialize, Serialize};
use store::{ClientScope, Store};

use super::{idempotency_key, json_body};
use crate::response::{self, ApiError};

const INVALID: ApiError = ApiError(StatusCode::BAD_REQUEST, "Dati non validi");
const UNKNOWN_CHANNEL: ApiError = ApiError(StatusCode::NOT_FOUND, "Conversazione non trovata");

fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |error| match error {
        DomainError::UnknownToken => ApiError(StatusCode::NOT_FOUND, "Token non valido"),
        DomainError::EmptyText
        | DomainError::TextTooLong
        | DomainError::NulInText
        | DomainError::KeyTaken => INVALID,
        _ => UNKNOWN_CHANNEL,
    })
}

#[derive(Deserialize)]
struct NewComment {
    token: String,
    entity_type: EntityType,
    entity_id: String,
    text: MessageText,
}

impl NewComment {
    fn is_valid(&self) -> bool {
        matches!(self.entity_type, EntityType::General | EntityType::Phase)
            && !self.token.is_empty()
            && !self.entity_id.is_empty()
    }

    /// `None` if the client cannot have such a channel; the store checks whose phase it is.
    fn channel(&self, scope: &ClientScope) -> Option<Channel> {
        match self.entity_type {
            EntityType::General if self.entity_id == scope.id().as_str() => {
                Some(Channel::General(scope.id().clone()))
            }
            EntityType::Phase => PhaseId::parse(self.entity_id.as_str()).ok().map(Channel::Phase),
            _ => None,
        }
    }
}

#[derive(Serialize)]
struct CommentResponse {
    comment: Comment,
}

/// `POST {"token","entity_type","entity_id","text"}` → 201 `{"comment":{…}}`. An `Idempotency-Key`, a UUID,
/// becomes the id of the comment: a repeated request returns the comment as it was first written.
pub async fn post(State(store): State<Store>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let new: NewComment = json_body::read(body, INVALID).await?;
    if !new.is_valid() {
        return Err(INVALID);
    }
    let key = idempotency_key::parse(&headers).map_err(|_| INVALID)?;
    let scope = store.client_by_credential(&new.token).await.map_err(api_error)?;
    let channel = new.channel(&scope).ok_or(UNKNOWN_CHANNEL)?;
    let comment = store.post_message(&scope, &channel, &new.text, key).await.map_err(api_error)?;
    Ok(response::json(StatusCode::CREATED, &CommentResponse { comment }))
}

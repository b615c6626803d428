//! `POST /api/client/comment`: the client writes a message (SPEC: Endpoints; CONTRACT §3).

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::id::PhaseId;
use domain::{Channel, Comment, DomainError, EntityType, MessageText};
use serde::{Deserialize, Serialize};
use store::{ClientScope, Store};

use super::answer::{self, ApiError};
use super::body::object;
use super::idempotency;
use crate::body::{LIMIT, read};

const INVALID: ApiError = ApiError(StatusCode::BAD_REQUEST, "Dati non validi");

fn refuse(refusal: DomainError) -> ApiError {
    match refusal {
        DomainError::UnknownToken => ApiError(StatusCode::NOT_FOUND, "Token non valido"),
        DomainError::EmptyText
        | DomainError::TextTooLong
        | DomainError::NulInText
        | DomainError::KeyTaken => INVALID,
        _ => ApiError(StatusCode::NOT_FOUND, "Conversazione non trovata"),
    }
}

#[derive(Deserialize)]
struct NewComment {
    token: String,
    entity_type: EntityType,
    entity_id: String,
    text: MessageText,
}

impl NewComment {
    /// The request in `bytes`, if every member is there and may be written.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let comment: Self = object(bytes)?;
        let writable = matches!(comment.entity_type, EntityType::General | EntityType::Phase);
        let complete = !comment.token.is_empty() && !comment.entity_id.is_empty();
        (writable && complete).then_some(comment)
    }

    /// The channel it is aimed at, if the client could have it; whether a phase is theirs is for
    /// the store to say.
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
struct Posted {
    comment: Comment,
}

/// `POST {"token","entity_type","entity_id","text"}` → 201 `{"comment":{…}}`. With an
/// `Idempotency-Key`, a UUID, that is the comment's id: sent again, the comment is given as it was
/// first written.
///
/// # Errors
/// [`ApiError`]: 400 for a body that does not fit and for a key that is no UUID or somebody else's, 404
/// for an unknown token or conversation (CONTRACT §3).
pub async fn post(State(store): State<Store>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let bytes = read(body, LIMIT).await.map_err(|error| ApiError::body(error, INVALID))?;
    let new = NewComment::parse(&bytes).ok_or(INVALID)?;
    let key = idempotency::key(&headers).map_err(|_| INVALID)?;
    let scope = store.client_by_credential(&new.token).await.map_err(|error| ApiError::by(error, refuse))?;
    let channel = new.channel(&scope).ok_or_else(|| refuse(DomainError::UnknownChannel))?;
    let posted = store.post_message(&scope, &channel, &new.text, key).await;
    let comment = posted.map_err(|error| ApiError::by(error, refuse))?;
    Ok(answer::json(StatusCode::CREATED, &Posted { comment }))
}

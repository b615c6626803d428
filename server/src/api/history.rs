//! `GET /api/client/history`: the older messages of a channel, page by page.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::{Comment, Timestamp};
use serde::Serialize;
use store::Store;

use crate::query::Query;
use crate::response::{self, ApiError};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");

/// One error for all, so that it reveals nothing about other clients.
fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |_| ApiError(StatusCode::FORBIDDEN, "Accesso non consentito"))
}

#[derive(Serialize)]
struct HistoryResponse {
    comments: Vec<Comment>,
    has_older: bool,
}

/// `GET ?token=&channel_key=&before=`: the newest fifty comments of the channel strictly before `before`,
/// oldest first, and whether there are older ones.
pub async fn get(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let before = query.get("before").and_then(|before| before.parse::<Timestamp>().ok());
    let (Some(token), Some(channel), Some(before)) = (query.get("token"), query.get("channel_key"), before)
    else {
        return Err(MISSING);
    };
    let scope = store.viewer_by_credential(token).await.map_err(api_error)?;
    let page = store.history(&scope, channel, before).await.map_err(api_error)?;
    let body = HistoryResponse { comments: page.messages, has_older: page.has_older };
    Ok(response::json(StatusCode::OK, &body))
}

//! `GET /admin/changes?topics=…`: whether anything of these topics was committed since, answered from memory but for the
//! session. An open page of the agency asks every two seconds for those that it shows, and is fetched again when the tag
//! has changed.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::Topic;
use pages::extract::Query;
use serde::Deserialize;
use store::Store;

#[derive(Debug, Default, Deserialize)]
pub(super) struct Shown {
    /// Without any: all of them.
    #[serde(default)]
    topics: String,
}

pub(super) async fn get(State(store): State<Store>, Query(shown): Query<Shown>, headers: HeaderMap) -> Response {
    let Some(versions) = store.current_topic_versions().await else {
        return StatusCode::NO_CONTENT.into_response();
    };
    let tag = versions.tag(&Topic::parse_list(&shown.topics));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::NO_CONTENT };
    (status, [(header::ETAG, tag)]).into_response()
}

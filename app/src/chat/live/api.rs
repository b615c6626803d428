//! Calls to the JSON API (docs/REFERENCE.md#json-api).

use domain::{ChannelKey, Comment, Timestamp};
use js_sys::{JSON, Object, Reflect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestInit, Response};

use super::device_clock;
use crate::address::encode;
use crate::chat::ChatStart;
use crate::chat::conversation::{HistoryPage, PollResponse};
use crate::chat::outbox::Unsent;

/// How long a request may take, in milliseconds.
const TIMEOUT: u32 = 30_000;

/// Why a request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchError {
    /// The client, the project or the channel does not exist (403, 404).
    Gone,
    /// Rate limited; retry after so many seconds (429).
    RateLimited(u32),
    /// No response, or an unusable one.
    Unavailable,
}

/// The updates since `since` and the approvals, unless there are `approvals` of them, and the server's time in milliseconds from the `Date` header.
///
/// # Errors
/// [`FetchError`].
pub async fn poll(
    start: &ChatStart,
    since: Option<Timestamp>,
    approvals: usize,
) -> Result<(PollResponse, Option<i64>), FetchError> {
    let since = since.map(|since| since.to_string()).unwrap_or_default();
    // The client's id in place of a project's: General alone.
    let project = start.project.as_ref().map_or(start.client_id.as_str(), |project| project.as_str());
    let approvals = approvals.to_string();
    let query = [("project_id", project), ("since", &*since), ("approvals", &*approvals)];
    let path = request_path("chat?agency_reads=1", start, &query);
    let response = call(&path, RequestInit::new()).await?;
    let now = response.headers().get("date").ok().flatten().and_then(|date| device_clock::moment(&date));
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
) -> Result<HistoryPage, FetchError> {
    let before = before.to_string();
    let path = request_path("history?", start, &[("channel_key", channel.as_str()), ("before", &before)]);
    parse_json(call(&path, RequestInit::new()).await?).await
}

/// Posts a message. Idempotent: posted twice, it is stored once.
///
/// # Errors
/// [`FetchError`].
pub async fn post_message(start: &ChatStart, message: &Unsent) -> Result<Comment, FetchError> {
    #[derive(Deserialize)]
    struct Posted {
        comment: Comment,
    }

    let channel = message.channel.as_str();
    let entity_type = if channel == start.client_id.as_str() { "general" } else { "phase" };
    let request = post_json(&[
        ("token", &start.credential),
        ("entity_type", entity_type),
        ("entity_id", channel),
        ("text", &message.text),
    ]);
    request.set_headers(&object(&[("idempotency-key", message.id.as_str())]));
    // The browser finishes the request even when the page is closed.
    set(&request, "keepalive", &JsValue::TRUE);
    let posted: Posted = parse_json(call("/api/client/comment", request).await?).await?;
    Ok(posted.comment)
}

/// Marks a channel as read up to a time.
///
/// # Errors
/// [`FetchError`].
pub async fn mark_read(start: &ChatStart, channel: &ChannelKey, up_to: Timestamp) -> Result<(), FetchError> {
    let up_to = up_to.to_string();
    let members = [("token", &*start.credential), ("channel_key", channel.as_str()), ("up_to", &up_to)];
    call("/api/client/chat", post_json(&members)).await.map(drop)
}

/// The path of a GET request; empty values are left out.
fn request_path(what: &'static str, start: &ChatStart, query: &[(&'static str, &str)]) -> String {
    let mut path = String::from("/api/client/");
    path.push_str(what);
    for (name, value) in
        [("token", &*start.credential)].iter().chain(query).filter(|(_, value)| !value.is_empty())
    {
        path.push('&');
        path.push_str(name);
        path.push('=');
        path.extend(encode(value));
    }
    path
}

/// A POST of a JSON object of strings.
fn post_json(members: &[(&str, &str)]) -> RequestInit {
    let request = RequestInit::new();
    request.set_method("POST");
    // `stringify` does not fail for strings.
    request.set_body(&JSON::stringify(&object(members)).map_or(JsValue::NULL, JsValue::from));
    request
}

/// A POST of an urlencoded form, answered as to a browser.
pub fn post_form(body: &str) -> RequestInit {
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(&JsValue::from_str(body));
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("accept", "text/html")];
    request.set_headers(&object(&headers));
    request
}

fn object(members: &[(&str, &str)]) -> Object {
    let object = Object::new();
    for (name, value) in members {
        set(&object, name, &JsValue::from_str(value));
    }
    object
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a property of a plain object does not fail.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// Sends a request; returns the response if its status is 200 or 201.
///
/// # Errors
/// [`FetchError`].
pub async fn call(path: &str, request: RequestInit) -> Result<Response, FetchError> {
    request.set_signal(Some(&AbortSignal::timeout_with_u32(TIMEOUT)));
    let response = JsFuture::from(leptos::prelude::window().fetch_with_str_and_init(path, &request)).await;
    let response = response.and_then(JsCast::dyn_into::<Response>).map_err(|_| FetchError::Unavailable)?;
    match response.status() {
        200 | 201 => Ok(response),
        403 | 404 => Err(FetchError::Gone),
        429 => {
            let wait = response.headers().get("retry-after").ok().flatten();
            Err(FetchError::RateLimited(wait.and_then(|wait| wait.parse().ok()).unwrap_or(60)))
        }
        _ => Err(FetchError::Unavailable),
    }
}

/// Parses a response's JSON.
async fn parse_json<T: DeserializeOwned>(response: Response) -> Result<T, FetchError> {
    serde_json::from_str(&text(response).await?).map_err(|_| FetchError::Unavailable)
}

/// The body of a response.
///
/// # Errors
/// [`FetchError::Unavailable`]: it was cut off.
pub async fn text(response: Response) -> Result<String, FetchError> {
    let text = response.text().map_err(|_| FetchError::Unavailable)?;
    let text = JsFuture::from(text).await.map_err(|_| FetchError::Unavailable)?;
    Ok(text.as_string().unwrap_or_default())
}

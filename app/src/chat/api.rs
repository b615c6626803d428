//! The island's calls to the JSON API (CONTRACT §3).

use domain::{ChannelKey, Comment, Timestamp};
use js_sys::{JSON, Object, Reflect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestInit, Response};

use super::ChatStart;
use super::conversation::News;
use crate::address::encode;

/// How long an answer may take, in milliseconds.
const PATIENCE: u32 = 30_000;

/// Why a call brought nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The client, the project or the channel is not there (403, 404).
    Gone,
    /// Asked too often; ask again after so many seconds (429).
    Slow(u32),
    /// No answer, or one nobody can use.
    Down,
}

/// What is new since `since`.
///
/// # Errors
/// [`Trouble`].
pub async fn poll(start: &ChatStart, since: Option<Timestamp>) -> Result<News, Trouble> {
    let mut path = format!(
        "/api/client/chat?token={}&project_id={}",
        encode(&start.token),
        encode(start.project.as_str())
    );
    if let Some(since) = since {
        path.push_str("&since=");
        path.push_str(&encode(&since.to_string()));
    }
    understood(call(&path, None).await?).await
}

/// Writes a message.
///
/// # Errors
/// [`Trouble`].
pub async fn write(start: &ChatStart, channel: &ChannelKey, text: &str) -> Result<Comment, Trouble> {
    #[derive(Deserialize)]
    struct Written {
        comment: Comment,
    }

    let entity_type = if channel.as_str() == start.client_id.as_str() { "general" } else { "phase" };
    let body = json(&[
        ("token", &start.token),
        ("entity_type", entity_type),
        ("entity_id", channel.as_str()),
        ("text", text),
    ]);
    let written: Written = understood(call("/api/client/comment", Some(body)).await?).await?;
    Ok(written.comment)
}

/// Records that a channel has been read up to a moment.
///
/// # Errors
/// [`Trouble`].
pub async fn mark_read(start: &ChatStart, channel: &ChannelKey, up_to: Timestamp) -> Result<(), Trouble> {
    let body =
        json(&[("token", &start.token), ("channel_key", channel.as_str()), ("up_to", &up_to.to_string())]);
    call("/api/client/chat", Some(body)).await.map(drop)
}

/// A JSON object of strings, written by the browser.
fn json(members: &[(&str, &str)]) -> JsValue {
    let object = Object::new();
    for (name, value) in members {
        // Setting a property of a fresh object does not fail, and strings have JSON.
        let _ = Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    JSON::stringify(&object).map_or(JsValue::NULL, JsValue::from)
}

/// The answer to a GET, or to a POST if there is a body.
async fn call(path: &str, body: Option<JsValue>) -> Result<Response, Trouble> {
    let request = RequestInit::new();
    request.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE)));
    if let Some(body) = body {
        request.set_method("POST");
        request.set_body(&body);
    }
    let answer = JsFuture::from(leptos::prelude::window().fetch_with_str_and_init(path, &request)).await;
    let answer = answer.and_then(JsCast::dyn_into::<Response>).map_err(|_| Trouble::Down)?;
    match answer.status() {
        200 | 201 => Ok(answer),
        403 | 404 => Err(Trouble::Gone),
        429 => {
            let wait = answer.headers().get("retry-after").ok().flatten();
            Err(Trouble::Slow(wait.and_then(|wait| wait.parse().ok()).unwrap_or(60)))
        }
        _ => Err(Trouble::Down),
    }
}

/// What an answer says.
async fn understood<T: DeserializeOwned>(answer: Response) -> Result<T, Trouble> {
    let text = answer.text().map_err(|_| Trouble::Down)?;
    let text = JsFuture::from(text).await.map_err(|_| Trouble::Down)?;
    serde_json::from_str(&text.as_string().unwrap_or_default()).map_err(|_| Trouble::Down)
}

//! The panel's calls to the JSON API (docs/REFERENCE.md#json-api).

use domain::{ChannelKey, Comment, Timestamp};
use js_sys::{JSON, Object, Reflect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestInit, Response};

use super::local;
use crate::address::encode;
use crate::chat::ChatStart;
use crate::chat::conversation::{News, Older};
use crate::chat::outbox::Unsent;

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

/// What is new since `since`, and what time it is by the server.
///
/// # Errors
/// [`Trouble`].
pub async fn poll(start: &ChatStart, since: Option<Timestamp>) -> Result<(News, Option<i64>), Trouble> {
    let since = since.map(|since| since.to_string()).unwrap_or_default();
    let project = start.project.as_str();
    let path = asked("chat?agency_reads=1", start, &[("project_id", project), ("since", &since)]);
    let answer = call(&path, RequestInit::new()).await?;
    let now = answer.headers().get("date").ok().flatten().and_then(|date| local::moment(&date));
    Ok((understood(answer).await?, now))
}

/// A page of a channel's messages from before a moment.
///
/// # Errors
/// [`Trouble`].
pub async fn older(start: &ChatStart, channel: &ChannelKey, before: Timestamp) -> Result<Older, Trouble> {
    let before = before.to_string();
    let path = asked("history?", start, &[("channel_key", channel.as_str()), ("before", &before)]);
    understood(call(&path, RequestInit::new()).await?).await
}

/// Writes a message; written twice, it is still one.
///
/// # Errors
/// [`Trouble`].
pub async fn write(start: &ChatStart, message: &Unsent) -> Result<Comment, Trouble> {
    #[derive(Deserialize)]
    struct Written {
        comment: Comment,
    }

    let channel = message.channel.as_str();
    let entity_type = if channel == start.client_id.as_str() { "general" } else { "phase" };
    let request = posted(&[
        ("token", &start.pass),
        ("entity_type", entity_type),
        ("entity_id", channel),
        ("text", &message.text),
    ]);
    request.set_headers(&object(&[("idempotency-key", message.id.as_str())]));
    // The browser finishes sending it also when the page is left.
    set(&request, "keepalive", &JsValue::TRUE);
    let written: Written = understood(call("/api/client/comment", request).await?).await?;
    Ok(written.comment)
}

/// Records that a channel has been read up to a moment.
///
/// # Errors
/// [`Trouble`].
pub async fn mark_read(start: &ChatStart, channel: &ChannelKey, up_to: Timestamp) -> Result<(), Trouble> {
    let up_to = up_to.to_string();
    let members = [("token", &*start.pass), ("channel_key", channel.as_str()), ("up_to", &up_to)];
    call("/api/client/chat", posted(&members)).await.map(drop)
}

/// The address of something the client asks for; empty values are left out.
fn asked(what: &'static str, start: &ChatStart, query: &[(&'static str, &str)]) -> String {
    let mut path = String::from("/api/client/");
    path.push_str(what);
    for (name, value) in [("token", &*start.pass)].iter().chain(query).filter(|(_, value)| !value.is_empty())
    {
        path.push('&');
        path.push_str(name);
        path.push('=');
        path.push_str(&encode(value));
    }
    path
}

/// A POST of a JSON object of strings.
fn posted(members: &[(&str, &str)]) -> RequestInit {
    let request = RequestInit::new();
    request.set_method("POST");
    // Strings have JSON.
    request.set_body(&JSON::stringify(&object(members)).map_or(JsValue::NULL, JsValue::from));
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
    // Setting a property of a fresh object does not fail.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// The answer to a request, if it is what was asked for.
///
/// # Errors
/// [`Trouble`].
pub async fn call(path: &str, request: RequestInit) -> Result<Response, Trouble> {
    request.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE)));
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
    serde_json::from_str(&text(answer).await?).map_err(|_| Trouble::Down)
}

/// The text of an answer.
///
/// # Errors
/// [`Trouble::Down`]: it did not come to its end.
pub async fn text(answer: Response) -> Result<String, Trouble> {
    let text = answer.text().map_err(|_| Trouble::Down)?;
    let text = JsFuture::from(text).await.map_err(|_| Trouble::Down)?;
    Ok(text.as_string().unwrap_or_default())
}

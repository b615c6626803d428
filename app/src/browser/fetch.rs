//! Requests to the server the page came from.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestInit, Response};

/// How long a request may take, in milliseconds.
const TIMEOUT: u32 = 30_000;

/// Why a request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchError {
    /// What was asked for does not exist, or access to it is gone (403, 404).
    Gone,
    /// Rate limited; retry after so many seconds (429).
    RateLimited(u32),
    /// No response, or an unusable one.
    Unavailable,
}

/// A POST of a JSON object, which the browser finishes even when the page is closed.
pub fn post_json(body: &impl Serialize) -> RequestInit {
    // `RequestInit` has no setter for it.
    let request = JSON::parse(r#"{"keepalive":true}"#).map_or_else(|_| RequestInit::new(), JsCast::unchecked_into);
    // Our requests are structs of strings, which always serialize.
    with_body(request, &serde_json::to_string(body).unwrap_or_default())
}

/// A POST of an urlencoded form, answered as to a browser.
pub fn post_form(body: &str) -> RequestInit {
    let request = with_body(RequestInit::new(), body);
    set_headers(&request, &[URLENCODED, ("accept", "text/html")]);
    request
}

/// A POST of urlencoded fields, answered without a page.
pub fn post_fields(body: &str) -> RequestInit {
    let request = with_body(RequestInit::new(), body);
    set_headers(&request, &[URLENCODED, ("accept", "application/json")]);
    request
}

const URLENCODED: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

fn with_body(request: RequestInit, body: &str) -> RequestInit {
    request.set_method("POST");
    request.set_body(&JsValue::from_str(body));
    request
}

/// Sets the headers of a request; their names must be valid.
pub fn set_headers(request: &RequestInit, headers: &[(&str, &str)]) {
    let Ok(all) = Headers::new() else { return };
    for (name, value) in headers {
        let _ = all.set(name, value);
    }
    request.set_headers(&all);
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

/// The body of a response.
///
/// # Errors
/// [`FetchError::Unavailable`]: it was cut off.
pub async fn text(response: Response) -> Result<String, FetchError> {
    let text = response.text().map_err(|_| FetchError::Unavailable)?;
    let text = JsFuture::from(text).await.map_err(|_| FetchError::Unavailable)?;
    Ok(text.as_string().unwrap_or_default())
}

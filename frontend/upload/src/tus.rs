//! The requests of tus 1.0.0.

use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob, Headers, RequestInit, Response};

use crate::browser::{number, parse, set_timeout, window};

/// Where uploads begin.
const PATH: &str = "/files/upload";
/// After which time a request is given up, in milliseconds: what has arrived of it counts.
const TIMEOUT: i32 = 60_000;

/// Why an upload does not go on.
pub(crate) enum Trouble {
    /// No answer: the network is gone.
    Lost,
    /// To try again after this many seconds.
    Busy(f64),
    /// The upload is gone, or another goes on with it: its state is to be asked for.
    Stale,
    /// The upload is not there any more.
    Missing,
    /// For good; the name of the words.
    Refused(&'static str),
}

/// How far an upload is.
pub(crate) struct Progress {
    pub(crate) offset: f64,
    /// The id of the file, once all has arrived.
    pub(crate) file: Option<String>,
}

/// Begins an upload; returns its address.
pub(crate) async fn create(length: f64, metadata: &str, abort: &AbortController) -> Result<String, Trouble> {
    let length = number(length);
    let fields = [("Upload-Length", length.as_str()), ("Upload-Metadata", metadata)];
    let response = call("POST", PATH, &fields, None, abort).await?;
    header(&response, "Location").ok_or(Trouble::Refused("failed"))
}

/// Asks how far the upload is.
pub(crate) async fn state(location: &str, abort: &AbortController) -> Result<Progress, Trouble> {
    progress(&call("HEAD", location, &[], None, abort).await?)
}

/// Sends the bytes that follow on `offset`.
pub(crate) async fn add(
    location: &str,
    offset: f64,
    bytes: &Blob,
    abort: &AbortController,
) -> Result<Progress, Trouble> {
    let offset = number(offset);
    let fields = [("Upload-Offset", offset.as_str()), ("Content-Type", "application/offset+octet-stream")];
    progress(&call("PATCH", location, &fields, Some(bytes), abort).await?)
}

/// Removes the upload; if that fails, the server does so later.
pub(crate) async fn terminate(location: &str) {
    if let Ok(abort) = AbortController::new() {
        let _ = call("DELETE", location, &[], None, &abort).await;
    }
}

fn progress(response: &Response) -> Result<Progress, Trouble> {
    let offset = header(response, "Upload-Offset").ok_or(Trouble::Lost)?;
    Ok(Progress { offset: parse(&offset), file: header(response, "Upload-File-Id") })
}

/// Gives the request up after [`TIMEOUT`]; returns what clears that.
fn timeout(abort: &AbortController) -> i32 {
    let give_up = js_sys::Reflect::get(abort, &"abort".into()).map(JsCast::unchecked_into::<Function>);
    give_up.map_or(0, |give_up| set_timeout(&give_up.bind0(abort), TIMEOUT))
}

fn header(response: &Response, name: &str) -> Option<String> {
    response.headers().get(name).ok().flatten()
}

async fn call(
    method: &str,
    address: &str,
    fields: &[(&str, &str)],
    body: Option<&Blob>,
    abort: &AbortController,
) -> Result<Response, Trouble> {
    let lost = |_: JsValue| Trouble::Lost;
    let headers = Headers::new().map_err(lost)?;
    headers.set("Tus-Resumable", "1.0.0").map_err(lost)?;
    for (name, value) in fields {
        headers.set(name, value).map_err(lost)?;
    }
    let request = RequestInit::new();
    request.set_method(method);
    request.set_headers(&headers);
    request.set_signal(Some(&abort.signal()));
    if let Some(body) = body {
        request.set_body(body);
    }
    let answer = window().fetch_with_str_and_init(address, &request);
    let timer = timeout(abort);
    let answer = JsFuture::from(answer).await;
    window().clear_timeout_with_handle(timer);
    let response: Response = answer.map_err(lost)?.unchecked_into();
    let seconds = || {
        let seconds = header(&response, "Retry-After").map_or(5.0, |seconds| parse(&seconds));
        // A date is no number.
        if seconds >= 1.0 { seconds.min(60.0) } else { 5.0 }
    };
    match response.status() {
        200..300 => Ok(response),
        404 | 410 => Err(Trouble::Missing),
        409 => Err(Trouble::Stale),
        413 => Err(Trouble::Refused("large")),
        507 => Err(Trouble::Refused("full")),
        429 | 500.. => Err(Trouble::Busy(seconds())),
        _ => Err(Trouble::Refused("failed")),
    }
}

//! `POST /rpc/form/{key}`: what a visitor sends with a contact form, taken in as a delivery.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use domain::Form;
use domain::leads::{ContactMessage, LeadSource, RawDelivery};

use super::refused::{Refusal, RefusedForm, is_plain};
use crate::backend::{Backend, NotReceived};
use crate::extract::Path;
use crate::render::PageContext;
use crate::{PageError, address, redirect};

pub const ADDRESS: &str = "/rpc/form/{key}";

/// `GET`: after a refused form, a browser may open its address.
pub async fn get(Path(key): Path<String>) -> Response {
    redirect::to(&address::contact_form(&key).into_string())
}

/// Redirects to the thanks, or a browser back to the form with what was typed in a cookie ([`RefusedForm`]). What is too
/// long for one is shown in the response, and a program gets a status. How often an address may post at all is checked
/// before.
pub async fn post<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
    body: Bytes,
) -> Result<Response, PageError> {
    let store = &backend.pages().store;
    let (id, form) = parse(&body);
    let source = store.contact_form(&key).await?.ok_or(PageError::UnknownAddress)?;
    let page = address::contact_form(source.key.reveal());
    if !source.active {
        return Ok(redirect::to(&page.into_string()));
    }
    let settings = source.form.clone().unwrap_or_default();
    let refusal = match ContactMessage::read(&form, &settings, store.clock().now()) {
        Ok(message) => receive(&backend, &head, &source, &id, &message).await?,
        Err(_) => Some(Refusal::Invalid),
    };
    let path = page.clone().into_string();
    let Some(refusal) = refusal else { return Ok(redirect::to(&page.with("sent", "1").into_string())) };
    let id = if is_plain(&id) { id } else { store::new_id() };
    let refused = RefusedForm { id, form, refusal };
    let accepted = head.headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let cookie = accepted
        .filter(|accepted| accepted.contains("text/html"))
        .and_then(|_| refused.set_cookie(&path, backend.pages().base_url.starts_with("https:")))
        .and_then(|cookie| HeaderValue::try_from(cookie).ok());
    let mut response = if let Some(cookie) = cookie {
        let mut response = redirect::to(&page.with("refused", &refused.id).into_string());
        response.headers_mut().insert(header::SET_COOKIE, cookie);
        response
    } else {
        let status = match refusal {
            Refusal::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::TooMany(_) | Refusal::Full(_) => StatusCode::TOO_MANY_REQUESTS,
        };
        let context = PageContext::load(backend.pages(), head.extensions.get().cloned()).await;
        let i18n = super::i18n(store, &context, &source, &head.headers).await;
        (status, super::refused_form(store, context, &source, refused, i18n).await).into_response()
    };
    if let Refusal::TooMany(seconds) | Refusal::Full(seconds) = refusal {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    Ok(response)
}

/// The id of the form, and its fields as typed.
fn parse(body: &[u8]) -> (String, Form) {
    let mut id = String::new();
    let mut form = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(body) {
        match name.strip_prefix("form[").and_then(|name| name.strip_suffix(']')) {
            Some(field) => drop(form.insert(field.to_owned(), value.into_owned())),
            None if name == "id" => id = value.into_owned(),
            None => {}
        }
    }
    (id, form.into())
}

/// Stores the message, or returns why not. The same content of the same form is one delivery, however often it is sent;
/// other content is another one, also from the same page.
async fn receive(
    backend: &impl Backend,
    head: &Parts,
    source: &LeadSource,
    id: &str,
    message: &ContactMessage,
) -> Result<Option<Refusal>, PageError> {
    let body = to_json(message);
    let content = to_json(&ContactMessage { consent: None, ..message.clone() });
    let sender_id = (!id.is_empty()).then(|| format!("{id} {content}"));
    let content_type = Some("application/json".to_owned());
    let raw = RawDelivery { body: body.into_bytes(), content_type, headers: Vec::new() };
    match backend.receive_message(head, source, &raw, sender_id.as_deref()).await {
        Ok(()) => Ok(None),
        Err(NotReceived::TooMany(seconds)) => Ok(Some(Refusal::TooMany(seconds))),
        Err(NotReceived::Full(seconds)) => Ok(Some(Refusal::Full(seconds))),
        // The source was deleted after it was looked up.
        Err(NotReceived::Failed(store::Error::Domain(_))) => Err(PageError::UnknownAddress),
        Err(NotReceived::Failed(error)) => Err(error.into()),
    }
}

fn to_json(message: &ContactMessage) -> String {
    serde_json::to_string(message).expect("texts are JSON")
}

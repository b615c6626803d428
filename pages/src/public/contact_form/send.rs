//! `POST /rpc/form/{key}`: what a visitor sends with a contact form, taken in as a delivery.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use domain::leads::{ContactMessage, LeadSource, RawDelivery};
use domain::{Form, Problems};

use super::refused;
use crate::backend::{Backend, NotReceived};
use crate::extract::Path;
use crate::render::PageContext;
use crate::{PageError, address, redirect};

pub const ADDRESS: &str = "/rpc/form/{key}";

/// Why a message was not stored. The numbers are the seconds after which it may be sent again.
#[derive(Debug)]
pub enum Refusal {
    Invalid(Problems),
    /// Of the visitor's address, or of the form.
    TooMany(u64),
    /// There is no room for it.
    Full(u64),
}

/// `GET`: after a refused form, a browser may open its address.
pub async fn get(Path(key): Path<String>) -> Response {
    redirect::to(&address::contact_form(&key).into_string())
}

/// Redirects to the thanks, or renders the form with what was typed and its problems: nothing is stored for a
/// stranger whose form was refused. How often an address may post at all is checked before.
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
        Err(problems) => Some(Refusal::Invalid(problems)),
    };
    let Some(refusal) = refusal else { return Ok(redirect::to(&page.with("sent", "1").into_string())) };
    let retry_after = match refusal {
        Refusal::Invalid(_) => None,
        Refusal::TooMany(seconds) | Refusal::Full(seconds) => Some(seconds),
    };
    let context = PageContext::load(backend.pages(), head.extensions.get().cloned()).await;
    let mut response = refused(store, context, &source, id, form, refusal).await.into_response();
    if let Some(seconds) = retry_after {
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

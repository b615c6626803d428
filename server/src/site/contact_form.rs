//! `POST /rpc/form/{key}`: what a visitor sends with a contact form of Atrio, taken in as a delivery.

use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use domain::leads::{ContactMessage, LeadSource, RawDelivery};
use domain::{DomainError, Form};
use pages::extract::Path;
use pages::public::contact_form;
use pages::render::PageContext;
use pages::{PageError, address};
use store::{Error, Store};

use super::redirect;
use crate::AppState;
use crate::api::lead::RETRY_WHEN_FULL;
use crate::api::lead::process::process;
use crate::body::{self, LIMIT};
use crate::response::error_page::ErrorPage;
use crate::response::plain_page::PlainPage;

pub(super) const ADDRESS: &str = "/rpc/form/{key}";

/// `GET`: after a refused form, a browser may open its address.
pub(super) async fn open(Path(key): Path<String>) -> Response {
    redirect::to(&address::contact_form(&key).top())
}

/// Redirects to the thanks, or renders the form with what was typed and its problems: nothing is stored for a
/// stranger whose form was refused. The rate limit is checked before.
pub(super) async fn post(
    Path(key): Path<String>,
    State(state): State<AppState>,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let (id, form) = match body::read(body, LIMIT).await {
        Ok(body) => parse(&body),
        Err(unread) => return ErrorPage::from(unread).respond(&head.headers),
    };
    let source = match state.store.contact_form(&key).await {
        Ok(source) => source,
        Err(error) => return PageError::from(error).into_response(),
    };
    let Some(source) = source else { return PageError::UnknownAddress.into_response() };
    let page = address::contact_form(source.key.reveal());
    if !source.active {
        return redirect::to(&page.top());
    }
    let settings = source.form.clone().unwrap_or_default();
    match ContactMessage::read(&form, &settings, state.store.clock().now()) {
        Err(problems) => {
            let context = PageContext::load(&state.pages, head.extensions.get().cloned()).await;
            contact_form::refused(&state.store, context, &source, id, form, problems).await.into_response()
        }
        Ok(message) => match take_in(&state.store, &source, &id, &message).await {
            Ok(()) => redirect::to(&page.with("sent", "1").top()),
            Err(error) => refuse(error),
        },
    }
}

/// The id of the form, and its fields as typed.
fn parse(body: &[u8]) -> (String, Form) {
    let mut id = String::new();
    let mut form = Form::default();
    for (name, value) in form_urlencoded::parse(body) {
        match name.strip_prefix("form[").and_then(|name| name.strip_suffix(']')) {
            Some(field) => form = form.with(field, Some(value)),
            None if name == "id" => id = value.into_owned(),
            None => {}
        }
    }
    (id, form.as_typed())
}

/// Stores the message as a delivery and processes it. The same content of the same form is one delivery, however
/// often it is sent; other content is another one, also from the same page.
async fn take_in(
    store: &Store,
    source: &LeadSource,
    id: &str,
    message: &ContactMessage,
) -> Result<(), Error> {
    let body = to_json(message);
    let content = to_json(&ContactMessage { consent: None, ..message.clone() });
    let sender_id = (!id.is_empty()).then(|| format!("{id} {content}"));
    let content_type = Some("application/json".to_owned());
    let raw = RawDelivery { body: body.into_bytes(), content_type, headers: Vec::new() };
    let delivery = store.receive(Some(source), &raw, sender_id.as_deref()).await?;
    // After a failure it is processed later.
    process(store, delivery).await;
    Ok(())
}

fn to_json(message: &ContactMessage) -> String {
    serde_json::to_string(message).expect("texts are JSON")
}

/// Nothing was stored.
fn refuse(error: Error) -> Response {
    match error {
        Error::Domain(DomainError::DeliveriesFull) => PlainPage::form_full(RETRY_WHEN_FULL.into()),
        // The source was deleted after it was looked up.
        Error::Domain(_) => PageError::UnknownAddress.into_response(),
        error => PageError::from(error).into_response(),
    }
}

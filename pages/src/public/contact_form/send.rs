//! `POST /rpc/form/{key}`: what a visitor sends with a contact form of Atrio, taken in as a delivery.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use domain::leads::source::SourceTrouble;
use domain::leads::{ContactMessage, LeadSource, RawDelivery};
use domain::{DomainError, Form};
use pages::extract::Path;
use pages::public::contact_form::{self, Refusal};
use pages::render::PageContext;
use pages::{PageError, address};
use store::{Error, Store};

use super::redirect;
use crate::AppState;
use crate::api::lead::RETRY_WHEN_FULL;
use crate::api::lead::process::process;
use crate::body::{self, LIMIT};
use crate::limits::note_refusal;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Operation, RateLimitKey, Throttled};
use crate::response::error_page::ErrorPage;

pub(super) const ADDRESS: &str = "/rpc/form/{key}";

/// `GET`: after a refused form, a browser may open its address.
pub(super) async fn open(Path(key): Path<String>) -> Response {
    redirect::to(&address::contact_form(&key).top())
}

/// Redirects to the thanks, or renders the form with what was typed and its problems: nothing is stored for a
/// stranger whose form was refused. How often an address may post at all is checked before.
pub(super) async fn post(
    Path(key): Path<String>,
    ip: ClientIp,
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
    let taken = match ContactMessage::read(&form, &settings, state.store.clock().now()) {
        Ok(message) => take_in(&state, ip, &source, &id, &message).await,
        Err(problems) => Err(NotTaken::Refused(Refusal::Invalid(problems))),
    };
    match taken {
        Ok(()) => redirect::to(&page.with("sent", "1").top()),
        Err(NotTaken::Refused(refusal)) => {
            let context = PageContext::load(&state.pages, head.extensions.get().cloned()).await;
            refuse(&state.store, context, &source, id, form, refusal).await
        }
        // The source was deleted after it was looked up.
        Err(NotTaken::Failed(Error::Domain(_))) => PageError::UnknownAddress.into_response(),
        Err(NotTaken::Failed(error)) => PageError::from(error).into_response(),
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

enum NotTaken {
    Refused(Refusal),
    Failed(Error),
}

/// Stores the message as a delivery and processes it, within the limits of its address and of its form.
async fn take_in(
    state: &AppState,
    ip: ClientIp,
    source: &LeadSource,
    id: &str,
    message: &ContactMessage,
) -> Result<(), NotTaken> {
    let too_many = |throttled: Throttled| NotTaken::Refused(Refusal::TooMany(throttled.seconds()));
    let address = RateLimitKey::Address(ip);
    // First, so that an address over its limit takes nothing of what the form takes from others.
    state.limiter.admit(Operation::ContactMessage, address).map_err(too_many)?;
    let key = RateLimitKey::of_source(source.key.reveal());
    let stored = match state.limiter.admit(Operation::ContactForm, key) {
        Ok(()) => store_message(&state.store, source, id, message).await,
        Err(throttled) => {
            note_refusal(state, source, SourceTrouble::TooMany).await;
            Err(too_many(throttled))
        }
    };
    if stored.is_err() {
        state.limiter.take_back(Operation::ContactMessage, address);
    }
    if matches!(stored, Err(NotTaken::Refused(Refusal::Full(_)))) {
        note_refusal(state, source, SourceTrouble::Full).await;
    }
    stored
}

/// The same content of the same form is one delivery, however often it is sent; other content is another one, also
/// from the same page.
async fn store_message(
    store: &Store,
    source: &LeadSource,
    id: &str,
    message: &ContactMessage,
) -> Result<(), NotTaken> {
    let body = to_json(message);
    let content = to_json(&ContactMessage { consent: None, ..message.clone() });
    let sender_id = (!id.is_empty()).then(|| format!("{id} {content}"));
    let content_type = Some("application/json".to_owned());
    let raw = RawDelivery { body: body.into_bytes(), content_type, headers: Vec::new() };
    let delivery =
        store.receive(Some(source), &raw, sender_id.as_deref()).await.map_err(|error| match error {
            Error::Domain(DomainError::DeliveriesFull) => {
                NotTaken::Refused(Refusal::Full(RETRY_WHEN_FULL.into()))
            }
            error => NotTaken::Failed(error),
        })?;
    // After a failure it is processed later.
    process(store, delivery).await;
    Ok(())
}

fn to_json(message: &ContactMessage) -> String {
    serde_json::to_string(message).expect("texts are JSON")
}

/// The form as typed; nothing was stored.
async fn refuse(
    store: &Store,
    context: PageContext,
    source: &LeadSource,
    id: String,
    form: Form,
    refusal: Refusal,
) -> Response {
    let retry_after = match refusal {
        Refusal::Invalid(_) => None,
        Refusal::TooMany(seconds) | Refusal::Full(seconds) => Some(seconds),
    };
    let page = contact_form::refused(store, context, source, id, form, refusal).await;
    let mut response = page.into_response();
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

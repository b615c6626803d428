//! `/n/{key}`: stops the e-mails to somebody, without signing in (RFC 8058). The key is in the e-mails.

use axum::extract::State;
use axum::http::request::Parts;
use axum::response::Html;
use domain::FormOfAddress;
use domain::notifications::{Frequency, Recipient};
use leptos::either::Either;
use leptos::prelude::*;

use crate::backend::Backend;
use crate::extract::Path;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::Brand;
use crate::{PageError, PagesState, address};

pub const ADDRESS: &str = "/n/{key}";

/// `GET` changes nothing, because mail programs open links to look at them.
pub async fn get<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
) -> Result<Html<String>, PageError> {
    respond(&backend, &key, head, false).await
}

/// `POST`, by the form or by a mail program; whatever the body is.
pub async fn post<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
) -> Result<Html<String>, PageError> {
    respond(&backend, &key, head, true).await
}

async fn respond(backend: &impl Backend, key: &str, head: Parts, stops: bool) -> Result<Html<String>, PageError> {
    let recipient = backend.unsubscriber(key).ok_or(PageError::UnknownAddress)?;
    let state = backend.pages();
    // Of a deleted client the page is unknown, too.
    if stops {
        let stopped = state.store.set_frequency(&recipient, Frequency::Never).await;
        stopped.map_err(unknown_if_deleted)?;
    }
    let context = PageContext::load(state, head.extensions.get().cloned()).await;
    let i18n = i18n(state, &context, &recipient).await?;
    Ok(page(context, &recipient, stops, i18n).await)
}

/// In the language of the portal, or of the agency.
async fn i18n(state: &PagesState, context: &PageContext, recipient: &Recipient) -> Result<I18n, PageError> {
    Ok(match recipient {
        Recipient::Admin => I18n(state.store.language().await?, FormOfAddress::Tu),
        Recipient::Client(id) => {
            let card = state.store.client_card(id).await.map_err(unknown_if_deleted)?;
            I18n(card.client.language, context.agency().form_of_address)
        }
    })
}

fn unknown_if_deleted(error: store::Error) -> PageError {
    match error {
        store::Error::Domain(_) => PageError::UnknownAddress,
        error => error.into(),
    }
}

/// The form, or `is_done` after it was sent. It posts to its own address.
async fn page(context: PageContext, recipient: &Recipient, is_done: bool, i18n: I18n) -> Html<String> {
    let heading = if is_done { i18n.unsubscribed() } else { i18n.unsubscribe() };
    let hint = match (recipient, is_done) {
        (Recipient::Client(_), false) => i18n.unsubscribe_client_hint(),
        (Recipient::Client(_), true) => i18n.unsubscribed_client_hint(),
        (Recipient::Admin, false) => i18n.unsubscribe_admin_hint(),
        (Recipient::Admin, true) => i18n.unsubscribed_admin_hint(),
    };
    render(context.clone(), || {
        let agency = context.agency();
        let form = if is_done {
            // A client's address is not shown to whoever has the key: it may have changed since.
            let settings = (*recipient == Recipient::Admin).then(|| {
                view! { <p><a href=address::notifications().into_string()>{i18n.notifications()}</a></p> }
            });
            Either::Left(settings)
        } else {
            Either::Right(view! {
                <form method="post" class="actions">
                    <button class="button">{i18n.unsubscribe_button()}</button>
                </form>
            })
        };
        let body = view! {
            <main class="lobby">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{heading}</h1>
                <p>{hint}</p>
                {form}
            </main>
        };
        let title = format!("{heading} · {}", i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

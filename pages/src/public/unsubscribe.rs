//! `/n/{key}`: stops the e-mails to somebody, without signing in (RFC 8058). The key is in the e-mails. Who has stopped
//! them can change their mind there.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::request::Parts;
use axum::response::Html;
use domain::notifications::{Frequency, Recipient};
use domain::{DomainError, FormOfAddress};
use leptos::prelude::*;

use crate::admin::account;
use crate::admin::settings::Section;
use crate::backend::Backend;
use crate::extract::Path;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::Brand;
use crate::{PageError, PagesState};

pub const ADDRESS: &str = "/n/{key}";

/// `GET` changes nothing, because mail programs open links to look at them.
pub async fn get<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
) -> Result<Html<String>, PageError> {
    respond(&backend, &key, &head, None).await
}

/// `POST`, by a button or by a mail program. Whatever the body is, it stops the e-mails, unless it names another
/// frequency.
pub async fn post<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
    body: Result<Bytes, BytesRejection>,
) -> Result<Html<String>, PageError> {
    let body = body.unwrap_or_default();
    let chosen = form_urlencoded::parse(&body).find(|(name, _)| name == "notify");
    let chosen = chosen.and_then(|(_, frequency)| frequency.parse().ok()).unwrap_or(Frequency::Never);
    respond(&backend, &key, &head, Some(chosen)).await
}

async fn respond(
    backend: &impl Backend,
    key: &str,
    head: &Parts,
    chosen: Option<Frequency>,
) -> Result<Html<String>, PageError> {
    let recipient = backend.unsubscriber(key).ok_or(PageError::UnknownAddress)?;
    let state = backend.pages();
    let context = PageContext::load(state, head.extensions.get().cloned()).await;
    // Of a deleted client the page is unknown, too.
    let (i18n, before) = load(state, &context, &recipient).await.map_err(unknown_if_deleted)?;
    if let Some(chosen) = chosen {
        state.store.set_frequency(&recipient, chosen).await.map_err(unknown_if_deleted)?;
    }
    Ok(page(context, &recipient, before, chosen, i18n).await)
}

/// The language of the portal or of the agency, and how often they get e-mails.
async fn load(
    state: &PagesState,
    context: &PageContext,
    recipient: &Recipient,
) -> Result<(I18n, Frequency), store::Error> {
    Ok(match recipient {
        Recipient::Admin => {
            let frequency = state.store.setting("notify").await?.and_then(|value| value.parse().ok());
            (I18n(state.store.language().await?, FormOfAddress::Tu), frequency.unwrap_or_default())
        }
        Recipient::Member(id) => {
            let member = state.store.member(id).await?.ok_or(DomainError::UnknownRecord)?;
            let language = match member.language {
                Some(language) => language,
                None => state.store.language().await?,
            };
            (I18n(language, FormOfAddress::Tu), member.notify)
        }
        Recipient::Client(id) => {
            let scope = state.store.person_by_id(id).await?.ok_or(DomainError::UnknownClient)?;
            let person = scope.person();
            (I18n(person.language(), context.agency().form_of_address), person.notify())
        }
    })
}

fn unknown_if_deleted(error: store::Error) -> PageError {
    match error {
        store::Error::Domain(_) => PageError::UnknownAddress,
        error => error.into(),
    }
}

/// Asks first. After that it says what is so, and offers what else there is. A client's address is not shown to whoever
/// has the key: it may have changed since.
async fn page(
    context: PageContext,
    recipient: &Recipient,
    before: Frequency,
    chosen: Option<Frequency>,
    i18n: I18n,
) -> Html<String> {
    let [before_hint, after_hint] = match recipient {
        Recipient::Admin => [i18n.unsubscribe_admin_hint(), i18n.unsubscribed_admin_hint()],
        Recipient::Member(_) => [i18n.unsubscribe_member_hint(), i18n.unsubscribed_member_hint()],
        Recipient::Client(_) => [i18n.unsubscribe_client_hint(), i18n.unsubscribed_client_hint()],
    };
    let (heading, hint, buttons) = match chosen.unwrap_or(before) {
        Frequency::Never => {
            let again = if before == Frequency::Never { Frequency::Now } else { before };
            let daily = (again != Frequency::Daily).then_some((Frequency::Daily, i18n.prefer_daily()));
            (i18n.unsubscribed(), after_hint, vec![Some((again, i18n.resume())), daily])
        }
        frequency if chosen.is_some() => (i18n.resumed(), i18n.own_frequency(frequency), Vec::new()),
        _ => {
            let stop = vec![Some((Frequency::Never, i18n.unsubscribe_button()))];
            (i18n.unsubscribe(), before_hint, stop)
        }
    };
    let is_done = chosen.is_some() || before == Frequency::Never;
    let buttons = buttons.into_iter().flatten().enumerate().map(|(at, (frequency, text))| {
        let class = if at == 0 { "button" } else { "button button--quiet" };
        view! { <button class=class name="notify" value=frequency.as_str()>{text}</button> }
    });
    let settings = match recipient {
        Recipient::Admin => Some((Section::Notifications.address().into_string(), i18n.notifications())),
        Recipient::Member(_) => Some((account::address().with_fragment("notifications"), i18n.own_notifications())),
        Recipient::Client(_) => None,
    };
    let settings = settings.filter(|_| is_done).map(|(page, name)| view! { <p><a href=page>{name}</a></p> });
    render(context.clone(), || {
        let agency = context.agency();
        let body = view! {
            <main class="lobby">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1 class=is_done.then_some("done")>{heading}</h1>
                <p class="lobby__text">{hint}</p>
                <form method="post" class="actions">{buttons.collect_view()}</form>
                {settings}
            </main>
        };
        let title = format!("{heading} · {}", i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

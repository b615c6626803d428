//! The pages without a session that set a password of a member: `/admin/join/{key}`, `/admin/reset/{key}`, and `/admin/reset`,
//! which sends such an address.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use domain::{Member, MemberKey, Problem};
use leptos::prelude::*;

use crate::backend::{Backend, NotSet};
use crate::error::PageError;
use crate::extract::Path;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::session::{CsrfToken, SignedInAdmin};
use crate::ui::{Brand, PasswordField};
use crate::{PagesState, redirect};

pub const JOIN: &str = "/admin/join/{key}";
pub const RESET: &str = "/admin/reset/{key}";

type PasswordResult = Result<Response, PageError>;

pub async fn get_join<B: Backend>(Path(key): Path<String>, State(backend): State<B>, head: Parts) -> PasswordResult {
    get(MemberKey::Join, &key, &backend, &head).await
}

pub async fn get_reset<B: Backend>(Path(key): Path<String>, State(backend): State<B>, head: Parts) -> PasswordResult {
    get(MemberKey::Reset, &key, &backend, &head).await
}

pub async fn post_join<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
    body: Result<Bytes, BytesRejection>,
) -> PasswordResult {
    post(MemberKey::Join, &key, &backend, head, body).await
}

pub async fn post_reset<B: Backend>(
    Path(key): Path<String>,
    State(backend): State<B>,
    head: Parts,
    body: Result<Bytes, BytesRejection>,
) -> PasswordResult {
    post(MemberKey::Reset, &key, &backend, head, body).await
}

/// Changes nothing: mail programs open links to look at them.
async fn get(kind: MemberKey, key: &str, backend: &impl Backend, head: &Parts) -> PasswordResult {
    let state = backend.pages();
    let context = PageContext::load(state, head.extensions.get().cloned()).await;
    match state.store.member_of_key(kind, key).await? {
        Some(member) => form(kind, &member, None, other(head), state, context).await,
        None => gone(kind, state, context).await,
    }
}

async fn post(
    kind: MemberKey,
    key: &str,
    backend: &impl Backend,
    head: Parts,
    body: Result<Bytes, BytesRejection>,
) -> PasswordResult {
    let state = backend.pages();
    let context = PageContext::load(state, head.extensions.get().cloned()).await;
    let Some(member) = state.store.member_of_key(kind, key).await? else { return gone(kind, state, context).await };
    let password = field(&body.unwrap_or_default(), "password");
    match backend.set_password(&head, kind, key, &member, &password).await {
        Ok(()) => Ok(redirect::to(match kind {
            MemberKey::Join => "/admin/today",
            MemberKey::Reset => "/admin/login?reset=1",
        })),
        Err(NotSet::Problem(problem)) => form(kind, &member, Some(problem), other(&head), state, context).await,
        Err(NotSet::Gone) => gone(kind, state, context).await,
        Err(NotSet::TooMany(wait)) => too_many(wait, state, context).await,
        Err(NotSet::Failed(error)) => Err(error.into()),
    }
}

/// The e-mail of who is signed in here, and then would not be any more.
fn other(head: &Parts) -> Option<String> {
    head.extensions.get::<SignedInAdmin>().map(|admin| admin.email.clone())
}

/// The last value of a field of an urlencoded body.
fn field(body: &[u8], name: &str) -> String {
    let values = form_urlencoded::parse(body).filter(|(field, _)| field == name);
    values.last().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Nothing that was typed is shown again.
async fn form(
    kind: MemberKey,
    member: &Member,
    problem: Option<Problem>,
    other: Option<String>,
    state: &PagesState,
    context: PageContext,
) -> PasswordResult {
    let language = match member.language {
        Some(language) => language,
        None => state.store.language().await?,
    };
    let i18n = I18n::from(language);
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = lobby(context, i18n, |agency| {
        let (heading, submit) = match kind {
            MemberKey::Join => (i18n.join_heading(agency), i18n.join_submit()),
            MemberKey::Reset => (i18n.new_password().to_owned(), i18n.reset_submit()),
        };
        let problem = problem.map(|problem| i18n.problem(problem));
        let other = other.filter(|_| kind == MemberKey::Join);
        let body = view! {
            <p class="lobby__text">{i18n.join_hint(member.email.as_str())}</p>
            {other.map(|email| view! { <p class="notice">{i18n.join_instead(&email)}</p> })}
            <form method="post" class="form">
                // Password managers store it with the password.
                <input type="hidden" name="email" autocomplete="username" value=member.email.to_string()/>
                <PasswordField id="password" label=i18n.password() hint=i18n.choose_password_hint() problem autofocus=true/>
                <button class="button button--wide">{submit}</button>
            </form>
        };
        (heading, body.into_any())
    });
    Ok((status, page.await).into_response())
}

async fn gone(kind: MemberKey, state: &PagesState, context: PageContext) -> PasswordResult {
    let i18n = I18n::from(state.store.language().await?);
    let hint = match kind {
        MemberKey::Join => i18n.join_gone_hint(),
        MemberKey::Reset => i18n.reset_gone_hint(),
    };
    let page = message(context, i18n, i18n.key_gone(), hint);
    Ok((StatusCode::NOT_FOUND, page.await).into_response())
}

/// The address stays valid, and the page says when to try again.
async fn too_many(wait: Duration, state: &PagesState, context: PageContext) -> PasswordResult {
    let i18n = I18n::from(state.store.language().await?);
    let seconds = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0)).max(1);
    let minutes = i64::try_from(seconds.div_ceil(60)).unwrap_or(i64::MAX);
    let page = message(context, i18n, i18n.too_many_tries(), i18n.too_many_tries_hint(minutes)).await;
    let status = StatusCode::TOO_MANY_REQUESTS;
    Ok((status, [(header::RETRY_AFTER, HeaderValue::from(seconds))], page).into_response())
}

/// `GET /admin/reset`
pub async fn get_forgotten<B: Backend>(State(backend): State<B>, head: Parts) -> PasswordResult {
    let state = backend.pages();
    // Without a mail server no address could be sent.
    state.mail.as_ref().ok_or(PageError::UnknownAddress)?;
    let CsrfToken(csrf_token) = head.extensions.get().cloned().unwrap_or_default();
    let context = PageContext::load(state, head.extensions.get().cloned()).await;
    let i18n = I18n::from(state.store.language().await?);
    let page = lobby(context, i18n, |_| {
        let body = view! {
            <p class="lobby__text">{i18n.forgotten_hint()}</p>
            <form method="post" class="form">
                <input type="hidden" name="csrfToken" value=csrf_token/>
                <p class="field">
                    <label for="email">{i18n.email()}</label>
                    <input id="email" name="email" type="email" autocomplete="username" required autofocus/>
                </p>
                <button class="button button--wide">{i18n.forgotten_submit()}</button>
            </form>
            {back(i18n)}
        };
        (i18n.forgotten().to_owned(), body.into_any())
    });
    Ok(page.await.into_response())
}

/// `POST /admin/reset`: the same answer whoever has the e-mail.
pub async fn post_forgotten<B: Backend>(
    State(backend): State<B>,
    head: Parts,
    body: Result<Bytes, BytesRejection>,
) -> PasswordResult {
    let state = backend.pages();
    state.mail.as_ref().ok_or(PageError::UnknownAddress)?;
    let body = body.unwrap_or_default();
    if let Err(refused) = backend.forgot_password(&head, &field(&body, "email"), &field(&body, "csrfToken")).await {
        return Ok(refused);
    }
    let context = PageContext::load(state, head.extensions.get().cloned()).await;
    let i18n = I18n::from(state.store.language().await?);
    Ok(message(context, i18n, i18n.forgotten_sent(), i18n.forgotten_sent_hint()).await.into_response())
}

fn back(i18n: I18n) -> impl IntoView {
    view! { <p class="lobby__text"><a href="/admin/login">{i18n.back_to_sign_in()}</a></p> }
}

async fn message(context: PageContext, i18n: I18n, heading: &str, hint: impl Into<String>) -> Html<String> {
    let (heading, hint) = (heading.to_owned(), hint.into());
    lobby(context, i18n, |_| (heading, view! { <p class="lobby__text">{hint}</p> {back(i18n)} }.into_any())).await
}

/// A page with the agency's name, a heading and what is below it.
async fn lobby(context: PageContext, i18n: I18n, show: impl FnOnce(&str) -> (String, AnyView)) -> Html<String> {
    render(context.clone(), || {
        let agency = context.agency();
        let (heading, below) = show(agency.name_or_default());
        let title = format!("{heading} · {}", i18n.site_name(agency));
        let body = view! {
            <main class="lobby lobby--form">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{heading}</h1>
                {below}
            </main>
        };
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

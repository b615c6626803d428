//! The page at the address of somebody who needs a code: it sends one to their e-mail, and asks for it. Its forms post to the
//! address that was asked for, so that it appears in no page.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use domain::Person;
use domain::clients::{AccessCode, masked_email};
use leptos::nonce::Nonce;
use leptos::prelude::*;

use crate::PagesState;
use crate::address::encode;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::{Brand, CodeField, CodeOf};

/// What happened in this browser so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeStep {
    /// No code was asked for that could still be typed.
    Start,
    /// A code was asked for so many seconds ago.
    Asked(i64),
    /// What was typed is not the code; one was asked for so many seconds ago, or none that is still valid.
    Wrong(Option<i64>),
}

/// Names the agency, and nothing of the client.
pub async fn respond(state: &PagesState, nonce: Option<Nonce>, person: &Person, step: CodeStep) -> Response {
    let context = PageContext::load(state, nonce).await;
    let page = render(context.clone(), || {
        let agency = context.agency();
        let i18n = I18n(person.language(), agency.form_of_address);
        let (heading, below) = match (person.email().map(masked_email), step) {
            (None, _) => (i18n.code_needed(), closed(i18n.code_no_address(agency.name_or_default()), state)),
            _ if state.mail.is_none() => {
                (i18n.code_needed(), closed(i18n.code_no_mail(agency.name_or_default()), state))
            }
            (Some(email), CodeStep::Start | CodeStep::Wrong(None)) => {
                let has_expired = step != CodeStep::Start;
                (i18n.code_needed(), view! { <Send email has_expired i18n/> }.into_any())
            }
            (Some(email), CodeStep::Asked(ago) | CodeStep::Wrong(Some(ago))) => {
                let is_wrong = matches!(step, CodeStep::Wrong(_));
                (i18n.code_sent(), view! { <Enter email ago is_wrong i18n/> }.into_any())
            }
        };
        let body = view! {
            <main class="lobby lobby--form">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{heading}</h1>
                {below}
            </main>
        };
        let title = format!("{heading} · {}", i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    });
    let status = if matches!(step, CodeStep::Wrong(_)) { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    (status, page.await).into_response()
}

/// One form without a field: programs that look at addresses send no forms.
#[component]
fn Send(email: String, has_expired: bool, i18n: I18n) -> impl IntoView {
    view! {
        {has_expired.then(|| view! { <p class="notice notice--wrong" role="alert">{i18n.code_expired()}</p> })}
        <p class="lobby__text">
            {i18n.code_goes_to()} " " <strong dir="auto">{email}</strong> ". " {i18n.code_once()}
        </p>
        <form method="post" class="form">
            <button class="button button--wide">{i18n.code_send()}</button>
        </form>
    }
}

#[component]
fn Enter(email: String, ago: i64, is_wrong: bool, i18n: I18n) -> impl IntoView {
    let problem = is_wrong.then(|| i18n.code_wrong().to_owned());
    let pause = AccessCode::PAUSE - ago;
    let when = if pause > 0 { i18n.code_another_in(pause) } else { i18n.code_another_hint().to_owned() };
    view! {
        <p class="lobby__text">
            {i18n.code_is_in()} " " <strong dir="auto">{email}</strong> ". " {i18n.code_once()}
        </p>
        <form method="post" class="form">
            <CodeField of=CodeOf::Email label=i18n.code_label() problem autofocus=true/>
            <button class="button button--wide">{i18n.code_enter()}</button>
        </form>
        <form method="post" class="lobby__again">
            <p class="lobby__text">{i18n.code_not_found()} " " {when}</p>
            <button class="link-button">{i18n.code_another()}</button>
        </form>
    }
}

/// No code can be sent: whom to ask.
fn closed(text: String, state: &PagesState) -> AnyView {
    let email = state.agency_email.to_string();
    let write = email.rsplit_once('@').map(|(user, host)| {
        let href = format!("mailto:{}@{host}", encode(user));
        view! { <p class="lobby__contact"><a href=href>{email.clone()}</a></p> }
    });
    view! {
        <p class="lobby__text">{text}</p>
        {write}
    }
    .into_any()
}

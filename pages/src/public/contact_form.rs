//! The public page of a contact form, `/f/{key}`: the form, the thanks, and what a visitor reads while it is off or
//! full; and the action that the form posts to.

pub mod send;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Html;
use domain::leads::{ContactMessage, FormSettings, LeadDraft, LeadField, LeadSource};
use domain::{Form, Problems};
use leptos::prelude::*;
use serde::Deserialize;
use store::Store;

use self::send::Refusal;
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::{Brand, Fields, ProseField, TextField};
use crate::{PageError, address};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct FormQuery {
    /// Whether the form was just sent.
    sent: String,
}

/// `GET /f/{key}`
pub async fn page(
    Path(key): Path<String>,
    Query(query): Query<FormQuery>,
    State(store): State<Store>,
    context: PageContext,
) -> Result<(StatusCode, Html<String>), PageError> {
    let source = store.contact_form(&key).await?.ok_or(PageError::UnknownAddress)?;
    let i18n = i18n(&store, &context).await;
    if !source.active {
        let hint = || view! { <p>{i18n.contact_closed_hint()}</p> }.into_any();
        // As an unknown one to programs.
        return Ok((StatusCode::NOT_FOUND, show(context, i18n.contact_closed(), i18n, hint).await));
    }
    if !query.sent.is_empty() {
        return Ok((StatusCode::OK, thanks(context, &source, i18n).await));
    }
    // A fault shows when the form is sent.
    if !store.has_room(&source).await.unwrap_or(true) {
        let hint = || view! { <p>{i18n.contact_full_hint()}</p> }.into_any();
        return Ok((StatusCode::OK, show(context, i18n.contact_full(), i18n, hint).await));
    }
    // Generated here, so that a form sent twice is one delivery.
    let id = store::new_id();
    let fields = Fields::public("contact", Form::default(), Problems::default(), &[], i18n);
    Ok((StatusCode::OK, form(context, &source, id, fields, None).await))
}

/// The form as typed, and why it was refused.
async fn refused(
    store: &Store,
    context: PageContext,
    source: &LeadSource,
    id: String,
    typed: Form,
    refusal: Refusal,
) -> (StatusCode, Html<String>) {
    let i18n = i18n(store, &context).await;
    let (status, notice, problems) = match refusal {
        Refusal::Invalid(problems) => (StatusCode::UNPROCESSABLE_ENTITY, i18n.contact_refused().to_owned(), problems),
        Refusal::TooMany(seconds) => {
            (StatusCode::TOO_MANY_REQUESTS, i18n.contact_too_many(&i18n.duration(seconds)), Problems::default())
        }
        Refusal::Full(seconds) => {
            (StatusCode::TOO_MANY_REQUESTS, i18n.contact_not_stored(&i18n.duration(seconds)), Problems::default())
        }
    };
    let fields = Fields::public("contact", typed, problems, &ContactMessage::FIELDS, i18n);
    (status, form(context, source, id, fields, Some(notice)).await)
}

async fn i18n(store: &Store, context: &PageContext) -> I18n {
    I18n(store.language().await.unwrap_or_default(), context.agency().form_of_address)
}

async fn form(
    context: PageContext,
    source: &LeadSource,
    id: String,
    fields: Fields,
    notice: Option<String>,
) -> Html<String> {
    let i18n = fields.i18n;
    let settings = source.form.clone().unwrap_or_default();
    let action = send::ADDRESS.replace("{key}", source.key.reveal());
    let body = || view! { <ContactForm settings action id fields notice i18n/> }.into_any();
    show(context, i18n.contact_heading(), i18n, body).await
}

async fn thanks(context: PageContext, source: &LeadSource, i18n: I18n) -> Html<String> {
    let again = address::contact_form(source.key.reveal()).into_string();
    let body = || {
        view! {
            <p>{i18n.contact_thanks_hint()}</p>
            <p class="actions"><a class="button button--quiet" href=again>{i18n.contact_again()}</a></p>
        }
        .into_any()
    };
    show(context, i18n.contact_thanks(), i18n, body).await
}

/// A page below the agency's logo.
async fn show(context: PageContext, heading: &'static str, i18n: I18n, body: impl FnOnce() -> AnyView) -> Html<String> {
    render(context.clone(), || {
        let agency = context.agency();
        let body = view! {
            <main class="lobby">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{heading}</h1>
                {body()}
            </main>
        };
        let title = format!("{heading} · {}", i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

#[component]
fn ContactForm(
    settings: FormSettings,
    action: String,
    id: String,
    fields: Fields,
    notice: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    let FormSettings { intro, consent, privacy_url, hides_phone, hides_company } = settings;
    let label = |field| i18n.lead_field(field);
    let notice = notice.map(|notice| view! { <p class="notice notice--wrong" role="alert">{notice}</p> });
    let phone = (!hides_phone).then(|| {
        view! {
            <TextField
                fields=fields.clone()
                name="phone"
                label=label(LeadField::Phone)
                kind="tel"
                inputmode="tel"
                autocomplete="tel"
                most=LeadDraft::PHONE
            />
        }
    });
    let company = (!hides_company).then(|| {
        view! {
            <TextField
                fields=fields.clone()
                name="company"
                label=label(LeadField::Company)
                autocomplete="organization"
                most=LeadDraft::COMPANY
            />
        }
    });
    view! {
        {intro.map(|intro| view! { <p class="prose" dir="auto">{intro}</p> })}
        <form method="post" action=action class="form">
            {notice}
            <input type="hidden" name="id" value=id/>
            <TextField
                fields=fields.clone()
                name="name"
                label=label(LeadField::Name)
                autocomplete="name"
                required=true
                most=LeadDraft::NAME
            />
            <TextField
                fields=fields.clone()
                name="email"
                label=label(LeadField::Email)
                kind="email"
                inputmode="email"
                autocomplete="email"
                required=true
            />
            {phone}
            {company}
            <ProseField
                fields=fields.clone()
                name="message"
                label=label(LeadField::Message)
                rows=6
                most=ContactMessage::MESSAGE
            />
            <Honeypot fields=fields.clone() i18n/>
            <ConsentField fields consent privacy_url i18n/>
            <button class="button button--wide">{i18n.contact_send()}</button>
        </form>
    }
}

/// A field for programs only: neither seen nor read aloud nor reached by the keyboard.
#[component]
fn Honeypot(fields: Fields, i18n: I18n) -> impl IntoView {
    const NAME: &str = ContactMessage::HONEYPOT;
    view! {
        <div class="sr-only" aria-hidden="true">
            <label for="contact-website">{i18n.contact_honeypot()}</label>
            <input
                id="contact-website"
                name=format!("form[{NAME}]")
                type="text"
                value=fields.value(NAME)
                tabindex="-1"
                autocomplete="off"
            />
        </div>
    }
}

/// The box to tick, if a consent is set, and the link to the details.
#[component]
fn ConsentField(fields: Fields, consent: Option<String>, privacy_url: Option<String>, i18n: I18n) -> impl IntoView {
    let problem = fields.problem("consent").is_some();
    let focused = problem && fields.focus() == Some("consent");
    let ticked = |text: &str| fields.value("consent").trim() == text;
    let tick = consent.map(|text| {
        view! {
            <label class="consent">
                <input
                    id="contact-consent"
                    name="form[consent]"
                    type="checkbox"
                    value=text.clone()
                    checked=ticked(&text)
                    required
                    autofocus=focused
                    aria-invalid=problem.then_some("true")
                    aria-describedby=problem.then_some("contact-consent-problem")
                />
                <span dir="auto">{text}</span>
            </label>
        }
    });
    let needed = problem.then(|| {
        view! { <p class="field__problem" id="contact-consent-problem">{i18n.contact_consent_needed()}</p> }
    });
    let link = privacy_url.map(|url| {
        view! {
            <p class="field__hint">
                <a class="field__link" href=url target="_blank" rel="noopener">
                    {i18n.contact_privacy()} <span class="sr-only">" "{i18n.in_new_tab()}</span>
                </a>
            </p>
        }
    });
    (tick.is_some() || link.is_some()).then(|| view! { <div class="field">{tick} {needed} {link}</div> })
}

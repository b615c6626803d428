//! The public page of a contact form, `/f/{key}`: the form, the thanks, and what a visitor reads while it is off or
//! full; and the action that the form posts to.

mod refused;
pub mod send;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use domain::leads::{ContactMessage, FormSettings, LeadDraft, LeadField, LeadSource};
use domain::{Agency, Form, Language, Problems};
use leptos::prelude::*;
use serde::Deserialize;
use store::Store;

use self::refused::{Refusal, RefusedForm};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::{Brand, Fields, ProseField, TextField};
use crate::{PageError, PagesState, address};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct FormQuery {
    /// Whether the form was just sent.
    sent: String,
    /// The id of the form that was just refused.
    refused: String,
}

/// `GET /f/{key}`
pub async fn page(
    Path(key): Path<String>,
    Query(query): Query<FormQuery>,
    State(state): State<PagesState>,
    headers: HeaderMap,
    context: PageContext,
) -> Result<Response, PageError> {
    let store = &state.store;
    let source = store.contact_form(&key).await?.ok_or(PageError::UnknownAddress)?;
    let i18n = i18n(store, &context, &source, &headers).await;
    let is_https = state.base_url.starts_with("https:");
    if !source.active {
        // As an unknown one to programs.
        let page = show(context, i18n.contact_closed(), i18n.contact_closed_hint(), None::<fn()>, i18n).await;
        return Ok((StatusCode::NOT_FOUND, page).into_response());
    }
    if !query.sent.is_empty() {
        let path = address::contact_form(source.key.reveal()).into_string();
        let cookie = refused::end_cookie(&headers, &path, is_https).map(|cookie| [(header::SET_COOKIE, cookie)]);
        return Ok((cookie, thanks(context, path, i18n).await).into_response());
    }
    if let Some(refused) = RefusedForm::of(&headers, &query.refused, is_https) {
        return Ok(refused_form(store, context, &source, refused, i18n).await.into_response());
    }
    // A fault shows when the form is sent.
    if !store.has_room(&source).await.unwrap_or(true) {
        return Ok(show(context, i18n.contact_full(), i18n.contact_full_hint(), None::<fn()>, i18n)
            .await
            .into_response());
    }
    // Generated here, so that a form sent twice is one delivery.
    let id = store::new_id();
    let fields = Fields::public("contact", Form::default(), Problems::default(), &[], i18n);
    Ok(form(context, &source, id, fields, None).await.into_response())
}

/// The form as typed, and why it was refused.
async fn refused_form(
    store: &Store,
    context: PageContext,
    source: &LeadSource,
    refused: RefusedForm,
    i18n: I18n,
) -> Html<String> {
    let RefusedForm { id, form: typed, refusal } = refused;
    let settings = source.form.clone().unwrap_or_default();
    let (notice, problems) = match refusal {
        Refusal::Invalid => {
            let read = ContactMessage::read(&typed, &settings, store.clock().now());
            (i18n.contact_refused().to_owned(), read.err().unwrap_or_default())
        }
        Refusal::TooMany(seconds) => (i18n.contact_too_many(&i18n.duration(seconds)), Problems::default()),
        Refusal::Full(seconds) => (i18n.contact_not_stored(&i18n.duration(seconds)), Problems::default()),
    };
    let fields = Fields::public("contact", typed, problems, &ContactMessage::FIELDS, i18n);
    form(context, source, id, fields, Some(notice)).await
}

/// In the language of the form, else in the one that the browser prefers, else in the agency's.
async fn i18n(store: &Store, context: &PageContext, source: &LeadSource, headers: &HeaderMap) -> I18n {
    let fixed = source.form.as_ref().and_then(|form| form.language);
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = match fixed.or_else(|| Language::preferred(accepted?)) {
        Some(language) => language,
        None => store.language().await.unwrap_or_default(),
    };
    I18n(language, context.agency().form_of_address)
}

async fn form(
    context: PageContext,
    source: &LeadSource,
    id: String,
    fields: Fields,
    notice: Option<String>,
) -> Html<String> {
    let i18n = fields.i18n;
    let mut settings = source.form.clone().unwrap_or_default();
    let action = send::ADDRESS.replace("{key}", source.key.reveal());
    render(context.clone(), || {
        let agency = context.agency();
        let intro = settings.intro.take().map(|intro| view! { <p class="prose" dir="auto">{intro}</p> });
        let body = view! {
            <main class="contact">
                <header class="contact__intro">
                    <p class="brand"><Brand agency=agency.clone() i18n/></p>
                    <h1>{i18n.contact_heading()}</h1>
                    {intro}
                </header>
                <ContactForm settings action id fields notice i18n/>
            </main>
        };
        document(i18n.contact_heading(), agency, body, i18n)
    })
    .await
}

async fn thanks(context: PageContext, again: String, i18n: I18n) -> Html<String> {
    let again = move || {
        view! { <p class="actions"><a class="button button--quiet" href=again>{i18n.contact_again()}</a></p> }
    };
    show(context, i18n.contact_thanks(), i18n.contact_thanks_hint(), Some(again), i18n).await
}

/// A page with one thing to say; with `next` it says that something has succeeded.
async fn show<V: IntoView>(
    context: PageContext,
    heading: &'static str,
    hint: &'static str,
    next: Option<impl FnOnce() -> V>,
    i18n: I18n,
) -> Html<String> {
    render(context.clone(), || {
        let agency = context.agency();
        let body = view! {
            <main class="lobby">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1 class=next.is_some().then_some("done")>{heading}</h1>
                <p class="lobby__text">{hint}</p>
                {next.map(|next| next())}
            </main>
        };
        document(heading, agency, body, i18n)
    })
    .await
}

fn document(heading: &'static str, agency: &Agency, body: impl IntoView + 'static, i18n: I18n) -> Page {
    let title = format!("{heading} · {}", i18n.site_name(agency));
    Page { language: i18n.0, title, description: None, body: body.into_any() }
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
    let FormSettings { consent, privacy_url, hides_phone, hides_company, .. } = settings;
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
        <form method="post" action=action class="form contact__form">
            {notice}
            <input type="hidden" name="id" value=id/>
            <div class="form__pair">
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
            </div>
            <ProseField
                fields=fields.clone()
                name="message"
                label=i18n.contact_message()
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

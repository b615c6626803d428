//! The sign-in page.

use admin_island::DRAFT_KEYS;
use axum::Extension;
use axum::extract::State;
use axum::response::Html;
use domain::EmailAddress;
use leptos::nonce::use_nonce;

use crate::PagesState;
use crate::admin::prelude::*;
use crate::render::{Page, PageContext, render};
use crate::session::{CodeStep, CsrfToken, HasSignedOut, TypedEmail};

/// The error of a sign-in whose password was right.
const CODE_REQUIRED: &str = "CodeRequired";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoginQuery {
    /// The address to redirect to after signing in.
    #[serde(rename = "callbackUrl")]
    callback: Option<String>,
    /// The Auth.js error code of a failed sign-in.
    error: Option<String>,
    /// Set after a forgotten password was replaced.
    reset: Option<String>,
}

/// `GET /admin/login`
pub async fn page(
    State(state): State<PagesState>,
    Extension(CsrfToken(csrf_token)): Extension<CsrfToken>,
    Extension(TypedEmail(email)): Extension<TypedEmail>,
    Extension(HasSignedOut(has_signed_out)): Extension<HasSignedOut>,
    Extension(code_step): Extension<CodeStep>,
    Query(LoginQuery { callback, error, reset }): Query<LoginQuery>,
    context: PageContext,
) -> Html<String> {
    let i18n = I18n::from(state.store.language().await.unwrap_or_default());
    render(context.clone(), || {
        let agency = context.agency();
        // Without an error the sign-in begins anew.
        let is_code_alone = error.is_some() && code_step == CodeStep::Awaited;
        let is_code_missing = error.as_deref() == Some(CODE_REQUIRED);
        let trouble = error.filter(|_| !(is_code_alone && is_code_missing)).map(|code| refused(&code, code_step, i18n));
        let changed = reset.is_some() && trouble.is_none();
        let is_wrong = trouble.is_some();
        let heading = if is_code_alone { i18n.sign_in_code_heading() } else { i18n.sign_in_heading() };
        let fields = if is_code_alone {
            view! { <CodeField of=CodeOf::AppOrRecovery label=i18n.sign_in_code() hint=i18n.sign_in_code_hint() is_wrong autofocus=true/> }.into_any()
        } else {
            view! { <Credentials email is_wrong is_code_missing i18n/> }.into_any()
        };
        let below = if is_code_alone {
            Some(view! { <p class="lobby__text"><a href="/admin/login">{i18n.sign_in_again()}</a></p> }.into_any())
        } else if state.mail.is_some() {
            Some(view! { <p class="lobby__text"><a href=address::FORGOTTEN>{i18n.forgotten()}</a></p> }.into_any())
        } else {
            None
        };
        let body = view! {
            <main class="lobby lobby--form">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{heading}</h1>
                {changed.then(|| view! { <p class="notice" role="status">{i18n.password_changed()}</p> })}
                {trouble.map(|text| view! { <p id="trouble" class="notice notice--wrong" role="alert">{text}</p> })}
                <form method="post" action="/api/auth/callback/credentials" class="form">
                    <input type="hidden" name="csrfToken" value=csrf_token/>
                    <input type="hidden" name="callbackUrl" value=callback.unwrap_or_else(|| "/admin/today".to_owned())/>
                    {fields}
                    <button class="button button--wide">{i18n.sign_in()}</button>
                </form>
                {below}
                {has_signed_out.then(|| view! { <script nonce=use_nonce()>{forget_drafts()}</script> })}
            </main>
        };
        let title = format!("{heading} · {}", i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

/// With the code's field, too, when a code is missing in a browser that has lost what it typed before.
#[component]
fn Credentials(email: Option<EmailAddress>, is_wrong: bool, is_code_missing: bool, i18n: I18n) -> impl IntoView {
    let has_email = email.is_some();
    let wrong = is_wrong.then_some("true");
    view! {
        <p class="field">
            <label for="email">{i18n.email()}</label>
            <input
                id="email"
                name="email"
                type="email"
                autocomplete="username"
                required
                value=email.map(String::from)
                autofocus=!has_email
                aria-invalid=wrong
                aria-describedby=wrong.map(|_| "trouble")
            />
        </p>
        <PasswordField id="password" label=i18n.password() is_wrong autofocus=has_email/>
        {is_code_missing.then(|| view! {
            <CodeField of=CodeOf::AppOrRecovery label=i18n.sign_in_code() hint=i18n.sign_in_code_hint() is_wrong=false/>
        })}
    }
}

/// Removes what the agency typed in this tab and did not send; what a client typed stays.
fn forget_drafts() -> String {
    let is_draft = DRAFT_KEYS.map(|start| format!("key.startsWith('{start}')")).join("||");
    format!("try{{for(const key of Object.keys(sessionStorage))if({is_draft})sessionStorage.removeItem(key)}}catch{{}}")
}

fn refused(code: &str, code_step: CodeStep, i18n: I18n) -> &'static str {
    match (code, code_step) {
        ("signed-out", _) => i18n.error_signed_out(),
        ("CredentialsSignin", CodeStep::Awaited) => i18n.sign_in_code_wrong(),
        ("CredentialsSignin", CodeStep::Expired) => i18n.sign_in_code_late(),
        ("CredentialsSignin", CodeStep::None) => i18n.credentials_wrong(),
        (CODE_REQUIRED, _) => i18n.sign_in_code_needed(),
        ("MissingCSRF", _) => i18n.form_expired(),
        ("RateLimited", _) => i18n.too_many_attempts(),
        _ => i18n.sign_in_failed(),
    }
}

//! The sign-in page.

use admin_island::DRAFT_KEYS;
use axum::Extension;
use axum::extract::State;
use axum::response::Html;
use leptos::nonce::use_nonce;

use crate::PagesState;
use crate::admin::prelude::*;
use crate::render::{Page, PageContext, render};
use crate::session::{CsrfToken, HasSignedOut, TypedEmail};

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
    Query(LoginQuery { callback, error, reset }): Query<LoginQuery>,
    context: PageContext,
) -> Html<String> {
    let i18n = I18n::from(state.store.language().await.unwrap_or_default());
    render(context.clone(), || {
        let agency = context.agency();
        let trouble = error.map(|code| refused(&code, i18n));
        let forgotten = state.mail.is_some().then(|| {
            view! { <p class="lobby__text"><a href=address::FORGOTTEN>{i18n.forgotten()}</a></p> }
        });
        let changed = reset.is_some() && trouble.is_none();
        let has_email = email.is_some();
        let wrong = trouble.is_some().then_some("true");
        let body = view! {
            <main class="lobby lobby--form">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{i18n.sign_in_heading()}</h1>
                {changed.then(|| view! { <p class="notice" role="status">{i18n.password_changed()}</p> })}
                {trouble.map(|text| view! { <p id="trouble" class="notice notice--wrong" role="alert">{text}</p> })}
                <form method="post" action="/api/auth/callback/credentials" class="form">
                    <input type="hidden" name="csrfToken" value=csrf_token/>
                    <input type="hidden" name="callbackUrl" value=callback.unwrap_or_else(|| "/admin/today".to_owned())/>
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
                    <PasswordField id="password" label=i18n.password() is_wrong=wrong.is_some() autofocus=has_email/>
                    <button class="button button--wide">{i18n.sign_in()}</button>
                </form>
                {forgotten}
                {has_signed_out.then(|| view! { <script nonce=use_nonce()>{forget_drafts()}</script> })}
            </main>
        };
        let title = format!("{} · {}", i18n.sign_in_heading(), i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

/// Removes what the agency typed in this tab and did not send; what a client typed stays.
fn forget_drafts() -> String {
    let is_draft = DRAFT_KEYS.map(|start| format!("key.startsWith('{start}')")).join("||");
    format!("try{{for(const key of Object.keys(sessionStorage))if({is_draft})sessionStorage.removeItem(key)}}catch{{}}")
}

fn refused(code: &str, i18n: I18n) -> &'static str {
    match code {
        "signed-out" => i18n.error_signed_out(),
        "CredentialsSignin" => i18n.credentials_wrong(),
        "MissingCSRF" => i18n.form_expired(),
        "RateLimited" => i18n.too_many_attempts(),
        _ => i18n.sign_in_failed(),
    }
}

//! Signing in.

use leptos::prelude::*;

use crate::i18n::I18n;

/// `/admin/login?callbackUrl=…&error=…`.
#[component]
pub fn LoginPage() -> impl IntoView {
    let (callback, error) =
        use_query_map().with_untracked(|query| (query.get("callbackUrl"), query.get("error")));
    let CsrfToken(csrf_token) = use_context().unwrap_or_default();
    let page = async move {
        let i18n = I18n(rpc::load_language().await.unwrap_or_default());
        let trouble = error.map(|code| refused(&code, i18n));
        let wrong = trouble.is_some().then_some("true");
        view! {
            <Document
                language=i18n.0
                title=format!("{} · {}", i18n.sign_in_heading(), i18n.app_name())
            />
            <main class="lobby lobby--form">
                <p class="lobby__name">{i18n.app_name()}</p>
                <h1>{i18n.sign_in_heading()}</h1>
                {trouble.map(|text| view! { <p id="trouble" class="notice notice--wrong" role="alert">{text}</p> })}
                <form method="post" action="/api/auth/callback/credentials" class="form">
                    <input type="hidden" name="csrfToken" value=csrf_token/>
                    <input type="hidden" name="callbackUrl" value=callback.unwrap_or_else(|| "/admin".to_owned())/>
                    <p class="field">
                        <label for="email">{i18n.email()}</label>
                        <input
                            id="email"
                            name="email"
                            type="email"
                            autocomplete="username"
                            required
                            aria-invalid=wrong
                            aria-describedby=wrong.map(|_| "trouble")
                        />
                    </p>
                    <p class="field">
                        <label for="password">{i18n.password()}</label>
                        <input
                            id="password"
                            name="password"
                            type="password"
                            autocomplete="current-password"
                            required
                            aria-invalid=wrong
                            aria-describedby=wrong.map(|_| "trouble")
                        />
                    </p>
                    <button class="button button--wide">{i18n.sign_in()}</button>
                </form>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

/// Why signing in failed (`?error=`, as Auth.js names it), in words.
fn refused(code: &str, i18n: I18n) -> &'static str {
    match code {
        "CredentialsSignin" => i18n.credentials_wrong(),
        "MissingCSRF" => i18n.form_expired(),
        "RateLimited" => i18n.too_many_attempts(),
        _ => i18n.sign_in_failed(),
    }
}

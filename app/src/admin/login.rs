//! Signing in.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::rpc;
use crate::ui::Document;
use crate::viewer::CsrfToken;
use crate::words::Words;

/// `/admin/login?callbackUrl=…&error=…`.
#[component]
pub fn LoginPage() -> impl IntoView {
    let (callback, error) =
        use_query_map().with_untracked(|query| (query.get("callbackUrl"), query.get("error")));
    let CsrfToken(csrf_token) = use_context().unwrap_or_default();
    let page = async move {
        let words = Words(rpc::load_language().await.unwrap_or_default());
        let trouble = error.map(|code| refused(&code, words));
        let wrong = trouble.is_some().then_some("true");
        view! {
            <Document
                language=words.0
                title=format!("{} · {}", words.sign_in_heading(), words.app_name())
            />
            <main class="lobby lobby--form">
                <p class="lobby__name">{words.app_name()}</p>
                <h1>{words.sign_in_heading()}</h1>
                {trouble.map(|text| view! { <p id="trouble" class="notice notice--wrong" role="alert">{text}</p> })}
                <form method="post" action="/api/auth/callback/credentials" class="form">
                    <input type="hidden" name="csrfToken" value=csrf_token/>
                    <input type="hidden" name="callbackUrl" value=callback.unwrap_or_else(|| "/admin".to_owned())/>
                    <p class="field">
                        <label for="email">{words.email()}</label>
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
                        <label for="password">{words.password()}</label>
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
                    <button class="button button--wide">{words.sign_in()}</button>
                </form>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

/// Why signing in failed (`?error=`, as Auth.js names it), in words.
fn refused(code: &str, words: Words) -> &'static str {
    match code {
        "CredentialsSignin" => words.credentials_wrong(),
        "MissingCSRF" => words.form_expired(),
        "RateLimited" => words.too_many_attempts(),
        _ => words.sign_in_failed(),
    }
}

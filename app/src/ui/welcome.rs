//! The public page at `/`.

use leptos::prelude::*;
use leptos_meta::Meta;

use super::Document;
use crate::rpc;
use crate::words::Words;

/// What Atrio is, and the way in.
#[component]
pub fn WelcomePage() -> impl IntoView {
    let page = async move {
        let words = Words(rpc::load_language().await.unwrap_or_default());
        view! {
            <Document language=words.0 title=format!("{} · {}", words.app_name(), words.tagline())/>
            <Meta name="description" content=words.tagline()/>
            <main class="lobby">
                <h1>{words.app_name()}</h1>
                <p class="lobby__tagline">{words.tagline()}</p>
                <p>{words.welcome_clients()}</p>
                <p>
                    <a href="/admin/login">{words.to_login()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

//! The public page at `/`.

use leptos::prelude::*;
use leptos_meta::Meta;

use super::Document;
use crate::i18n::I18n;
use crate::rpc;

/// What Atrio is, and the way in.
#[component]
pub fn WelcomePage() -> impl IntoView {
    let page = async move {
        let i18n = I18n(rpc::load_language().await.unwrap_or_default());
        view! {
            <Document language=i18n.0 title=format!("{} · {}", i18n.app_name(), i18n.tagline())/>
            <Meta name="description" content=i18n.tagline()/>
            <main class="lobby">
                <h1>{i18n.app_name()}</h1>
                <p class="lobby__tagline">{i18n.tagline()}</p>
                <p>{i18n.welcome_clients()}</p>
                <p>
                    <a href="/admin/login">{i18n.to_login()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

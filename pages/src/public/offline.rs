//! The page for a lost connection, which the service worker caches (public/sw.js).

use axum::extract::State;
use axum::response::Html;
use leptos::prelude::*;
use store::Store;

use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};

/// `GET /offline`. The service worker shows it at the address of the page that failed to load.
pub async fn page(State(store): State<Store>, context: PageContext) -> Html<String> {
    let i18n = I18n(store.language().await.unwrap_or_default(), context.agency().form_of_address);
    render(context, || {
        let body = view! {
            <main class="lobby">
                <h1>{i18n.offline()}</h1>
                <p>{i18n.offline_hint()}</p>
                // An empty address reloads the page that failed.
                <p><a href="">{i18n.try_again()}</a></p>
            </main>
        };
        Page {
            language: i18n.0,
            title: format!("{} · {}", i18n.offline(), i18n.app_name()),
            description: None,
            body: body.into_any(),
        }
    })
    .await
}

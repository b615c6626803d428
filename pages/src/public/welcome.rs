//! The public page at `/`.

use axum::extract::State;
use axum::response::Html;
use leptos::prelude::*;
use store::Store;

use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};

/// `GET /`
pub async fn page(State(store): State<Store>, context: PageContext) -> Html<String> {
    let i18n = I18n(store.language().await.unwrap_or_default());
    render(context, || {
        let body = view! {
            <main class="lobby">
                <h1>{i18n.app_name()}</h1>
                <p class="lobby__tagline">{i18n.tagline()}</p>
                <p>{i18n.welcome_clients()}</p>
                <p>
                    <a href="/admin/login">{i18n.to_login()}</a>
                </p>
            </main>
        };
        Page {
            language: i18n.0,
            title: format!("{} · {}", i18n.app_name(), i18n.tagline()),
            description: Some(i18n.tagline()),
            body: body.into_any(),
        }
    })
    .await
}

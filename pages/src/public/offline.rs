//! The page shown when there is no connection: the browser keeps it (public/sw.js).

use axum::extract::State;
use axum::response::Html;
use leptos::prelude::*;
use store::Store;

use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};

/// There is no connection, whatever was asked for. It is kept under its own address and shown under
/// that of the page that could not be had.
pub async fn page(State(store): State<Store>, context: PageContext) -> Html<String> {
    let i18n = I18n(store.language().await.unwrap_or_default());
    render(context, || {
        let body = view! {
            <main class="lobby">
                <h1>{i18n.offline()}</h1>
                <p>{i18n.offline_hint()}</p>
                // An empty address is the one the page stands under.
                <p>
                    <a href="">{i18n.try_again()}</a>
                </p>
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

//! The welcome page, and the page for a lost connection.

use axum::extract::State;
use axum::response::{Html, Response};
use leptos::either::Either;
use leptos::prelude::*;
use store::Store;

use crate::admin::guide;
use crate::i18n::I18n;
use crate::redirect;
use crate::render::{Page, PageContext, render};
use crate::ui::Brand;

/// `GET /`
pub async fn page(State(store): State<Store>, context: PageContext) -> Html<String> {
    let i18n = I18n(store.language().await.unwrap_or_default(), context.agency().form_of_address);
    render(context.clone(), || {
        let agency = context.agency();
        let name = i18n.site_name(agency);
        let tagline = if agency.name.is_some() { i18n.client_portal_of_agency() } else { i18n.tagline() };
        let heading = match agency.logo {
            Some(_) => Either::Left(view! { <h1 class="brand"><Brand agency=agency.clone() i18n/></h1> }),
            None => Either::Right(view! { <h1 dir="auto">{name.clone()}</h1> }),
        };
        let body = view! {
            <main class="lobby">
                {heading}
                <p class="lobby__tagline">{tagline}</p>
                <p>{i18n.welcome_clients()}</p>
                <p><a href="/admin/login">{i18n.to_login()}</a></p>
            </main>
        };
        Page {
            language: i18n.0,
            title: format!("{name} · {tagline}"),
            description: Some(tagline),
            body: body.into_any(),
        }
    })
    .await
}

/// `GET /help`: the guide, which is files of the site, in the agency's language.
pub async fn guide(State(store): State<Store>) -> Response {
    redirect::to(&guide::address(store.language().await.unwrap_or_default(), guide::FIRST_CHAPTER))
}

/// `GET /offline`. The service worker shows it at the address of the page that failed to load.
pub async fn offline(State(store): State<Store>, context: PageContext) -> Html<String> {
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

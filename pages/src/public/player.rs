//! The page on which a recording is played: in a tab of its own browsers do not play it, under the policy of files.

use app::address;
use axum::response::{IntoResponse as _, Response};
use domain::File;
use leptos::nonce::Nonce;
use leptos::prelude::*;

use crate::PagesState;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::viewer::page::ViewerStyle;
use crate::viewer::stage::Player;

/// The page of a file that is video or audio, for somebody who may read it.
pub async fn page(state: &PagesState, nonce: Option<Nonce>, file: File) -> Response {
    let context = PageContext::load(state, nonce).await;
    let i18n = I18n(state.store.language().await.unwrap_or_default(), context.agency().form_of_address);
    let page = || {
        let name = file.name.to_string();
        let url = address::file(&file.id, &file.name);
        let body = view! {
            <ViewerStyle/>
            <main id="main" class="stage player">
                <h1><bdi>{name.clone()}</bdi></h1>
                <Player url=url.clone() content_type=file.content_type/>
                <p><a href=url download="">{i18n.download()}</a></p>
            </main>
        };
        Page { language: i18n.0, title: name, description: None, body: body.into_any() }
    };
    render(context, page).await.into_response()
}

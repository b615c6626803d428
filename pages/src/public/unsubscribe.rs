//! The page that stops the e-mails to somebody, `/n/{key}`. The server checks the key (`server/src/site`).

use axum::response::Html;
use domain::notifications::Recipient;
use leptos::either::Either;
use leptos::prelude::*;

use crate::address;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::Brand;

/// The form, or `is_done` after it was sent. It posts to its own address.
pub async fn page(context: PageContext, recipient: &Recipient, is_done: bool, i18n: I18n) -> Html<String> {
    let heading = if is_done { i18n.unsubscribed() } else { i18n.unsubscribe() };
    let hint = match (recipient, is_done) {
        (Recipient::Client(_), false) => i18n.unsubscribe_client_hint(),
        (Recipient::Client(_), true) => i18n.unsubscribed_client_hint(),
        (Recipient::Admin, false) => i18n.unsubscribe_admin_hint(),
        (Recipient::Admin, true) => i18n.unsubscribed_admin_hint(),
    };
    render(context.clone(), || {
        let agency = context.agency();
        let form = if is_done {
            // A client's address is not shown to whoever has the key: it may have changed since.
            let settings = (*recipient == Recipient::Admin).then(|| {
                view! {
                    <p>
                        <a href=address::notifications().top()>{i18n.notifications()}</a>
                    </p>
                }
            });
            Either::Left(settings)
        } else {
            Either::Right(view! {
                <form method="post" class="actions">
                    <button class="button">{i18n.unsubscribe_button()}</button>
                </form>
            })
        };
        let body = view! {
            <main class="lobby">
                <p class="brand"><Brand agency=agency.clone() i18n/></p>
                <h1>{heading}</h1>
                <p>{hint}</p>
                {form}
            </main>
        };
        let title = format!("{heading} · {}", i18n.site_name(agency));
        Page { language: i18n.0, title, description: None, body: body.into_any() }
    })
    .await
}

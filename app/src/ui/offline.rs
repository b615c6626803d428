//! The page shown when there is no connection: the browser keeps it (public/sw.js).

use leptos::prelude::*;

use super::Document;
use crate::i18n::I18n;
use crate::rpc;

/// There is no connection, whatever was asked for. It is kept under its own address and shown under
/// that of the page that could not be had.
#[component]
pub fn OfflinePage() -> impl IntoView {
    let page = async move {
        let i18n = I18n(rpc::load_language().await.unwrap_or_default());
        view! {
            <Document language=i18n.0 title=format!("{} · {}", i18n.offline(), i18n.app_name())/>
            <main class="lobby">
                <h1>{i18n.offline()}</h1>
                <p>{i18n.offline_hint()}</p>
                // An empty address is the one the page stands under.
                <p>
                    <a href="">{i18n.try_again()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

//! The page shown when there is no connection: the browser keeps it (public/sw.js).

use leptos::prelude::*;

use super::Document;
use crate::rpc;
use crate::words::Words;

/// There is no connection, whatever was asked for. It is kept under its own address and shown under
/// that of the page that could not be had.
#[component]
pub fn OfflinePage() -> impl IntoView {
    let page = async move {
        let words = Words(rpc::load_language().await.unwrap_or_default());
        view! {
            <Document language=words.0 title=format!("{} · {}", words.offline(), words.app_name())/>
            <main class="lobby">
                <h1>{words.offline()}</h1>
                <p>{words.offline_hint()}</p>
                // An empty address is the one the page stands under.
                <p>
                    <a href="">{words.try_again()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

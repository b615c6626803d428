//! The page for what is not there, the same whatever was asked for, and for what went wrong.

use leptos::prelude::*;

use super::Document;
use crate::error::Mishap;
use crate::rpc;
use crate::words::Words;

/// Nothing is at this address.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <MishapPage mishap=Mishap::Missing/> }
}

/// A page that could not be shown, with the status that says so.
#[component]
pub fn MishapPage(
    /// Why it could not.
    mishap: Mishap,
) -> impl IntoView {
    let page = async move {
        // Without an answer there is still a page to show.
        let words = Words(rpc::tell_mishap(mishap).await.unwrap_or_default());
        let (heading, hint) = match mishap {
            Mishap::Missing => (words.not_found(), words.not_found_hint()),
            _ => (words.trouble(), words.trouble_hint()),
        };
        view! {
            <Document language=words.0 title=format!("{heading} · {}", words.app_name())/>
            <main class="lobby">
                <h1>{heading}</h1>
                <p>{hint}</p>
                <p>
                    <a href="/">{words.to_start()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

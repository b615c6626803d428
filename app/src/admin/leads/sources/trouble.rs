//! What is wrong with a source.

use domain::Timestamp;
use domain::lead::source::SourceLine;
use leptos::prelude::*;

use crate::address::Address;
use crate::rpc::TroubledSource;
use crate::words::Words;

/// What is wrong, beside the name of the source.
#[component]
pub fn TroubleChip(
    /// The source.
    line: SourceLine,
    /// What time it is.
    now: Timestamp,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    line.trouble.map(|trouble| {
        let text = words.source_trouble(trouble, line.last_received_at, now);
        view! { <p class="source-trouble sentence">{text}</p> }
    })
}

/// Says on the list of leads which sources look as if something were wrong with them.
#[component]
pub fn TroubledSources(
    /// Those that do.
    sources: Vec<TroubledSource>,
    /// What time it is.
    now: Timestamp,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let item = |TroubledSource { id, name, trouble, last_received_at }: TroubledSource| {
        let href = Address::source(id.as_str()).top();
        let text = words.source_trouble(trouble, last_received_at, now);
        view! {
            <li>
                <a href=href dir="auto">{name}</a>
                ": "
                {text}
            </li>
        }
    };
    let notice = (!sources.is_empty()).then(|| {
        view! { <ul class="notice notice--wrong">{sources.into_iter().map(item).collect_view()}</ul> }
    });
    view! { <div class="source-notices" data-live="source-trouble">{notice}</div> }
}

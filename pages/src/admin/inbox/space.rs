//! Warnings about the space on disk.

use domain::settings::space::{NearlyFull, SpaceWarnings};

use crate::admin::prelude::*;

#[component]
pub fn SpaceNotice(warnings: SpaceWarnings, i18n: I18n) -> impl IntoView {
    let low = warnings.low.map(|space| {
        view! { <p class="notice notice--wrong">{i18n.low_space(space.bytes / 1_000_000)}</p> }
    });
    let deliveries = warnings.deliveries.map(|full| {
        let source = match full {
            NearlyFull::All => None,
            NearlyFull::Source(id, name) => Some((address::source(id.as_str()).top(), name)),
        };
        let text = if source.is_some() { i18n.source_nearly_full() } else { i18n.deliveries_nearly_full() };
        let source = source.map(|(href, name)| {
            view! {
                <a href=href dir="auto">{name}</a>
                ": "
            }
        });
        let settings = address::settings().at("arrivals");
        view! {
            <p class="notice notice--wrong">{source} {text} " " <a href=settings>{i18n.settings()}</a></p>
        }
    });
    view! { <div data-live="space">{low} {deliveries}</div> }
}

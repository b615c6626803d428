//! The lead parsed from a delivery with the current rules, or the error.

use domain::leads::delivery::{DeliveryCard, DeliveryLine, DeliveryPreview};
use domain::leads::{DeliveryError, DeliveryOutcome, DeliveryReason};
use leptos::either::Either;
use leptos::prelude::*;

use crate::address;
use crate::admin::leads::sources::preview::LeadFacts;
use crate::i18n::I18n;

#[component]
pub fn ParsedDelivery(card: DeliveryCard, i18n: I18n) -> impl IntoView {
    let line = card.line;
    let parsed = match card.reading {
        Ok(DeliveryPreview { lead, .. }) => {
            let name = line.source.map_or_else(|| "webhook".to_owned(), |(_, name)| name);
            let is_quarantined = line.outcome == DeliveryOutcome::Quarantined;
            let hint = is_quarantined.then(|| view! { <p>{i18n.delivery_understood_now()}</p> });
            Either::Left(view! {
                {hint}
                <LeadFacts lead source=name i18n/>
            })
        }
        Err(error) => Either::Right(view! { <ParseFailure error line i18n/> }),
    };
    view! {
        <section class="setting" aria-labelledby="understood-heading">
            <h2 id="understood-heading">{i18n.delivery_understood()}</h2>
            <div class="understood">{parsed}</div>
        </section>
    }
}

/// Why parsing fails, and what to do about it.
#[component]
fn ParseFailure(error: DeliveryError, line: DeliveryLine, i18n: I18n) -> impl IntoView {
    let is_quarantined = line.outcome == DeliveryOutcome::Quarantined;
    let help = match error.reason {
        DeliveryReason::Nobody if is_quarantined && line.source.is_some() => {
            Some(i18n.delivery_choose_fields())
        }
        DeliveryReason::Unreadable if is_quarantined => Some(i18n.delivery_unreadable()),
        DeliveryReason::Spam => Some(i18n.delivery_not_spam()),
        _ => None,
    };
    let source = line.source.filter(|_| error.reason == DeliveryReason::Spam).map(|(source, _)| {
        let href = address::source(source.as_str()).with("edit", "1").top();
        view! { " " <a href=href>{i18n.delivery_edit_source()}</a> }
    });
    view! {
        <p>{i18n.delivery_reason(error.reason)}</p>
        {help.map(|help| view! { <p>{help} {source}</p> })}
    }
}

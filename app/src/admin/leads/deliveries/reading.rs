//! What is understood of a delivery now, or what to do.

use domain::lead::delivery::{DeliveryCard, DeliveryLine, Understood};
use domain::lead::{DeliveryError, DeliveryOutcome, DeliveryReason};
use leptos::either::Either;
use leptos::prelude::*;

use crate::address::Address;
use crate::admin::leads::sources::preview::EnquiryFacts;
use crate::words::Words;

/// As it would be read now.
#[component]
pub fn Reading(
    /// The delivery.
    card: DeliveryCard,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let line = card.line;
    let reading = match card.reading {
        Ok(Understood { enquiry, .. }) => {
            let name = line.source.map_or_else(|| "webhook".to_owned(), |(_, name)| name);
            let waits = line.outcome == DeliveryOutcome::Quarantined;
            let hint = waits.then(|| view! { <p>{words.delivery_understood_now()}</p> });
            Either::Left(view! {
                {hint}
                <EnquiryFacts enquiry source=name words/>
            })
        }
        Err(error) => Either::Right(view! { <NotUnderstood error line words/> }),
    };
    view! {
        <section class="setting" aria-labelledby="understood-heading">
            <h2 id="understood-heading">{words.delivery_understood()}</h2>
            <div class="understood">{reading}</div>
        </section>
    }
}

/// Why nothing is, and what helps.
#[component]
fn NotUnderstood(error: DeliveryError, line: DeliveryLine, words: Words) -> impl IntoView {
    let waits = line.outcome == DeliveryOutcome::Quarantined;
    let help = match error.reason {
        DeliveryReason::Nobody if waits && line.source.is_some() => Some(words.delivery_choose_fields()),
        DeliveryReason::Unreadable if waits => Some(words.delivery_unreadable()),
        DeliveryReason::Spam => Some(words.delivery_not_spam()),
        _ => None,
    };
    let source = line.source.filter(|_| error.reason == DeliveryReason::Spam).map(|(source, _)| {
        let href = Address::source(source.as_str()).with("edit", "1").top();
        view! { " " <a href=href>{words.delivery_edit_source()}</a> }
    });
    view! {
        <p>{words.delivery_reason(error.reason)}</p>
        {help.map(|help| view! { <p>{help} {source}</p> })}
    }
}

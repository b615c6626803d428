//! What can be done with one delivery.

use domain::lead::delivery::{DeliveryCard, DeliveryLine};
use domain::lead::reading::places;
use domain::lead::{DeliveryOutcome, RawDelivery};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::admin::leads::deliveries::actions::{ReplayDelivery, SetDeliveryAside};
use crate::i18n::I18n;

/// Reading it again, and where that does not help: saying how, setting it aside, adding the lead by hand.
#[component]
pub fn Actions(
    /// The delivery.
    card: DeliveryCard,
    /// The reader's language.
    i18n: I18n,
) -> impl IntoView {
    let has_places = has_places(&card);
    let DeliveryLine { id, source, outcome, .. } = card.line;
    let id = String::from(id);
    let mapping = source.filter(|_| has_places).map(|(source, _)| {
        let href = address::mapping(source.as_str()).with("delivery", &id).top();
        view! { <a class="button button--quiet" href=href>{i18n.source_mapping()}</a> }
    });
    let waits = outcome == DeliveryOutcome::Quarantined;
    let by_hand = (waits || matches!(outcome, DeliveryOutcome::Spam | DeliveryOutcome::Refused)).then(|| {
        view! { <a class="button button--quiet" href="/admin/leads/new">{i18n.delivery_by_hand()}</a> }
    });
    let aside = (waits || outcome == DeliveryOutcome::Spam).then(|| {
        view! {
            <form method="post" action=SetDeliveryAside::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <button class="button button--quiet">{i18n.delivery_set_aside()}</button>
            </form>
        }
    });
    let class = if waits { "button" } else { "button button--quiet" };
    view! {
        <div class="actions">
            {mapping} {by_hand} {aside} <form method="post" action=ReplayDelivery::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <button class=class aria-describedby="reread-hint">{i18n.delivery_reread()}</button>
            </form>
        </div>
    }
}

/// Whether there is anything in it to choose the fields from.
fn has_places(card: &DeliveryCard) -> bool {
    let DeliveryCard { body, is_base64, content_type, headers, .. } = card;
    let raw = || RawDelivery {
        body: body.clone().into_bytes(),
        content_type: content_type.clone(),
        headers: headers.clone(),
    };
    !is_base64 && !places(&raw()).is_empty()
}

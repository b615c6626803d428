//! The actions on a delivery.

use domain::leads::DeliveryOutcome;
use domain::leads::delivery::{DeliveryCard, DeliveryLine};

use crate::admin::leads::deliveries::actions::{DismissDelivery, ReplayDelivery};
use crate::admin::prelude::*;

/// Replay; and, depending on the outcome: edit the mapping, dismiss, add the lead by hand.
#[component]
pub fn Actions(card: DeliveryCard, i18n: I18n) -> impl IntoView {
    let DeliveryCard { line, has_fields, kind, .. } = card;
    let DeliveryLine { id, source, outcome, .. } = line;
    let id = String::from(id);
    let mapping = source.filter(|_| has_fields && !kind.is_form()).map(|(source, _)| {
        let href = address::mapping(source.as_str()).with("delivery", &id).top();
        view! { <a class="button button--quiet" href=href>{i18n.source_mapping()}</a> }
    });
    let is_quarantined = outcome == DeliveryOutcome::Quarantined;
    let by_hand = (is_quarantined || matches!(outcome, DeliveryOutcome::Spam | DeliveryOutcome::Refused))
        .then(|| {
            view! { <a class="button button--quiet" href="/admin/leads/new">{i18n.delivery_by_hand()}</a> }
        });
    let dismiss = (is_quarantined || outcome == DeliveryOutcome::Spam).then(|| {
        view! {
            <form method="post" action=DismissDelivery::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <button class="button button--quiet">{i18n.delivery_dismiss()}</button>
            </form>
        }
    });
    let class = if is_quarantined { "button" } else { "button button--quiet" };
    view! {
        <div class="actions">
            {mapping} {by_hand} {dismiss} <form method="post" action=ReplayDelivery::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <button class=class aria-describedby="reread-hint">{i18n.delivery_reread()}</button>
            </form>
        </div>
    }
}

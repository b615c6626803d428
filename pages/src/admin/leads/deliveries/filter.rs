//! The filter of the list of deliveries, as in its address, and deleting all that it finds.

use domain::Timestamp;
use domain::id::SourceId;
use domain::leads::DeliveryOutcome;
use domain::leads::delivery::{DeliveredTo, DeliveryFilter};

use crate::admin::leads::deliveries::actions::DeleteDeliveries;
use crate::admin::prelude::*;

/// The value of `source` for the main address.
pub const MAIN: &str = "main";

/// What is not a filter is none.
pub fn filter_of(source: &str, outcome: &str) -> DeliveryFilter {
    let from = match source {
        MAIN => Some(DeliveredTo::Main),
        id => SourceId::parse(id).ok().map(DeliveredTo::Source),
    };
    DeliveryFilter { from, outcome: outcome.parse().ok() }
}

/// The filter that was shown; `None` if it is not one of ours, which must not count as none.
pub fn shown_filter(source: &str, outcome: &str) -> Option<DeliveryFilter> {
    let filter = filter_of(source, outcome);
    let is_same = source_code(&filter) == source && outcome_code(&filter) == outcome;
    is_same.then_some(filter)
}

/// The value of `source` for a filter; empty for all.
pub fn source_code(filter: &DeliveryFilter) -> &str {
    match &filter.from {
        None => "",
        Some(DeliveredTo::Main) => MAIN,
        Some(DeliveredTo::Source(id)) => id.as_str(),
    }
}

pub fn outcome_code(filter: &DeliveryFilter) -> &'static str {
    filter.outcome.map_or("", DeliveryOutcome::as_str)
}

pub fn address_of(filter: &DeliveryFilter) -> Address {
    address::deliveries().with("source", source_code(filter)).with("outcome", outcome_code(filter))
}

/// The way to the question.
#[component]
pub fn DeleteLink(filter: DeliveryFilter, i18n: I18n) -> impl IntoView {
    let href = address_of(&filter).with("delete", "1").with_fragment("delete");
    view! { <p class="actions"><a class="button button--quiet" href=href>{i18n.deliveries_delete()}</a></p> }
}

/// Asks whether to delete so many, received until now.
#[component]
pub fn DeletionForm(filter: DeliveryFilter, count: i64, now: Timestamp, i18n: I18n) -> impl IntoView {
    let arguments = vec![
        ("source", source_code(&filter).to_owned()),
        ("outcome", outcome_code(&filter).to_owned()),
        ("until", now.as_millis().to_string()),
    ];
    let impact = vec![i18n.deliveries_delete_takes().to_owned()];
    let question = i18n.deliveries_delete_question(count);
    let back = address_of(&filter).into_string();
    view! {
        <DeleteForm question impact action=DeleteDeliveries::PATH arguments back i18n/>
        <p class="field__hint">{i18n.deliveries_delete_keeps()}</p>
    }
}

//! Deleting all deliveries that the list finds.

use domain::Timestamp;
use domain::leads::delivery::DeliveryFilter;

use super::filter::{address_of, outcome_code, source_code};
use crate::admin::leads::deliveries::actions::DeleteDeliveries;
use crate::admin::prelude::*;

/// The way to the question.
#[component]
pub fn DeleteLink(filter: DeliveryFilter, i18n: I18n) -> impl IntoView {
    let href = address_of(&filter).with("delete", "1").at("delete");
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
    let back = address_of(&filter).top();
    view! {
        <DeleteForm question impact action=DeleteDeliveries::PATH arguments back i18n/>
        <p class="field__hint">{i18n.deliveries_delete_keeps()}</p>
    }
}

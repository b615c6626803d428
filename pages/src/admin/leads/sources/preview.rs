//! The lead parsed from a delivery, as its page would show it.

use domain::leads::DeliveryError;
use domain::leads::delivery::DeliveryPreview;

use crate::admin::leads::deliveries::parsed::LeadFacts;
use crate::admin::prelude::*;

/// The lead that the current mapping gives, refreshed live.
#[component]
pub fn Preview(
    reading: Result<DeliveryPreview, DeliveryError>,
    /// The name of the source, used if the delivery has none.
    source: String,
    i18n: I18n,
) -> impl IntoView {
    let reading = match reading {
        Ok(DeliveryPreview { lead, .. }) => Either::Left(view! { <LeadFacts lead source i18n/> }),
        Err(error) => Either::Right(view! {
            <p class="notice notice--wrong">
                {i18n.delivery_reason(error.reason)} " " {i18n.mapping_preview_none()}
            </p>
        }),
    };
    view! {
        <section class="mapping__preview" tabindex="0" aria-labelledby="preview-heading">
            <h2 id="preview-heading">{i18n.mapping_preview()}</h2>
            <div data-live="preview" aria-live="polite">{reading}</div>
        </section>
    }
}

//! The lead parsed from a delivery, as its page would show it.

use domain::leads::answers::Answer;
use domain::leads::delivery::DeliveryPreview;
use domain::leads::{DeliveryError, LeadField, LeadFields, ParsedLead};
use leptos::either::Either;
use leptos::prelude::*;

use crate::i18n::I18n;
use crate::ui::Moment;

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

/// The fields of a lead, and the values without a field.
#[component]
pub fn LeadFacts(lead: ParsedLead, source: String, i18n: I18n) -> impl IntoView {
    let ParsedLead { fields, message, rest, .. } = lead;
    let LeadFields { name, email, phone, company, source: own_source, starts_at } = fields;
    let fact = |term: &'static str, value: Option<String>| {
        value.map(|value| {
            view! {
                <dt>{term}</dt>
                <dd class="history__text" dir="auto">{value}</dd>
            }
        })
    };
    let meeting = starts_at.map(|at| {
        view! {
            <dt>{i18n.call_date()}</dt>
            <dd>
                <Moment at language=i18n.0/>
            </dd>
        }
    });
    // Without a name, the e-mail address or phone number is the name.
    let name = name.or_else(|| email.as_ref().map(ToString::to_string)).or_else(|| phone.clone());
    let rest = (!rest.is_empty()).then(|| view! { <Rest rest i18n/> });
    view! {
        <dl class="facts">
            {fact(i18n.lead_name(), name)}
            {fact(i18n.email(), email.map(String::from))}
            {fact(i18n.lead_phone(), phone)}
            {fact(i18n.lead_company(), company)}
            {meeting}
            {fact(i18n.source(), Some(own_source.unwrap_or(source)))}
            {fact(i18n.lead_field(LeadField::Message), message)}
        </dl>
        {rest}
    }
}

/// The values that belong to no lead field.
#[component]
fn Rest(rest: Vec<Answer>, i18n: I18n) -> impl IntoView {
    let row = |Answer { question, answer }| {
        view! {
            <dt dir="auto">{i18n.question(&question)}</dt>
            <dd class="history__text" dir="auto">{answer}</dd>
        }
    };
    view! {
        <h3>{i18n.delivery_rest()}</h3>
        <dl class="facts arrived">{rest.into_iter().map(row).collect_view()}</dl>
    }
}

//! What a delivery says about somebody, as it would stand on their card.

use domain::lead::delivery::Understood;
use domain::lead::received::Answer;
use domain::lead::{DeliveryError, Enquiry, LeadField};
use leptos::either::Either;
use leptos::prelude::*;

use crate::ui::Moment;
use crate::words::Words;

/// The lead that comes of the choices, while they are made.
#[component]
pub fn Preview(
    /// What is understood, or why nothing is.
    reading: Result<Understood, DeliveryError>,
    /// The name of the source, which a lead has where the delivery says none.
    source: String,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let reading = match reading {
        Ok(Understood { enquiry, .. }) => Either::Left(view! { <EnquiryFacts enquiry source words/> }),
        Err(error) => Either::Right(view! {
            <p class="notice notice--wrong">
                {words.delivery_reason(error.reason)} " " {words.mapping_preview_none()}
            </p>
        }),
    };
    view! {
        <section class="mapping__preview" tabindex="0" aria-labelledby="preview-heading">
            <h2 id="preview-heading">{words.mapping_preview()}</h2>
            <div data-live="preview" aria-live="polite">{reading}</div>
        </section>
    }
}

/// The fields of a lead and the rest.
#[component]
pub fn EnquiryFacts(
    /// What is understood.
    enquiry: Enquiry,
    /// The name of the source.
    source: String,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let Enquiry { name, email, phone, company, message, source: said, starts_at, rest, .. } = enquiry;
    let fact = |term: &'static str, said: Option<String>| {
        said.map(|said| {
            view! {
                <dt>{term}</dt>
                <dd class="history__text" dir="auto">{said}</dd>
            }
        })
    };
    let meeting = starts_at.map(|at| {
        view! {
            <dt>{words.call_date()}</dt>
            <dd>
                <Moment at language=words.0/>
            </dd>
        }
    });
    // Without a name they are called by what else is known.
    let name = name.or_else(|| email.as_ref().map(ToString::to_string)).or_else(|| phone.clone());
    let rest = (!rest.is_empty()).then(|| view! { <Rest rest words/> });
    view! {
        <dl class="facts">
            {fact(words.lead_name(), name)}
            {fact(words.email(), email.map(String::from))}
            {fact(words.lead_phone(), phone)}
            {fact(words.lead_company(), company)}
            {meeting}
            {fact(words.source(), Some(said.unwrap_or(source)))}
            {fact(words.lead_field(LeadField::Message), message)}
        </dl>
        {rest}
    }
}

/// What has no field of its own.
#[component]
fn Rest(rest: Vec<Answer>, words: Words) -> impl IntoView {
    let row = |Answer { question, answer }| {
        view! {
            <dt dir="auto">{words.question(&question)}</dt>
            <dd class="history__text" dir="auto">{answer}</dd>
        }
    };
    view! {
        <h3>{words.delivery_rest()}</h3>
        <dl class="facts arrived">{rest.into_iter().map(row).collect_view()}</dl>
    }
}

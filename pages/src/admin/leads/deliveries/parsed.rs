//! The lead parsed from a delivery with the current rules, or the error.

use domain::leads::answers::Answer;
use domain::leads::delivery::{DeliveryCard, DeliveryLine, DeliveryPreview};
use domain::leads::{DeliveryError, DeliveryOutcome, DeliveryReason, LeadField, LeadFields, ParsedLead};

use crate::admin::leads::received::TechnicalData;
use crate::admin::prelude::*;

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

/// The fields of a lead, and the values without a field.
#[component]
pub fn LeadFacts(lead: ParsedLead, source: String, i18n: I18n) -> impl IntoView {
    let ParsedLead { fields, message, rest, technical, .. } = lead;
    let LeadFields { name, email, phone, company, source: own_source, starts_at } = fields;
    let text_fact = |term: &'static str, value: Option<String>| {
        value.map(|value| {
            view! {
                <dt>{term}</dt>
                <dd class="history__text" dir="auto">{value}</dd>
            }
        })
    };
    let meeting = starts_at.map(|at| fact(i18n.call_date(), view! { <Moment at language=i18n.0/> }));
    // Without a name, the e-mail address or phone number is the name.
    let name = name.or_else(|| email.as_ref().map(ToString::to_string)).or_else(|| phone.clone());
    let rest = (!rest.is_empty()).then(|| view! { <Rest rest i18n/> });
    view! {
        <dl class="facts">
            {text_fact(i18n.lead_name(), name)}
            {text_fact(i18n.email(), email.map(String::from))}
            {text_fact(i18n.lead_phone(), phone)}
            {text_fact(i18n.lead_company(), company)}
            {meeting}
            {text_fact(i18n.source(), Some(own_source.unwrap_or(source)))}
            {text_fact(i18n.lead_field(LeadField::Message), message)}
        </dl>
        {rest}
        <TechnicalData answers=technical i18n/>
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

/// Why parsing fails, and what to do about it.
#[component]
fn ParseFailure(error: DeliveryError, line: DeliveryLine, i18n: I18n) -> impl IntoView {
    let is_quarantined = line.outcome == DeliveryOutcome::Quarantined;
    let help = match error.reason {
        DeliveryReason::Nobody if is_quarantined && line.source.is_some() => Some(i18n.delivery_choose_fields()),
        DeliveryReason::Unreadable if is_quarantined => Some(i18n.delivery_unreadable()),
        DeliveryReason::Spam => Some(i18n.delivery_not_spam()),
        _ => None,
    };
    let source = line.source.filter(|_| error.reason == DeliveryReason::Spam && is_for_owner()).map(|(source, _)| {
        let href = address::source(source.as_str()).with("edit", "1").into_string();
        view! { " " <a href=href>{i18n.delivery_edit_source()}</a> }
    });
    view! {
        <p>{i18n.delivery_reason(error.reason)}</p>
        {help.map(|help| view! { <p>{help} {source}</p> })}
    }
}

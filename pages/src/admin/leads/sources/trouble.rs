//! Warnings about lead sources, and their status and counts.

use domain::Timestamp;
use domain::leads::DeliveryReason;
use domain::leads::delivery::DeliveryLine;
use domain::leads::source::{SourceCard, SourceLine, SourceTrouble};

use crate::admin::prelude::*;

/// The maximum number of sources named on the list of leads.
const MAX_NAMED: usize = 3;

/// The warning in the list of sources.
#[component]
pub fn TroubleChip(line: SourceLine, now: Timestamp, i18n: I18n) -> impl IntoView {
    line.trouble.map(|trouble| {
        let text = i18n.source_trouble(trouble, line.last_received_at, now);
        view! { <p class="source-trouble sentence">{text}</p> }
    })
}

/// The warning on the page of the source, with what to do next.
#[component]
pub fn TroubleNotice(line: SourceLine, unparsed: Option<DeliveryLine>, now: Timestamp, i18n: I18n) -> impl IntoView {
    let source = line.source.id;
    line.trouble.map(|trouble| {
        let text = i18n.source_trouble(trouble, line.last_received_at, now);
        let advice = i18n.source_trouble_advice(trouble).map(|advice| format!(" {advice}"));
        let next = match trouble {
            SourceTrouble::Failing => Some(EitherOf3::A(view! { <UnparsedLinks unparsed i18n/> })),
            SourceTrouble::BadSignature => {
                let href = address::source(source.as_str()).with("edit", "1").into_string();
                Some(EitherOf3::B(view! { <a href=href>{i18n.trouble_check_secret()}</a> }))
            }
            SourceTrouble::Full | SourceTrouble::TooMany => {
                let href = address::deliveries().with("source", source.as_str()).into_string();
                Some(EitherOf3::C(view! { <a href=href>{i18n.source_all_deliveries()}</a> }))
            }
            SourceTrouble::TooLarge | SourceTrouble::Silent => None,
        };
        view! { <p class="notice notice--wrong sentence">{text} {advice} " " {next}</p> }
    })
}

/// Links to a delivery that could not be parsed, and to the mapping if that can fix it.
#[component]
fn UnparsedLinks(unparsed: Option<DeliveryLine>, i18n: I18n) -> impl IntoView {
    unparsed.map(|DeliveryLine { id, source, error, .. }| {
        let can_map = error.is_some_and(|error| error.reason == DeliveryReason::Nobody);
        let choose = source.filter(|_| can_map).map(|(source, _)| {
            let href = address::mapping(source.as_str()).with("delivery", id.as_str()).into_string();
            view! { " · " <a href=href>{i18n.source_mapping()}</a> }
        });
        let href = address::delivery(id.as_str()).into_string();
        view! { <a href=href>{i18n.delivery_open()}</a> {choose} }
    })
}

/// The warning on the list of leads, naming the sources with trouble.
#[component]
pub fn TroubledSources(sources: Vec<SourceLine>, now: Timestamp, i18n: I18n) -> impl IntoView {
    let item = |line: SourceLine| {
        let SourceLine { source, trouble, last_received_at, .. } = line;
        let href = address::source(source.id.as_str()).into_string();
        let name = source.name;
        let text = trouble.map(|trouble| i18n.source_trouble(trouble, last_received_at, now));
        view! {
            <li>
                <a href=href dir="auto">{name}</a>
                ": "
                {text}
            </li>
        }
    };
    let more = (sources.len() > MAX_NAMED).then(|| {
        let href = address::sources().into_string();
        view! { <p><a href=href>{i18n.sources_see_all()}</a></p> }
    });
    let notice = (!sources.is_empty() && is_for_owner()).then(|| {
        view! {
            <section class="notice notice--wrong source-troubled" aria-labelledby="troubled-heading">
                <h2 id="troubled-heading">{i18n.sources_troubled()}</h2>
                <ul>{sources.into_iter().take(MAX_NAMED).map(item).collect_view()}</ul>
                {more}
            </section>
        }
    });
    view! { <div class="source-notices" data-live="source-trouble">{notice}</div> }
}

/// Kind, counts of deliveries, and the times of the last ones.
#[component]
pub fn SourceFacts(card: SourceCard, i18n: I18n) -> impl IntoView {
    let SourceLine { source, received, taken_in, quarantined, last_received_at, last_success_at, .. } = card.line;
    let refused =
        card.line.last_refused_at.map(|at| fact(i18n.source_fact_refused(), view! { <Moment at language=i18n.0/> }));
    let moment = |at: Option<Timestamp>| match at {
        Some(at) => Either::Left(view! { <Moment at language=i18n.0/> }),
        None => Either::Right(view! { <span class="muted">{i18n.source_never()}</span> }),
    };
    let waiting = if quarantined == 0 {
        Either::Left(view! { "0" })
    } else {
        let id = source.id.as_str();
        let href = address::deliveries().with("source", id).with("outcome", "quarantined").into_string();
        Either::Right(view! { <a href=href>{quarantined}</a> })
    };
    let honeypot = source.honeypot.map(|name| fact(i18n.source_honeypot(), view! { <code>{name}</code> }));
    let (status, state) =
        if source.active { ("status status--completed", i18n.source_on()) } else { ("status", i18n.source_off()) };
    view! {
        <aside class="source__facts" data-live="source-facts">
            <p><span class=status>{state}</span></p>
            <dl class="facts">
                {fact(i18n.source_fact_kind(), i18n.source_kind(source.kind))}
                {fact(i18n.source_fact_received(), received)}
                {fact(i18n.source_fact_taken(), taken_in)}
                {fact(i18n.source_fact_quarantined(), waiting)}
                {fact(i18n.source_fact_last(), moment(last_received_at))}
                {fact(i18n.source_fact_success(), moment(last_success_at))}
                {refused}
                {honeypot}
            </dl>
        </aside>
    }
}

//! Status and counts of a source.

use domain::Timestamp;
use domain::leads::source::{SourceCard, SourceLine};

use crate::admin::prelude::*;

/// Kind, counts of deliveries, and the times of the last ones.
#[component]
pub fn SourceFacts(card: SourceCard, i18n: I18n) -> impl IntoView {
    let SourceLine { source, received, taken_in, quarantined, last_received_at, last_success_at, .. } =
        card.line;
    let refused = card
        .line
        .last_refused_at
        .map(|at| fact(i18n.source_fact_refused(), view! { <Moment at language=i18n.0/> }));
    let moment = |at: Option<Timestamp>| match at {
        Some(at) => Either::Left(view! { <Moment at language=i18n.0/> }),
        None => Either::Right(view! { <span class="muted">{i18n.source_never()}</span> }),
    };
    let waiting = if quarantined == 0 {
        Either::Left(view! { "0" })
    } else {
        let id = source.id.as_str();
        let href = address::deliveries().with("source", id).with("outcome", "quarantined").top();
        Either::Right(view! { <a href=href>{quarantined}</a> })
    };
    let honeypot = source.honeypot.map(|name| fact(i18n.source_honeypot(), view! { <code>{name}</code> }));
    let (status, state) = if source.active {
        ("status status--completed", i18n.source_on())
    } else {
        ("status", i18n.source_off())
    };
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

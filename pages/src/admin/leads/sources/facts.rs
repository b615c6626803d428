//! Status and counts of a source.

use domain::Timestamp;
use domain::leads::source::{SourceCard, SourceLine};

use crate::admin::prelude::*;

/// Kind, counts of deliveries, and the times of the last ones.
#[component]
pub fn SourceFacts(card: SourceCard, i18n: I18n) -> impl IntoView {
    let SourceLine { source, received, taken_in, quarantined, last_received_at, last_success_at, .. } =
        card.line;
    let refused = card.line.last_refused_at.map(|at| {
        view! {
            <dt>{i18n.source_fact_refused()}</dt>
            <dd>
                <Moment at language=i18n.0/>
            </dd>
        }
    });
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
    let honeypot = source.honeypot.map(|name| {
        view! {
            <dt>{i18n.source_honeypot()}</dt>
            <dd>
                <code>{name}</code>
            </dd>
        }
    });
    let (status, state) = if source.active {
        ("status status--completed", i18n.source_on())
    } else {
        ("status", i18n.source_off())
    };
    view! {
        <aside class="source__facts" data-live="source-facts">
            <p>
                <span class=status>{state}</span>
            </p>
            <dl class="facts">
                <dt>{i18n.source_fact_kind()}</dt>
                <dd>{i18n.source_kind(source.kind)}</dd>
                <dt>{i18n.source_fact_received()}</dt>
                <dd>{received}</dd>
                <dt>{i18n.source_fact_taken()}</dt>
                <dd>{taken_in}</dd>
                <dt>{i18n.source_fact_quarantined()}</dt>
                <dd>{waiting}</dd>
                <dt>{i18n.source_fact_last()}</dt>
                <dd>{moment(last_received_at)}</dd>
                <dt>{i18n.source_fact_success()}</dt>
                <dd>{moment(last_success_at)}</dd>
                {refused}
                {honeypot}
            </dl>
        </aside>
    }
}

//! How a source does, in figures.

use domain::Timestamp;
use domain::lead::source::{SourceCard, SourceLine};
use leptos::either::Either;
use leptos::prelude::*;

use crate::address::Address;
use crate::ui::Moment;
use crate::words::Words;

/// Who sends, how many arrived, what waits, and when.
#[component]
pub fn SourceFacts(
    /// The source.
    card: SourceCard,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let SourceLine { source, received, taken_in, quarantined, last_received_at, last_success_at, .. } =
        card.line;
    let refused = card.line.last_refused_at.map(|at| {
        view! {
            <dt>{words.source_fact_refused()}</dt>
            <dd>
                <Moment at language=words.0/>
            </dd>
        }
    });
    let moment = |at: Option<Timestamp>| match at {
        Some(at) => Either::Left(view! { <Moment at language=words.0/> }),
        None => Either::Right(view! { <span class="muted">{words.source_never()}</span> }),
    };
    let waiting = if quarantined == 0 {
        Either::Left(view! { "0" })
    } else {
        let id = source.id.as_str();
        let href = Address::deliveries().with("source", id).with("outcome", "quarantined").top();
        Either::Right(view! { <a href=href>{quarantined}</a> })
    };
    let honeypot = source.honeypot.map(|name| {
        view! {
            <dt>{words.source_honeypot()}</dt>
            <dd>
                <code>{name}</code>
            </dd>
        }
    });
    let (status, state) = if source.active {
        ("status status--completed", words.source_on())
    } else {
        ("status", words.source_off())
    };
    view! {
        <aside class="source__facts" data-live="source-facts">
            <p>
                <span class=status>{state}</span>
            </p>
            <dl class="facts">
                <dt>{words.source_fact_kind()}</dt>
                <dd>{words.source_kind(source.kind)}</dd>
                <dt>{words.source_fact_received()}</dt>
                <dd>{received}</dd>
                <dt>{words.source_fact_taken()}</dt>
                <dd>{taken_in}</dd>
                <dt>{words.source_fact_quarantined()}</dt>
                <dd>{waiting}</dd>
                <dt>{words.source_fact_last()}</dt>
                <dd>{moment(last_received_at)}</dd>
                <dt>{words.source_fact_success()}</dt>
                <dd>{moment(last_success_at)}</dd>
                {refused}
                {honeypot}
            </dl>
        </aside>
    }
}

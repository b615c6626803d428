//! The list of sources, after the address that is always there.

use domain::Timestamp;
use domain::lead::source::{MainLine, SourceLine};
use leptos::prelude::*;

use super::trouble::TroubleChip;
use crate::address::Address;
use crate::admin::desk::{Place, desk_page};
use crate::admin::leads::tabs::{LeadTab, LeadsHead};
use crate::rpc::{self, SourcesDesk};
use crate::ui::Moment;
use crate::words::Words;

/// `/admin/leads/sources`.
#[component]
pub fn SourcesPage() -> impl IntoView {
    desk_page(Place::Leads, rpc::load_sources(), |loaded: SourcesDesk, desk| {
        let (words, now) = (desk.words, desk.now);
        let SourcesDesk { sources, main_address, main_is_open, main } = loaded;
        let nothing = sources.is_empty().then(|| view! { <NoSources words/> });
        let row = |line| view! { <SourceRow line now words/> };
        let main_row = || view! { <MainRow address=main_address is_open=main_is_open main words/> };
        // First while it is in use.
        let (first, last) = if main_is_open { (Some(main_row()), None) } else { (None, Some(main_row())) };
        let body = view! {
            <LeadsHead here=LeadTab::Sources words/>
            <p class="muted source-hint">{words.sources_hint()}</p>
            {nothing}
            <ul class="rows" data-live="sources">
                {first} {sources.into_iter().map(row).collect_view()} {last}
            </ul>
        };
        (format!("{} · {}", words.lead_origins(), words.leads()), body)
    })
}

/// The address that senders with a secret header post to.
#[component]
fn MainRow(address: String, is_open: bool, main: MainLine, words: Words) -> impl IntoView {
    let (state, on) = if is_open {
        ("status status--completed", words.source_on())
    } else {
        ("status", words.source_main_unused())
    };
    let arrivals = || Address::deliveries().with("source", "main");
    let refused = (main.refused > 0).then(|| {
        let href = arrivals().with("outcome", "refused").top();
        view! { <a href=href>{words.refused(main.refused)}</a> }
    });
    view! {
        <li class="row row--stacks" data-key="main">
            <div class="row__main">
                <p>
                    <strong>{words.source_main()}</strong>
                    " "
                    <span class="muted source-facts">{words.source_main_hint()}</span>
                </p>
                <p class="source-facts">
                    <code>{address}</code>
                </p>
            </div>
            <div class="row__meta">
                {refused} <LastSuccess at=main.last_success_at words/> <span class=state>{on}</span>
                <a href=arrivals().top()>{words.deliveries()}</a>
                <a href="/admin/settings#webhook">{words.source_main_how()}</a>
            </div>
        </li>
    }
}

#[component]
fn SourceRow(line: SourceLine, now: Timestamp, words: Words) -> impl IntoView {
    let source = &line.source;
    let (id, name, kind) = (source.id.to_string(), source.name.clone(), source.kind);
    let (state, on) = if source.active {
        ("status status--completed", words.source_on())
    } else {
        ("status", words.source_off())
    };
    let counts =
        if line.received == 0 { words.source_waiting().to_owned() } else { words.source_counts(&line) };
    let review = (line.quarantined > 0).then(|| {
        let href = Address::deliveries().with("source", &id).with("outcome", "quarantined").top();
        view! { <a href=href>{words.to_review(line.quarantined)}</a> }
    });
    view! {
        <li class="row row--stacks" data-key=id.clone()>
            <div class="row__main">
                <a class="row__link" href=Address::source(&id).top() dir="auto">{name}</a>
                <p class="muted source-facts">{words.source_kind(kind)} " · " {counts}</p>
                <TroubleChip line=line.clone() now words/>
            </div>
            <div class="row__meta">
                {review} <LastSuccess at=line.last_success_at words/> <span class=state>{on}</span>
            </div>
        </li>
    }
}

/// When the last lead came.
#[component]
fn LastSuccess(at: Option<Timestamp>, words: Words) -> impl IntoView {
    at.map(|at| view! { <span>{words.source_fact_success()} " " <Moment at language=words.0/></span> })
}

/// What a source is for, and how to make the first.
#[component]
fn NoSources(words: Words) -> impl IntoView {
    view! {
        <section class="empty source-empty" aria-labelledby="no-sources">
            <h2 id="no-sources">{words.sources_empty_heading()}</h2>
            <p>{words.sources_empty()}</p>
            <p>
                <a class="button" href="/admin/leads/sources/new">{words.source_new()}</a>
            </p>
        </section>
    }
}

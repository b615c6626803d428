//! The list of lead sources, with the main address.

use axum::extract::State;
use domain::Timestamp;
use domain::leads::source::{MainLine, SourceLine};

use super::trouble::TroubleChip;
use crate::PagesState;
use crate::admin::leads::tabs::{LeadTab, LeadsHead};
use crate::admin::prelude::*;
use crate::admin::settings::Section;

/// `GET /admin/leads/sources`
pub async fn page(State(state): State<PagesState>, request: AdminRequest) -> PageResult {
    let sources = request.store.lead_sources().await?;
    let main = request.store.main_address().await?;
    let main_address = format!("{}/api/webhooks/lead", state.base_url);
    let main_is_open = state.webhook_is_open;
    let quarantined = request.store.quarantined().await?;
    let show = move |admin: AdminView| {
        let (i18n, now) = (admin.i18n, admin.now);
        let nothing = sources.is_empty().then(|| view! { <NoSources i18n/> });
        let row = |line| view! { <SourceRow line now i18n/> };
        let main_row = || view! { <MainRow address=main_address is_open=main_is_open main i18n/> };
        // The main address is first while it is enabled.
        let (first, last) = if main_is_open { (Some(main_row()), None) } else { (None, Some(main_row())) };
        let body = view! {
            <LeadsHead open=LeadTab::Sources quarantined i18n/>
            <p class="muted source-hint">{i18n.sources_hint()}</p>
            {nothing}
            <ul class="rows" data-live="sources">
                {first} {sources.into_iter().map(row).collect_view()} {last}
            </ul>
        };
        (format!("{} · {}", i18n.lead_origins(), i18n.leads()), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// The main address, for senders with a secret header.
#[component]
fn MainRow(address: String, is_open: bool, main: MainLine, i18n: I18n) -> impl IntoView {
    let (state, on) =
        if is_open { ("status status--completed", i18n.source_on()) } else { ("status", i18n.source_main_unused()) };
    let arrivals = || address::deliveries().with("source", "main");
    let refused = (main.refused > 0).then(|| {
        let href = arrivals().with("outcome", "refused").into_string();
        view! { <a href=href>{i18n.refused(main.refused)}</a> }
    });
    view! {
        <li class="row row--stacks" data-key="main">
            <div class="row__main">
                <p>
                    <strong>{i18n.source_main()}</strong>
                    " "
                    <span class="muted source-facts">{i18n.source_main_hint()}</span>
                </p>
                <p class="source-facts"><code>{address}</code></p>
            </div>
            <div class="row__meta">
                {refused} <LastSuccess at=main.last_success_at i18n/> <span class=state>{on}</span>
                <a href=arrivals().into_string()>{i18n.deliveries()}</a>
                <a href=format!("{}#webhook", Section::Advanced.path())>{i18n.source_main_how()}</a>
            </div>
        </li>
    }
}

#[component]
fn SourceRow(line: SourceLine, now: Timestamp, i18n: I18n) -> impl IntoView {
    let source = &line.source;
    let (id, name, kind) = (source.id.to_string(), source.name.clone(), source.kind);
    let (state, on) =
        if source.active { ("status status--completed", i18n.source_on()) } else { ("status", i18n.source_off()) };
    let counts = if line.received == 0 {
        i18n.source_waiting().to_owned()
    } else {
        i18n.source_counts(line.received, line.taken_in)
    };
    let review = (line.quarantined > 0).then(|| {
        let href = address::deliveries().with("source", &id).with("outcome", "quarantined").into_string();
        view! { <a href=href>{i18n.to_review(line.quarantined)}</a> }
    });
    view! {
        <li class="row row--stacks" data-key=id.clone()>
            <div class="row__main">
                <a class="row__link" href=address::source(&id).into_string() dir="auto">{name}</a>
                <p class="muted source-facts">{i18n.source_kind(kind)} " · " {counts}</p>
                <TroubleChip line=line.clone() now i18n/>
            </div>
            <div class="row__meta">
                {review} <LastSuccess at=line.last_success_at i18n/> <span class=state>{on}</span>
            </div>
        </li>
    }
}

#[component]
fn LastSuccess(at: Option<Timestamp>, i18n: I18n) -> impl IntoView {
    at.map(|at| view! { <span>{i18n.source_fact_success()} " " <Moment at language=i18n.0/></span> })
}

/// The empty state: explains sources and links to the form of a new one.
#[component]
fn NoSources(i18n: I18n) -> impl IntoView {
    view! {
        <section class="empty source-empty" aria-labelledby="no-sources">
            <h2 id="no-sources">{i18n.sources_empty_heading()}</h2>
            <p>{i18n.sources_empty()}</p>
            <p><a class="button" href="/admin/leads/sources/new">{i18n.source_new()}</a></p>
        </section>
    }
}

//! The pipeline: leads in columns, by status. Dragged by the island of the desk (`data-drag`,
//! `data-drop`), moved by buttons everywhere.

use domain::lead::LeadColumn;
use domain::{Lead, LeadStatus};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_query_map;

use super::tabs::{LeadTab, LeadsHead};
use crate::address::Address;
use crate::admin::desk::{Place, desk_page};
use crate::dates;
use crate::rpc::{self, MoveLead};
use crate::ui::Moment;
use crate::words::Words;

/// `/admin/leads/board`.
#[component]
pub fn LeadBoardPage() -> impl IntoView {
    let moved = use_query_map().with_untracked(|query| query.get("moved")).unwrap_or_default();
    desk_page(Place::Leads, rpc::load_lead_board(), move |columns: Vec<LeadColumn>, desk| {
        let words = desk.words;
        let ways =
            view! { <ToColumns columns=columns.iter().map(|one| (one.status, one.count)).collect() words/> };
        let column = |column| view! { <Column column moved=moved.clone() words/> };
        let body = view! {
            <LeadsHead here=LeadTab::Board words/>
            {ways}
            <div class="pipeline" data-live="pipeline">{columns.into_iter().map(column).collect_view()}</div>
            <form id="move-form" method="post" action=MoveLead::PATH hidden>
                <input type="hidden" name="id"/>
                <input type="hidden" name="to"/>
                <input type="hidden" name="before"/>
                <input type="hidden" name="page" value="board"/>
            </form>
        };
        (format!("{} · {}", words.lead_board(), words.leads()), body)
    })
}

/// The way to each column, for screens on which they stand one after another.
#[component]
fn ToColumns(columns: Vec<(LeadStatus, i64)>, words: Words) -> impl IntoView {
    let way = |(status, count): (LeadStatus, i64)| {
        let href = format!("#column-{status}");
        view! {
            <li>
                <a href=href>{words.lead_status(status)}<span class="pipeline__number">{count}</span></a>
            </li>
        }
    };
    view! {
        <nav class="subnav pipeline__ways" aria-label=words.lead_statuses()>
            <ul>{columns.into_iter().map(way).collect_view()}</ul>
        </nav>
    }
}

#[component]
fn Column(column: LeadColumn, moved: String, words: Words) -> impl IntoView {
    let LeadColumn { status, count, leads } = column;
    let shown = i64::try_from(leads.len()).unwrap_or(i64::MAX);
    let all = Address::leads().with("status", status.as_str()).top();
    let more = (count > shown).then(|| view! { <p><a href=all>{words.show_more()}</a></p> });
    let nobody =
        leads.is_empty().then(|| view! { <p class="muted pipeline__nobody">{words.column_empty()}</p> });
    let card = |lead: Lead| {
        let is_moved = lead.id.as_str() == moved;
        view! { <BoardCard lead is_moved words/> }
    };
    let heading = format!("column-{status}");
    view! {
        <section class="pipeline__column" aria-labelledby=heading>
            <h2 class="pipeline__heading" id=heading.clone()>
                <span class=format!("status status--{status}")>{words.lead_status(status)}</span>
                <span class="pipeline__number" aria-hidden="true">{count}</span>
                <span class="sr-only">{words.lead_count(count)}</span>
            </h2>
            {nobody}
            <ol class="pipeline__cards" data-drop=status.as_str()>{leads.into_iter().map(card).collect_view()}</ol>
            {more}
        </section>
    }
}

#[component]
fn BoardCard(lead: Lead, is_moved: bool, words: Words) -> impl IntoView {
    let Lead { id, name, company, status, last_contact_date, call_date, .. } = lead;
    let held = format!("{id}.{status}");
    let drag = held.clone();
    let when = if let Some(at) = call_date {
        Either::Left(view! { {words.call_date()} ": " <Moment at language=words.0/> })
    } else {
        let day = dates::day(dates::today(last_contact_date), words.0);
        Either::Right(view! { <time datetime=last_contact_date.to_string()>{day}</time> })
    };
    let company = company.map(|company| view! { <p class="muted" dir="auto">{company}</p> });
    view! {
        <li class="pipeline__card" data-drag=drag>
            <a class="pipeline__name" href=Address::lead(id.as_str()).top() dir="auto">{name.clone()}</a>
            {company}
            <p class="muted pipeline__when">{when}</p>
            <MoveLeadForm held status name is_moved page="board" words/>
        </li>
    }
}

/// Moves a lead to any other status.
#[component]
pub fn MoveLeadForm(
    /// The lead and where it was seen: `anna.new`.
    held: String,
    /// Where it stands.
    status: LeadStatus,
    /// What it is called.
    name: String,
    /// Whether it was moved just now: whoever did goes on from here.
    is_moved: bool,
    /// Where to come back to.
    page: &'static str,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let others = LeadStatus::ALL.iter().copied().filter(move |one| *one != status);
    let button = |to: LeadStatus| {
        view! { <button class="button button--quiet" name="to" value=to.as_str()>{words.lead_status(to)}</button> }
    };
    view! {
        <details class="pipeline__move">
            <summary aria-label=words.lead_move_whom(&name) autofocus=is_moved>{words.lead_move()}</summary>
            <form method="post" action=MoveLead::PATH class="actions">
                <input type="hidden" name="id" value=held/>
                <input type="hidden" name="page" value=page/>
                {others.map(button).collect_view()}
            </form>
        </details>
    }
}

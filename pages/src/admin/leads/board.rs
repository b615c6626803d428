//! The pipeline: leads in columns by status. The admin island moves cards by drag and drop (`data-drag`,
//! `data-drop`); the buttons work without scripts.

use domain::amount::written;
use domain::leads::LeadColumn;
use domain::{Currency, Date, Language, Lead, LeadStatus};

use super::tabs::{LeadTab, LeadsHead};
use crate::admin::leads::actions::MoveLead;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BoardQuery {
    moved: String,
}

/// `GET /admin/leads/board?moved=…`
pub async fn page(Query(query): Query<BoardQuery>, request: AdminRequest) -> PageResult {
    let columns = request.store.lead_board().await?;
    let quarantined = request.store.quarantined().await?;
    let show = move |admin: AdminView| {
        let (i18n, moved) = (admin.i18n, query.moved);
        let open = columns.iter().filter(|one| !matches!(one.status, LeadStatus::Won | LeadStatus::Lost));
        let open = open.map(|one| one.value_cents).fold(0, i64::saturating_add);
        let open = (open > 0).then(|| view! { <p class="summary">{i18n.leads_worth(&worth(open, i18n))}</p> });
        let column_nav =
            view! { <ColumnNav columns=columns.iter().map(|one| (one.status, one.count)).collect() i18n/> };
        let column = |column| view! { <Column column moved=moved.clone() admin=admin.clone()/> };
        let body = view! {
            <LeadsHead open=LeadTab::Board quarantined i18n/>
            {open}
            {column_nav}
            <div class="pipeline" data-live="pipeline">{columns.into_iter().map(column).collect_view()}</div>
            <form id="move-form" method="post" action=MoveLead::PATH hidden>
                <input type="hidden" name="id"/>
                <input type="hidden" name="to"/>
                <input type="hidden" name="before"/>
                <input type="hidden" name="page" value="board"/>
            </form>
        };
        (format!("{} · {}", i18n.lead_board(), i18n.leads()), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// Links to each column, for narrow screens, where the columns are stacked.
#[component]
fn ColumnNav(columns: Vec<(LeadStatus, i64)>, i18n: I18n) -> impl IntoView {
    let item = |(status, count): (LeadStatus, i64)| {
        let href = format!("#column-{status}");
        view! {
            <li><a href=href>{i18n.lead_status(status)}<span class="pipeline__number">{count}</span></a></li>
        }
    };
    view! {
        <nav class="subnav pipeline__ways" aria-label=i18n.lead_statuses()>
            <ul>{columns.into_iter().map(item).collect_view()}</ul>
        </nav>
    }
}

#[component]
fn Column(column: LeadColumn, moved: String, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let LeadColumn { status, count, value_cents, leads } = column;
    let shown = i64::try_from(leads.len()).unwrap_or(i64::MAX);
    let all = address::leads().with("status", status.as_str()).into_string();
    let more = (count > shown).then(|| view! { <p><a href=all>{i18n.show_more()}</a></p> });
    let empty = leads.is_empty().then(|| view! { <p class="muted">{i18n.column_empty()}</p> });
    let card = |lead: Lead| {
        let is_moved = lead.id.as_str() == moved;
        view! { <BoardCard lead is_moved admin=admin.clone()/> }
    };
    let heading = format!("column-{status}");
    view! {
        <section class="pipeline__column" aria-labelledby=heading data-drop=status.as_str()>
            <h2 class="pipeline__heading" id=heading.clone()>
                <span class=format!("status status--{status}")>{i18n.lead_status(status)}</span>
                <span class="pipeline__number" aria-hidden="true">{count}</span>
                <span class="sr-only">{i18n.lead_count(count)}</span>
                {(value_cents > 0).then(|| view! { <span class="pipeline__number">{worth(value_cents, i18n)}</span> })}
            </h2>
            {empty}
            <ol class="pipeline__cards">{leads.into_iter().map(card).collect_view()}</ol>
            {more}
        </section>
    }
}

#[component]
fn BoardCard(lead: Lead, is_moved: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Lead { id, name, company, status, last_contact_date, call_date, value_cents, next_step, next_step_on, .. } =
        lead;
    let step = next_step.map(|step| view! { <NextStep step on=next_step_on admin/> });
    let value = value_cents.map(|cents| view! { <span class="pipeline__value">{worth(cents, i18n)}</span> });
    let lead_and_status = format!("{id}.{status}");
    let drag = lead_and_status.clone();
    let when = if let Some(at) = call_date {
        Either::Left(view! { {i18n.call_date()} ": " <Moment at language=i18n.0/> })
    } else {
        let day = dates::day(dates::today(last_contact_date), i18n.0);
        Either::Right(view! { <time datetime=last_contact_date.to_string()>{day}</time> })
    };
    let company =
        company.filter(|company| *company != name).map(|company| view! { <p class="muted" dir="auto">{company}</p> });
    view! {
        <li class="pipeline__card" data-drag=drag>
            <p class="pipeline__head">
                <a class="pipeline__name" href=address::lead(id.as_str()).into_string() dir="auto">{name.clone()}</a>
                {value}
            </p>
            {company}
            {step}
            <p class="muted">{when}</p>
            <MoveLeadForm lead_and_status status name is_moved page="board" i18n/>
        </li>
    }
}

/// An amount in the currency of quotes; whole ones without decimals.
pub fn worth(cents: i64, i18n: I18n) -> String {
    let amount = written(cents.into(), &Currency::default(), i18n.0);
    let decimals = if i18n.0 == Language::It { ",00\u{a0}" } else { ".00" };
    if cents % 100 == 0 { amount.replace(decimals, if i18n.0 == Language::It { "\u{a0}" } else { "" }) } else { amount }
}

/// What the agency does next, and when: late in red.
#[component]
pub fn NextStep(step: String, on: Option<Date>, admin: AdminView) -> impl IntoView {
    let when = on.map(|date| view! { <strong><DueDay date is_feminine=false admin/></strong> " " });
    view! { <p>{when} <span dir="auto">{step}</span></p> }
}

#[component]
pub fn MoveLeadForm(
    /// The lead's id and its status when the page was loaded: `anna.new`.
    lead_and_status: String,
    status: LeadStatus,
    name: String,
    is_moved: bool,
    page: &'static str,
    i18n: I18n,
) -> impl IntoView {
    let others = LeadStatus::ALL.iter().copied().filter(move |one| *one != status);
    let button = |to: LeadStatus| {
        view! { <button class="button button--quiet" name="to" value=to.as_str()>{i18n.lead_status(to)}</button> }
    };
    view! {
        <details class="pipeline__move">
            <summary aria-label=i18n.lead_move_whom(&name) autofocus=is_moved>{i18n.lead_move()}</summary>
            <form method="post" action=MoveLead::PATH class="actions">
                <input type="hidden" name="id" value=lead_and_status/>
                <input type="hidden" name="page" value=page/>
                {others.map(button).collect_view()}
            </form>
        </details>
    }
}

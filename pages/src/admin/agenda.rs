//! What is due: overdue or soon, over all projects.

use domain::overview::{AgendaItem, AgendaKind, OverdueGroup, Today};
use domain::{Cursor, Page, amount};

use super::assigned_filter::AssignedFilter;
use super::projects::ProjectPart;
use super::row_actions::{Back, PayButton, RemindButton, TaskDoneButton};
use crate::address::material_place;
use crate::admin::prelude::*;
use crate::ui::relative::days_until;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AgendaQuery {
    show: String,
    /// With `show=overdue`: one kind of what is late.
    kind: String,
    mine: String,
    after: Option<String>,
}

/// Of each kind of what is late, before one is chosen.
const FIRST: usize = 10;

/// `GET /admin/agenda?show=overdue&kind=…&mine=…&after=…`
pub async fn page(Query(query): Query<AgendaQuery>, request: AdminRequest) -> PageResult {
    let after: Option<Cursor> = query.after.and_then(|after| after.parse().ok());
    let is_later = after.is_some();
    let mine = request.assigned_filter(&query.mine).await?;
    if query.show != "overdue" {
        let page = request.store.agenda(mine.assigned_to(), Today::DAYS, after.as_ref()).await?;
        let show = move |admin: AdminView| {
            let title = admin.i18n.agenda().to_owned();
            (title, view! { <Agenda page mine is_later admin/> }.into_any())
        };
        return request.page(NavItem::Today, show).await;
    }
    let groups = request.store.overdue_groups(mine.assigned_to(), FIRST).await?;
    let kind: Option<AgendaKind> = query.kind.parse().ok();
    let page = match kind {
        Some(kind) => Some((kind, request.store.overdue(mine.assigned_to(), kind, after.as_ref()).await?)),
        None => None,
    };
    let show = move |admin: AdminView| {
        let title = admin.i18n.agenda_overdue().to_owned();
        (title, view! { <Overdue groups page mine is_later admin/> }.into_any())
    };
    request.page(NavItem::Today, show).await
}

fn overdue_address(kind: Option<AgendaKind>, mine: &AssignedFilter) -> Address {
    mine.on(all_overdue(kind))
}

fn all_overdue(kind: Option<AgendaKind>) -> Address {
    address::agenda().with("show", "overdue").with("kind", kind.map_or("", AgendaKind::as_str))
}

#[component]
fn AgendaHead(
    is_overdue: bool,
    /// The open list, of everybody.
    list: Address,
    mine: AssignedFilter,
    i18n: I18n,
) -> impl IntoView {
    let links = vec![
        (overdue_address(None, &mine), i18n.agenda_overdue(), is_overdue),
        (mine.on(address::agenda()), i18n.agenda_heading(), !is_overdue),
    ];
    let own = mine.link(list, i18n);
    let links: Vec<_> = links.into_iter().chain(own).collect();
    view! {
        <header class="page-head">
            <h1>{i18n.agenda()}</h1>
        </header>
        <FilterLinks label=i18n.agenda() links/>
    }
}

#[component]
fn Agenda(page: Page<AgendaItem>, mine: AssignedFilter, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let row = |item| view! { <AgendaRow item admin=admin.clone()/> };
    let rows = or_empty(
        page.items.is_empty(),
        i18n.agenda_empty(),
        || view! { <ul class="rows" data-live="agenda">{page.items.into_iter().map(row).collect_view()}</ul> },
    );
    view! {
        <AgendaHead is_overdue=false list=address::agenda() mine=mine.clone() i18n/>
        {rows}
        <MoreLink list=mine.on(address::agenda()) next=page.next is_later i18n/>
    }
}

/// All kinds, or a page of one.
#[component]
fn Overdue(
    groups: Vec<OverdueGroup>,
    page: Option<(AgendaKind, Page<AgendaItem>)>,
    mine: AssignedFilter,
    is_later: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let chosen = page.as_ref().map(|(kind, _)| *kind);
    let filters = view! { <OverdueFilters groups=groups.clone() chosen mine=mine.clone() i18n/> };
    let list = match page {
        Some((kind, Page { items, next })) => {
            let row = |item| view! { <OverdueRow item back=Back::Overdue admin=admin.clone()/> };
            let rows = or_empty(
                items.is_empty(),
                i18n.agenda_nothing_overdue(),
                || view! { <ul class="rows">{items.into_iter().map(row).collect_view()}</ul> },
            );
            Either::Left(view! {
                {rows}
                <MoreLink list=overdue_address(Some(kind), &mine) next is_later i18n/>
            })
        }
        None => Either::Right(view! {
            <h2 class="sr-only">{i18n.agenda_overdue()}</h2>
            <OverdueGroups groups mine=mine.clone() back=Back::Overdue admin/>
        }),
    };
    view! {
        <AgendaHead is_overdue=true list=all_overdue(chosen) mine i18n/>
        {filters}
        <div data-live="agenda">{list}</div>
    }
}

/// What is late by kind, each with its count.
#[component]
pub fn OverdueFilters(
    groups: Vec<OverdueGroup>,
    chosen: Option<AgendaKind>,
    mine: AssignedFilter,
    i18n: I18n,
) -> impl IntoView {
    let link = |group: OverdueGroup| {
        let current = (chosen == Some(group.kind)).then_some("true");
        let href = overdue_address(Some(group.kind), &mine).into_string();
        view! {
            <li>
                <a class="choice" href=href aria-current=current>
                    {i18n.agenda_kinds(group.kind)} " " {counted(&group)}
                </a>
            </li>
        }
    };
    let all = overdue_address(None, &mine).into_string();
    (!groups.is_empty()).then(|| {
        view! {
            <nav class="due-filters" aria-label=i18n.agenda_overdue()>
                <ul class="choices">
                    <li><a class="choice" href=all aria-current=chosen.is_none().then_some("true")>{i18n.all_deliverables_shown()}</a></li>
                    {groups.into_iter().map(link).collect_view()}
                </ul>
            </nav>
        }
    })
}

/// `99+` where not all are counted.
fn counted(group: &OverdueGroup) -> String {
    if group.count >= OverdueGroup::MAX_COUNTED {
        format!("{}+", OverdueGroup::MAX_COUNTED - 1)
    } else {
        group.count.to_string()
    }
}

#[component]
pub fn OverdueGroups(groups: Vec<OverdueGroup>, mine: AssignedFilter, back: Back, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let group = |group: OverdueGroup| {
        let id = format!("overdue-{}", group.kind);
        let labelled = id.clone();
        let count = counted(&group);
        let is_cut = usize::try_from(group.count).is_ok_and(|count| count > group.items.len());
        let name = format!("{}: {}", i18n.all_deliverables_shown(), i18n.agenda_kinds(group.kind));
        let all = is_cut.then(|| {
            let href = overdue_address(Some(group.kind), &mine).into_string();
            view! { <a href=href aria-label=name>{i18n.all_deliverables_shown()}</a> }
        });
        let row = |item| view! { <OverdueRow item back admin=admin.clone()/> };
        view! {
            <section class="due-group" aria-labelledby=labelled>
                <div class="page-head">
                    <h3 id=id>{i18n.agenda_kinds(group.kind)} " " <span class="muted">{count}</span></h3>
                    {all}
                </div>
                <ul class="rows">{group.items.into_iter().map(row).collect_view()}</ul>
            </section>
        }
    };
    let is_empty = groups.is_empty();
    or_empty(is_empty, i18n.agenda_nothing_overdue(), || groups.into_iter().map(group).collect_view())
}

/// What is late, with what can be done about it.
#[component]
fn OverdueRow(item: AgendaItem, back: Back, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let (kind, id, title) = (item.kind, item.id.clone(), item.title.clone());
    let (project, reminded_at, can_remind) = (item.project_id.to_string(), item.reminded_at, item.can_remind);
    let remind = matches!(kind, AgendaKind::Payment | AgendaKind::Deliverable).then(|| {
        let (id, title) = (id.clone(), title.clone());
        view! { <RemindButton kind id title reminded_at can_remind back admin=admin.clone()/> }
    });
    let amount = item.amount.as_ref().map(|(cents, currency)| {
        view! { <strong class="amount">{amount::written((*cents).into(), currency, i18n.0)}</strong> }
    });
    let act = match item.task_status {
        Some(status) => Some(Either::Left(view! { <TaskDoneButton project id title status back i18n/> })),
        None if kind == AgendaKind::Payment => {
            Some(Either::Right(view! { <PayButton project id label=title back admin=admin.clone()/> }))
        }
        None => None,
    };
    view! {
        <AgendaRow item admin>
            {amount}
            {remind}
            {act}
        </AgendaRow>
    }
}

/// What is due, with its day and a link to it.
#[component]
pub fn AgendaRow(
    item: AgendaItem,
    admin: AdminView,
    /// What else is known of it, and what can be done.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let i18n = admin.i18n;
    let AgendaItem { kind, id, due_on, title, project_id, project_name, client_name, .. } = item;
    let plan = ProjectPart::Plan.address(project_id.as_str());
    let href = match kind {
        AgendaKind::Deliverable => plan.with_fragment(&format!("deliverable-{id}")),
        AgendaKind::Material => ProjectPart::Materials.address(project_id.as_str()).with_fragment(&material_place(&id)),
        AgendaKind::Payment => ProjectPart::Payments.path(project_id.as_str()),
        AgendaKind::Phase => plan.with_fragment(&format!("phase-{id}")),
        AgendaKind::Project => plan.into_string(),
        AgendaKind::Task => plan.with_fragment(&format!("task-{id}")),
    };
    let place = match kind {
        AgendaKind::Project => client_name,
        _ => format!("{client_name} · {project_name}"),
    };
    let place = if children.is_some() { place } else { format!("{} · {place}", i18n.agenda_kind(kind)) };
    let due = if kind == AgendaKind::Deliverable {
        let since = i18n.waiting_since(&i18n.since_days(-days_until(due_on, admin.now)));
        Either::Left(view! { <span class="status--late">{since}</span> })
    } else {
        let is_feminine = matches!(kind, AgendaKind::Phase | AgendaKind::Task);
        Either::Right(view! { <DueDay date=due_on is_feminine admin/> })
    };
    view! {
        <li class="row">
            <div class="row__main">
                <a class="row__link" href=href dir="auto">{title}</a>
                <p class="muted" dir="auto">{place}</p>
            </div>
            <div class="row__meta">
                {due} {children.map(|children| children())}
            </div>
        </li>
    }
}

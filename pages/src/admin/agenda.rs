//! What is due: overdue or soon, over all projects.

use domain::overview::{AgendaItem, AgendaKind, Today};
use domain::{Cursor, Page};

use super::projects::ProjectPart;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AgendaQuery {
    show: String,
    after: Option<String>,
}

/// `GET /admin/agenda?show=overdue&after=…`
pub async fn page(Query(query): Query<AgendaQuery>, request: AdminRequest) -> PageResult {
    let is_overdue = query.show == "overdue";
    let after: Option<Cursor> = query.after.and_then(|after| after.parse().ok());
    let page = if is_overdue {
        request.store.overdue(after.as_ref()).await?
    } else {
        request.store.agenda(Today::DAYS, after.as_ref()).await?
    };
    let show = move |admin: AdminView| {
        let title = admin.i18n.agenda().to_owned();
        (title, view! { <Agenda page is_overdue is_later=after.is_some() admin/> }.into_any())
    };
    request.page(NavItem::Today, show).await
}

#[component]
fn Agenda(page: Page<AgendaItem>, is_overdue: bool, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let (soon, overdue) = (address::agenda(), address::agenda().with("show", "overdue"));
    let list = if is_overdue { overdue.clone() } else { soon.clone() };
    let links = vec![(overdue, i18n.agenda_overdue(), is_overdue), (soon, i18n.agenda_heading(), !is_overdue)];
    let row = |item| view! { <AgendaRow item admin=admin.clone()/> };
    let text = if is_overdue { i18n.agenda_nothing_overdue() } else { i18n.agenda_empty() };
    let rows = or_empty(
        page.items.is_empty(),
        text,
        || view! { <ul class="rows" data-live="agenda">{page.items.into_iter().map(row).collect_view()}</ul> },
    );
    view! {
        <header class="page-head">
            <h1>{i18n.agenda()}</h1>
        </header>
        <FilterLinks label=i18n.agenda() links/>
        {rows}
        <MoreLink list next=page.next is_later i18n/>
    }
}

/// A task, a phase, a project or a payment with its due date.
#[component]
pub fn AgendaRow(item: AgendaItem, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let AgendaItem { kind, id, due_on, title, project_id, project_name, client_name } = item;
    let plan = ProjectPart::Plan.address(project_id.as_str());
    let href = match kind {
        AgendaKind::Payment => ProjectPart::Payments.path(project_id.as_str()),
        AgendaKind::Phase => plan.with_fragment(&format!("phase-{id}")),
        AgendaKind::Project => plan.into_string(),
        AgendaKind::Task => plan.with_fragment(&format!("task-{id}")),
    };
    let place = match kind {
        AgendaKind::Project => client_name,
        _ => format!("{client_name} · {project_name}"),
    };
    let is_feminine = matches!(kind, AgendaKind::Phase | AgendaKind::Task);
    view! {
        <li class="row">
            <div class="row__main">
                <a class="row__link" href=href dir="auto">{title}</a>
                <p class="muted" dir="auto">{i18n.agenda_kind(kind)} " · " {place}</p>
            </div>
            <div class="row__meta">
                <DueDay date=due_on is_feminine admin/>
            </div>
        </li>
    }
}

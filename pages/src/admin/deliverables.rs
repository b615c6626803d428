//! The deliverables of all projects.

use app::address::deliverable_place;
use domain::overview::DeliverableLine;
use domain::{Cursor, DeliverableStatus, Page};

use super::assigned_filter::AssignedFilter;
use super::projects::{ProjectPart, ProjectsHead};
use crate::admin::prelude::*;

/// The filters: all, then in the order of how soon somebody has to act.
const SHOWN: [Option<DeliverableStatus>; 5] = [
    None,
    Some(DeliverableStatus::InReview),
    Some(DeliverableStatus::ChangesRequested),
    Some(DeliverableStatus::Pending),
    Some(DeliverableStatus::Approved),
];

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct DeliverablesQuery {
    status: String,
    mine: String,
    sort: String,
    after: Option<String>,
}

/// The filter of the list.
#[derive(Debug, Clone)]
struct Shown {
    status: Option<DeliverableStatus>,
    mine: AssignedFilter,
    newest_first: bool,
}

impl Shown {
    fn unsorted(&self) -> Address {
        self.mine.on(self.of_all())
    }

    fn of_all(&self) -> Address {
        address::deliverables().with("status", self.status.map_or("", DeliverableStatus::as_str))
    }

    fn address(&self) -> Address {
        self.unsorted().with("sort", self.sort())
    }

    const fn sort(&self) -> &'static str {
        if self.newest_first { "-since" } else { "" }
    }
}

/// `GET /admin/deliverables?status=…&mine=…&sort=…&after=…`
pub async fn page(Query(query): Query<DeliverablesQuery>, request: AdminRequest) -> PageResult {
    let mine = request.assigned_filter(&query.mine).await?;
    let shown = Shown { status: query.status.parse().ok(), mine, newest_first: query.sort == "-since" };
    let after: Option<Cursor> = query.after.and_then(|after| after.parse().ok());
    let page = request
        .store
        .deliverable_list(shown.mine.assigned_to(), shown.status, shown.newest_first, after.as_ref())
        .await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.deliverables_tab().to_owned();
        (title, view! { <Deliverables page shown is_later=after.is_some() admin/> }.into_any())
    };
    request.page(NavItem::Deliverables, show).await
}

#[component]
fn Deliverables(page: Page<DeliverableLine>, shown: Shown, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let link = |status: Option<DeliverableStatus>| {
        let name = status.map_or(i18n.all_deliverables_shown(), |status| i18n.deliverables_shown(status));
        (Shown { status, ..shown.clone() }.address(), name, status == shown.status)
    };
    let own = shown.mine.link(shown.of_all().with("sort", shown.sort()), i18n);
    let links = SHOWN.map(link).into_iter().chain(own).collect();
    let nothing_yet = shown.status.is_none() && !shown.mine.is_on() && !is_later;
    let text = if nothing_yet { i18n.deliverables_none() } else { i18n.nothing_found() };
    let address = shown.address();
    let list = or_empty(page.items.is_empty(), text, || view! { <DeliverableTable items=page.items shown admin/> });
    view! {
        <ProjectsHead open=NavItem::Deliverables i18n/>
        <FilterLinks label=i18n.column_status() links/>
        {list}
        <MoreLink list=address next=page.next is_later i18n/>
    }
}

#[component]
fn DeliverableTable(items: Vec<DeliverableLine>, shown: Shown, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let sort = ShownSort { column: "since", descending: shown.newest_first };
    let row = |line| view! { <Row line admin=admin.clone()/> };
    let heads = vec![
        head(i18n.column_deliverable()),
        head(i18n.column_client()),
        head(i18n.column_status()),
        view! { <SortHead label=i18n.column_since() list=shown.unsorted() column="since" sort i18n/> }.into_any(),
    ];
    view! {
        <Table label=i18n.deliverables_tab() live="deliverables" heads rows=items.into_iter().map(row).collect_view()/>
    }
}

#[component]
fn Row(line: DeliverableLine, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let DeliverableLine { id, title, status, since, project_id, project_name, client_id, client_name } = line;
    let place = ProjectPart::Plan.address(project_id.as_str()).with_fragment(&deliverable_place(id.as_str()));
    let since = since.map(|at| view! { <Since at admin=admin.clone()/> });
    view! {
        <tr>
            <th scope="row">
                <a class="table__name" href=place dir="auto">{title}</a>
                <span class="table__more" dir="auto">{project_name}</span>
            </th>
            <td data-label=i18n.column_client()>
                <a href=address::client(client_id.as_str()).into_string() dir="auto">{client_name}</a>
            </td>
            <td data-label=i18n.column_status()>
                <span class=format!("status status--{}", class_of(status))>{i18n.deliverable_status(status)}</span>
            </td>
            <td class="table__day" data-label=i18n.column_since()>{since}</td>
        </tr>
    }
}

/// What waits for the client is amber, what waits for the agency has the accent.
const fn class_of(status: DeliverableStatus) -> &'static str {
    match status {
        DeliverableStatus::InReview => "waiting",
        DeliverableStatus::ChangesRequested => "answer",
        DeliverableStatus::Approved => "completed",
        DeliverableStatus::Pending => "pending",
    }
}

//! The list of projects.

use domain::overview::{ProjectOrder, Sort};
use domain::projects::board::{Progress, ProjectLine};
use domain::{Page, ProjectStatus};

use super::{ProjectPart, ProjectsHead};
use crate::admin::assigned_filter::AssignedFilter;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProjectsQuery {
    q: String,
    status: String,
    mine: String,
    sort: String,
    after: Option<String>,
}

/// `GET /admin/projects?q=…&status=…&mine=…&sort=…&after=…`
pub async fn page(Query(query): Query<ProjectsQuery>, request: AdminRequest) -> PageResult {
    let sort = Sort::parse(&query.sort, Sort::default());
    let mine = request.assigned_filter(&query.mine).await?;
    let filter = Filter { q: query.q.trim().to_owned(), status: query.status.parse().ok(), mine, sort };
    let is_later = query.after.is_some();
    let after = query.after.and_then(|after| after.parse().ok());
    let page =
        request.store.project_list(filter.mine.assigned_to(), &filter.q, filter.status, sort, after.as_ref()).await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.projects().to_owned();
        (title, view! { <Projects page filter is_later admin/> }.into_any())
    };
    request.page(NavItem::Projects, show).await
}

#[derive(Debug, Clone)]
struct Filter {
    q: String,
    status: Option<ProjectStatus>,
    mine: AssignedFilter,
    sort: Sort<ProjectOrder>,
}

impl Filter {
    const fn is_set(&self) -> bool {
        !self.q.is_empty() || self.status.is_some() || self.mine.is_on()
    }

    /// The address of the list without its order.
    fn unsorted(&self) -> Address {
        self.mine.on(self.of_all())
    }

    fn of_all(&self) -> Address {
        let status = self.status.map(ProjectStatus::as_str).unwrap_or_default();
        address::projects().with("q", &self.q).with("status", status)
    }

    fn address(&self) -> Address {
        self.unsorted().with("sort", &self.sort())
    }

    /// As in an address; empty for the default.
    fn sort(&self) -> String {
        let is_default = self.sort == Sort::default();
        if is_default { String::new() } else { self.sort.written(self.sort.by.as_str()) }
    }
}

#[component]
fn Projects(page: Page<ProjectLine>, filter: Filter, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Page { items, next } = page;
    let nothing_yet = items.is_empty() && !filter.is_set() && !is_later;
    let filters = (!nothing_yet).then(|| view! { <Filters filter=filter.clone() i18n/> });
    let address = filter.address();
    let text = if nothing_yet { i18n.no_projects_yet() } else { i18n.nothing_found() };
    let list = or_empty(items.is_empty(), text, || view! { <ProjectTable items filter admin/> });
    view! {
        <ProjectsHead open=NavItem::Projects i18n/>
        {filters}
        {list}
        <MoreLink list=address next is_later i18n/>
    }
}

#[component]
fn ProjectTable(items: Vec<ProjectLine>, filter: Filter, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let sort = ShownSort { column: filter.sort.by.as_str(), descending: filter.sort.descending };
    let sort_head = |label, by: ProjectOrder, newest_first| {
        view! { <SortHead label list=filter.unsorted() column=by.as_str() sort newest_first i18n/> }.into_any()
    };
    let row = |line| view! { <Row line admin=admin.clone()/> };
    let heads = vec![
        head(i18n.column_project()),
        head(i18n.column_status()),
        head(i18n.column_progress()),
        head(i18n.column_waiting()),
        sort_head(i18n.column_due(), ProjectOrder::Due, false),
        sort_head(i18n.column_created(), ProjectOrder::Created, true),
    ];
    view! {
        <Table label=i18n.projects() live="projects" heads rows=items.into_iter().map(row).collect_view()/>
    }
}

#[component]
fn Filters(filter: Filter, i18n: I18n) -> impl IntoView {
    let is_narrowed = !filter.q.is_empty() || filter.status.is_some();
    let clear = is_narrowed
        .then(|| view! { <a href=filter.mine.on(address::projects()).into_string()>{i18n.filter_clear()}</a> });
    let hidden_sort = (filter.sort != Sort::default()).then(|| {
        let sort = filter.sort.written(filter.sort.by.as_str());
        view! { <input type="hidden" name="sort" value=sort/> }
    });
    let own = filter.mine.link(filter.of_all().with("sort", &filter.sort()), i18n);
    let own = own.map(|link| view! { <FilterLinks label=i18n.mine() links=vec![link]/> });
    let hidden_mine = filter.mine.is_on().then(|| view! { <input type="hidden" name="mine" value="1"/> });
    let options = options(ProjectStatus::ALL, |status| i18n.project_status(status));
    let chosen = filter.status.map_or("", ProjectStatus::as_str).to_owned();
    view! {
        <form class="filters" method="get" action="/admin/projects" role="search">
            <SearchField label=i18n.search_projects() value=filter.q.clone()/>
            <FilterSelect id="status" name="status" label=i18n.project_status_label() all=i18n.filter_all() options chosen/>
            {hidden_sort} {hidden_mine}
            <button class="button button--quiet">{i18n.search()}</button>
            {clear}
        </form>
        {own}
    }
}

#[component]
fn Row(line: ProjectLine, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ProjectLine { id, name, client_id, client_name, status, due_on, created_at, progress, in_review } = line;
    let is_open = matches!(status, ProjectStatus::Active | ProjectStatus::Paused);
    let due = due_on.map(|date| view! { <DueDay date is_open admin=admin.clone()/> });
    let waiting = (in_review.0 > 0).then(|| {
        let since = in_review.1.map(|at| view! { " " <Since at admin=admin.clone()/> });
        view! { <span class="status status--waiting"><span>{i18n.some_to_approve(in_review.0)} {since}</span></span> }
    });
    view! {
        <tr>
            <th scope="row">
                <a class="table__name" href=ProjectPart::Plan.path(id.as_str()) dir="auto">{name}</a>
                <a class="table__more" href=address::client(client_id.as_str()).into_string() dir="auto">{client_name}</a>
            </th>
            <td data-label=i18n.column_status()>
                <span class=format!("status status--{status}")>{i18n.project_status(status)}</span>
            </td>
            <td data-label=i18n.column_progress()><ProgressBar progress i18n/></td>
            <td data-label=i18n.column_waiting()>{waiting}</td>
            <td class="table__day" data-label=i18n.column_due()>{due}</td>
            <td class="table__day" data-label=i18n.column_created()><Ago at=created_at admin/></td>
        </tr>
    }
}

/// The done and total number of tasks; empty without tasks.
#[component]
pub fn ProgressBar(progress: Progress, i18n: I18n) -> impl IntoView {
    let count = |number: i64| usize::try_from(number).unwrap_or_default();
    (progress.all > 0).then(|| {
        let Progress { done, all } = progress;
        view! {
            <span class="board__progress">
                <progress class="progress" max=all.to_string() value=done.to_string() aria-hidden="true">
                </progress>
                <span>{i18n.progress(count(done), count(all))}</span>
            </span>
        }
    })
}

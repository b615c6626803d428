//! The list of projects.

use app::dates;
use domain::projects::board::{Progress, ProjectLine};
use domain::{Page, ProjectStatus};
use leptos::either::Either;
use leptos::prelude::*;
use serde::Deserialize;

use super::ProjectPart;
use crate::address::Address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::Query;
use crate::i18n::I18n;
use crate::ui::{MoreLink, SearchField};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProjectsQuery {
    q: String,
    status: String,
    after: Option<String>,
}

/// `GET /admin/projects?q=…&status=…&after=…`
pub async fn page(Query(query): Query<ProjectsQuery>, request: AdminRequest) -> PageResult {
    let filter = Filter { q: query.q.trim().to_owned(), status: query.status.parse().ok() };
    let is_later = query.after.is_some();
    let after = query.after.and_then(|after| after.parse().ok());
    let page = request.store.project_list(&filter.q, filter.status, after.as_ref()).await?;
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
}

impl Filter {
    const fn is_set(&self) -> bool {
        !self.q.is_empty() || self.status.is_some()
    }

    fn address(&self) -> Address {
        let status = self.status.map(ProjectStatus::as_str).unwrap_or_default();
        Address::path("/admin/projects".to_owned()).with("q", &self.q).with("status", status)
    }
}

#[component]
fn Projects(page: Page<ProjectLine>, filter: Filter, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Page { items, next } = page;
    let nothing_yet = items.is_empty() && !filter.is_set() && !is_later;
    let filters = (!nothing_yet).then(|| view! { <Filters filter=filter.clone() i18n/> });
    let row = |line| view! { <Row line admin=admin.clone()/> };
    let list = if items.is_empty() {
        let text = if nothing_yet { i18n.no_projects_yet() } else { i18n.nothing_found() };
        Either::Left(view! { <p class="empty">{text}</p> })
    } else {
        Either::Right(
            view! { <ul class="rows" data-live="projects">{items.into_iter().map(row).collect_view()}</ul> },
        )
    };
    view! {
        <header class="page-head">
            <h1>{i18n.projects()}</h1>
            <p class="actions">
                <a class="button" href="/admin/projects/new">{i18n.new_project()}</a>
            </p>
        </header>
        {filters}
        {list}
        <MoreLink list=filter.address() next is_later i18n/>
    }
}

#[component]
fn Filters(filter: Filter, i18n: I18n) -> impl IntoView {
    let clear = filter.is_set().then(|| view! { <a href="/admin/projects">{i18n.filter_clear()}</a> });
    let option = |status: ProjectStatus| {
        let chosen = filter.status == Some(status);
        view! { <option value=status.as_str() selected=chosen>{i18n.project_status(status)}</option> }
    };
    view! {
        <form class="filters" method="get" action="/admin/projects" role="search">
            <SearchField label=i18n.search_projects() value=filter.q.clone()/>
            <p class="field">
                <label for="status">{i18n.project_status_label()}</label>
                <select id="status" name="status">
                    <option value="">{i18n.filter_all()}</option>
                    {ProjectStatus::ALL.iter().copied().map(option).collect_view()}
                </select>
            </p>
            <button class="button button--quiet">{i18n.search()}</button>
            {clear}
        </form>
    }
}

#[component]
fn Row(line: ProjectLine, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ProjectLine { id, name, client_name, status, due_on, progress, .. } = line;
    let is_open = matches!(status, ProjectStatus::Active | ProjectStatus::Paused);
    let due = due_on.filter(|_| is_open).map(|due| {
        let late = due < dates::today(admin.now);
        view! { <span class:late=late>{i18n.due(&dates::day(due, admin.language))}</span> }
    });
    view! {
        <li class="row project-row">
            <div class="row__main">
                <a class="row__link" href=ProjectPart::Plan.path(id.as_str()) dir="auto">{name}</a>
                <p class="muted" dir="auto">{client_name}</p>
            </div>
            <div class="row__meta">
                <span class=format!("status status--{status}")>{i18n.project_status(status)}</span>
                <ProgressBar progress i18n/>
                {due}
            </div>
        </li>
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

//! A new project: first whose it is, then what it is.

use domain::{Form, ProjectStatus, paging};
use domain::board::{ClientChoice, Template};
use domain::id::ProjectId;
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address::Address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::projects::actions::{CreateProject, NewProject};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::{Fields, FormHead, SearchField, SelectField};
use super::edit::ProjectFields;

/// `/admin/projects/new?client=…&template=…`; without a client, `?q=…` looks for one.
#[component]
pub fn NewProjectPage() -> impl IntoView {
    let (client, q, template) = use_query_map().with_untracked(|query| {
        (query.get("client"), query.get("q").unwrap_or_default(), query.get("template").unwrap_or_default())
    });
    let load = rpc::load_new_project(client, q.clone(), Some(template.clone()));
    admin_page(NavItem::Projects, load, move |new: NewProject, admin| {
        let title = admin.i18n.new_project().to_owned();
        let body = match new {
            NewProject::For { clients } => {
                let q = q.trim().to_owned();
                Either::Left(view! { <ForWhom clients q template i18n=admin.i18n/> })
            }
            NewProject::With { id, client, templates } => {
                Either::Right(view! { <NewForm id client templates template admin/> })
            }
        };
        (title, body)
    })
}

/// The page with `template` chosen.
fn page(template: &str) -> Address {
    Address::path("/admin/projects/new".to_owned()).with("template", template)
}

#[component]
fn ForWhom(clients: Vec<ClientChoice>, q: String, template: String, i18n: I18n) -> impl IntoView {
    let nobody = clients.is_empty() && q.is_empty();
    let is_long = clients.len() >= paging::MOST;
    let search = (!q.is_empty() || is_long).then(|| {
        view! { <SearchClient q=q.clone() template=template.clone() i18n/> }
    });
    let choice = |client: ClientChoice| {
        view! {
            <li class="row">
                <div class="row__main">
                    <a
                        class="row__link"
                        href=page(&template).with("client", client.id.as_str()).top()
                        dir="auto"
                    >
                        {client.name}
                    </a>
                    {client.company.map(|company| view! { <p class="muted" dir="auto">{company}</p> })}
                </div>
            </li>
        }
    };
    let list = if nobody {
        Either::Left(view! {
            <p class="empty">{i18n.no_clients_for_project()}</p>
            <p>
                <a class="button" href="/admin/clients/new">{i18n.make_client_first()}</a>
            </p>
        })
    } else if clients.is_empty() {
        Either::Right(Either::Left(view! { <p class="empty">{i18n.nothing_found()}</p> }))
    } else {
        let more = is_long.then(|| view! { <p class="muted">{i18n.more_clients()}</p> });
        Either::Right(Either::Right(view! {
            <ul class="rows">{clients.into_iter().map(choice).collect_view()}</ul>
            {more}
        }))
    };
    view! {
        <header class="page-head">
            <h1>{i18n.project_for_whom()}</h1>
        </header>
        {search}
        {list}
    }
}

#[component]
fn SearchClient(q: String, template: String, i18n: I18n) -> impl IntoView {
    view! {
        <form class="filters" method="get" action="/admin/projects/new" role="search">
            <input type="hidden" name="template" value=template/>
            <SearchField label=i18n.search_clients_for_project() value=q/>
            <button class="button button--quiet">{i18n.search()}</button>
        </form>
    }
}

#[component]
fn NewForm(
    id: ProjectId,
    client: ClientChoice,
    templates: Vec<Template>,
    template: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let standing = Form::default()
        .with("status", Some(ProjectStatus::Active.as_str()))
        .with("template", Some(template.clone()));
    let fields = Fields::new(&admin, "new-project", standing);
    let model = |one: Template| (one.id.to_string(), format!("{} · {}", one.name, one.client_name));
    let options = std::iter::once((String::new(), i18n.from_nothing().to_owned()))
        .chain(templates.into_iter().map(model))
        .collect();
    view! {
        <header class="page-head">
            <div class="project-title">
                <p class="back" dir="auto">{client.name}</p>
                <h1>{i18n.new_project()}</h1>
            </div>
            <p class="actions">
                <a href=page(&template).top()>{i18n.other_client()}</a>
            </p>
        </header>
        <form id=fields.id() class="form" method="post" action=CreateProject::PATH>
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <input type="hidden" name="client" value=client.id.to_string()/>
            <ProjectFields fields=fields.clone() i18n/>
            <SelectField
                fields=fields.clone()
                name="template"
                label=i18n.start_from()
                options
                hint=i18n.template_hint()
            />
            <p class="actions">
                <button class="button">{i18n.create_project()}</button>
            </p>
        </form>
    }
}

//! The form of a new project: first the client, then the fields.

use domain::id::ProjectId;
use domain::projects::board::{ClientChoice, ProjectChoice};
use domain::{Form, ProjectStatus, paging};

use super::edit::ProjectFields;
use crate::admin::prelude::*;
use crate::admin::projects::actions::CreateProject;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NewProjectQuery {
    client: String,
    q: String,
    template: String,
}

/// `GET /admin/projects/new?client=…&template=…`; without a client, `?q=…` searches for one.
pub async fn page(Query(query): Query<NewProjectQuery>, request: AdminRequest) -> PageResult {
    let NewProjectQuery { client, q, template } = query;
    let store = &request.store;
    if client.is_empty() {
        let clients = store.client_choices(&q).await?;
        let q = q.trim().to_owned();
        let show = move |admin: AdminView| {
            let i18n = admin.i18n;
            (i18n.new_project().to_owned(), view! { <ClientPicker clients q template i18n/> }.into_any())
        };
        return request.page(NavItem::Projects, show).await;
    }
    // Generated here, so that a form submitted twice creates one project.
    let id = store::new_id();
    let client = store.client_choice(&parse_id(&client)?).await?;
    let templates = store.templates(ProjectId::parse(template.as_str()).ok().as_ref()).await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.new_project().to_owned();
        (title, view! { <NewForm id client templates template admin/> }.into_any())
    };
    request.page(NavItem::Projects, show).await
}

/// The address of the page with `template` selected.
fn with_template(template: &str) -> Address {
    Address::path("/admin/projects/new".to_owned()).with("template", template)
}

#[component]
fn ClientPicker(clients: Vec<ClientChoice>, q: String, template: String, i18n: I18n) -> impl IntoView {
    let no_clients = clients.is_empty() && q.is_empty();
    let is_long = clients.len() >= paging::MAX_ITEMS;
    let search = (!q.is_empty() || is_long).then(|| {
        view! { <SearchClient q=q.clone() template=template.clone() i18n/> }
    });
    let choice = |client: ClientChoice| {
        view! {
            <li class="row">
                <div class="row__main">
                    <a
                        class="row__link"
                        href=with_template(&template).with("client", client.id.as_str()).into_string()
                        dir="auto"
                    >
                        {client.name}
                    </a>
                    {client.company.map(|company| view! { <p class="muted" dir="auto">{company}</p> })}
                </div>
            </li>
        }
    };
    let list = if no_clients {
        Either::Left(view! {
            <p class="empty">{i18n.no_clients_for_project()}</p>
            <p><a class="button" href="/admin/clients/new">{i18n.make_client_first()}</a></p>
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
    id: String,
    client: ClientChoice,
    templates: Vec<ProjectChoice>,
    template: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let initial =
        Form::default().with("status", Some(ProjectStatus::Active.as_str())).with("template", Some(template.clone()));
    let fields = Fields::of_new(&admin, "new-project", initial);
    let option = |one: ProjectChoice| (one.id.to_string(), format!("{} · {}", one.name, one.client_name));
    let options = std::iter::once((String::new(), i18n.from_nothing().to_owned()))
        .chain(templates.into_iter().map(option))
        .collect();
    view! {
        <header class="page-head">
            <div class="project-title">
                <p class="back" dir="auto">{client.name}</p>
                <h1>{i18n.new_project()}</h1>
            </div>
            <p class="actions"><a href=with_template(&template).into_string()>{i18n.other_client()}</a></p>
        </header>
        <form id=fields.id() class="form" method="post" action=CreateProject::PATH>
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="id" value=id.clone()/>
            <input type="hidden" name="client" value=client.id.to_string()/>
            <ProjectFields fields=fields.clone() i18n/>
            <SelectField
                fields=fields.clone()
                name="template"
                label=i18n.start_from()
                options
                hint=i18n.template_hint()
            />
            <p class="actions"><button class="button">{i18n.create_project()}</button></p>
        </form>
    }
}

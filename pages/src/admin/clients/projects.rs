//! The projects of a client.

use domain::clients::{ClientCard, ClientProject};

use crate::admin::prelude::*;

/// The client's projects, with a link to create one.
#[component]
pub fn Projects(card: ClientCard, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ClientCard { client, projects, more_projects, .. } = card;
    let all = Address::path("/admin/projects".to_owned()).with("q", &client.name);
    let row = |project| view! { <Row project admin=admin.clone()/> };
    let list = or_empty(
        projects.is_empty(),
        i18n.client_no_projects(),
        || view! { <ul class="rows">{projects.into_iter().map(row).collect_view()}</ul> },
    );
    view! {
        <section class="setting" aria-labelledby="projects-heading">
            <header class="page-head">
                <h2 id="projects-heading">{i18n.projects()}</h2>
                <a
                    class="button button--quiet"
                    href=Address::path("/admin/projects/new".to_owned()).with("client", client.id.as_str()).top()
                >
                    {i18n.client_new_project()}
                </a>
            </header>
            {list}
            {more_projects.then(|| view! { <p><a href=all.top()>{i18n.client_more_projects()}</a></p> })}
        </section>
    }
}

#[component]
fn Row(project: ClientProject, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ClientProject { id, name, status, due_on } = project;
    let due = due_on.map(|due| {
        view! { <span>{i18n.client_project_due()}" "<time datetime=due.to_string()>{dates::day(due, admin.language)}</time></span> }
    });
    view! {
        <li class="row">
            <div class="row__main">
                <a class="row__link" href=format!("/admin/projects/{id}") dir="auto">{name}</a>
            </div>
            <div class="row__meta">
                {due}
                <span class="chip">{i18n.project_status(status)}</span>
            </div>
        </li>
    }
}

//! The projects and the portal addresses of a client.

use std::sync::Arc;

use domain::Client;
use domain::clients::{Access, ClientCard, ClientProject};

use crate::admin::clients::actions::{AskCodesAgain, MakeNewSlug, RotateToken};
use crate::admin::prelude::*;

/// The address to replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Slug,
    Token,
}

impl Change {
    /// Parses `?change=…`.
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "slug" => Some(Self::Slug),
            "token" => Some(Self::Token),
            _ => None,
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Self::Slug => "slug",
            Self::Token => "token",
        }
    }
}

/// The addresses; with `change`, a confirmation to replace one.
#[component]
pub fn Portal(card: ClientCard, base_url: Arc<str>, change: Option<Change>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Client { id, slug, token, access, .. } = &card.client;
    let full = |key: &str| format!("{base_url}{}", Address::portal(key).into_string());
    let confirm_link =
        |change: Change| address::client(id.as_str()).with("change", change.code()).with_fragment("portal");
    let (by_slug, by_token) = (full(slug.as_str()), full(token.reveal()));
    let needs_code = *access == Access::Code;
    let hint = if needs_code { i18n.client_portal_code_hint() } else { i18n.client_portal_hint() };
    let again = needs_code.then(|| view! { <AskAgain client=id.to_string() i18n/> });
    let confirmation = change.map(|change| view! { <Confirmation card=card.clone() change i18n/> });
    view! {
        <section class="setting" id="portal" aria-labelledby="portal-heading">
            <h2 id="portal-heading">{i18n.client_portal()}</h2>
            <SectionOutcome section="portal" flash=admin.flash i18n/>
            <p class="muted">{hint}</p>
            <CopyField id="address-token" label=i18n.client_address_token() text=by_token i18n/>
            <CopyField id="address-slug" label=i18n.client_address_slug() text=by_slug i18n/>
            {confirmation}
            <p class="actions">
                <a class="button button--quiet" href=confirm_link(Change::Slug)>{i18n.client_slug_change()}</a>
                <a class="button button--quiet" href=confirm_link(Change::Token)>{i18n.client_token_change()}</a>
            </p>
            {again}
        </section>
    }
}

#[component]
fn AskAgain(client: String, i18n: I18n) -> impl IntoView {
    view! {
        <form method="post" action=AskCodesAgain::PATH class="form">
            <input type="hidden" name="client" value=client/>
            <p class="muted" id="codes-again">{i18n.codes_again_hint()}</p>
            <p class="actions">
                <button class="button button--quiet" aria-describedby="codes-again">{i18n.codes_again()}</button>
            </p>
        </form>
    }
}

/// Asks for confirmation, and warns about what stops working.
#[component]
fn Confirmation(card: ClientCard, change: Change, i18n: I18n) -> impl IntoView {
    let (question, warning, button, action, seen) = match change {
        Change::Slug => (
            i18n.client_slug_question(),
            i18n.client_slug_warning(),
            i18n.client_slug_confirm(),
            MakeNewSlug::PATH,
            card.slug_version,
        ),
        Change::Token => (
            i18n.client_token_question(),
            i18n.client_token_warning(),
            i18n.client_token_confirm(),
            RotateToken::PATH,
            card.token_version,
        ),
    };
    let id = card.client.id.to_string();
    view! {
        <section class="danger" aria-labelledby="change-heading">
            <h3 id="change-heading">{question}</h3>
            <p>{warning}</p>
            <form method="post" action=action class="actions">
                <input type="hidden" name="client" value=id.clone()/>
                <input type="hidden" name="seen" value=seen/>
                <button class="button button--danger">{button}</button>
                <a class="button button--quiet" href=address::client(&id).with_fragment("portal")>{i18n.cancel()}</a>
            </form>
        </section>
    }
}

/// The client's projects, with a link to create one.
#[component]
pub fn Projects(card: ClientCard, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ClientCard { client, projects, more_projects, .. } = card;
    let all = Address::path("/admin/projects".to_owned()).with("q", &client.name);
    let row = |project| view! { <Row project admin=admin.clone()/> };
    let new = (!projects.is_empty()).then(|| {
        let href = Address::path("/admin/projects/new".to_owned()).with("client", client.id.as_str()).into_string();
        view! { <a class="button button--quiet" href=href>{i18n.client_new_project()}</a> }
    });
    let list = or_empty(
        projects.is_empty(),
        i18n.client_no_projects(),
        || view! { <ul class="rows">{projects.into_iter().map(row).collect_view()}</ul> },
    );
    view! {
        <section class="setting" aria-labelledby="projects-heading">
            <header class="page-head">
                <h2 id="projects-heading">{i18n.projects()}</h2>
                {new}
            </header>
            {list}
            {more_projects.then(|| view! { <p><a href=all.into_string()>{i18n.client_more_projects()}</a></p> })}
        </section>
    }
}

#[component]
fn Row(project: ClientProject, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ClientProject { id, name, status, due_on } = project;
    let due = due_on.map(|due| {
        view! { <time datetime=due.to_string()>{i18n.due(&dates::day(due, admin.language))}</time> }
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

//! The titles and the tabs of the pages of a project and of the lists over all projects.

use crate::address::encode;
use crate::admin::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectPart {
    /// Phases, tasks and deliverables.
    Plan,
    Payments,
    Documents,
    /// What the client is asked for.
    Materials,
    /// The agency's notes, not shown to the client.
    Notes,
    /// Time entries and the timer.
    Times,
    Quote,
}

impl ProjectPart {
    const ALL: [Self; 7] =
        [Self::Plan, Self::Materials, Self::Payments, Self::Documents, Self::Notes, Self::Times, Self::Quote];

    pub fn path(self, project: &str) -> String {
        let part = match self {
            Self::Plan => "",
            Self::Payments => "/payments",
            Self::Documents => "/documents",
            Self::Materials => "/materials",
            Self::Notes => "/notes",
            Self::Times => "/times",
            Self::Quote => "/quote",
        };
        format!("/admin/projects/{}{part}", encode(project))
    }

    pub fn address(self, project: &str) -> Address {
        Address::path(self.path(project))
    }

    pub fn name(self, i18n: I18n) -> &'static str {
        match self {
            Self::Plan => i18n.part_plan(),
            Self::Payments => i18n.part_payments(),
            Self::Documents => i18n.part_documents(),
            Self::Materials => i18n.part_materials(),
            Self::Notes => i18n.part_notes(),
            Self::Times => i18n.part_times(),
            Self::Quote => i18n.part_quote(),
        }
    }
}

#[component]
pub fn ProjectNav(#[prop(into)] project: String, part: ProjectPart, i18n: I18n) -> impl IntoView {
    let entry = |one: ProjectPart| {
        view! {
            <li>
                <a href=one.path(&project) aria-current=(one == part).then_some("page")>{one.name(i18n)}</a>
            </li>
        }
    };
    view! {
        <nav class="subnav" aria-label=i18n.parts_of_project()>
            <ul>{ProjectPart::ALL.map(entry).collect_view()}</ul>
        </nav>
    }
}

#[component]
pub fn ProjectTitle(name: String, #[prop(into)] client: String, client_name: String) -> impl IntoView {
    view! {
        <div class="project-title">
            <p class="back">
                <a href=format!("/admin/clients/{}", encode(&client)) dir="auto">{client_name}</a>
            </p>
            <h1 dir="auto">{name}</h1>
        </div>
    }
}

/// The head of a list over all projects. On a phone, whose navigation has no room for each, with the way to the others.
#[component]
pub fn ProjectsHead(open: NavItem, i18n: I18n) -> impl IntoView {
    let entry = |entry: &NavItem| {
        view! { <li><a href=entry.href() aria-current=(*entry == open).then_some("page")>{entry.name(i18n)}</a></li> }
    };
    let new_project = (open == NavItem::Projects).then(|| {
        view! { <p class="actions"><a class="button" href="/admin/projects/new">{i18n.new_project()}</a></p> }
    });
    view! {
        <header class="page-head">
            <h1>{open.name(i18n)}</h1>
            {new_project}
        </header>
        <nav class="subnav subnav--phone" aria-label=i18n.list_of_projects()>
            <ul>{NavItem::PROJECT_LISTS.iter().map(entry).collect_view()}</ul>
        </nav>
    }
}

//! The head of every page of a project: whose it is, what it is called, and the way to its parts.

use leptos::prelude::*;

use crate::address::{Address, encode};
use crate::i18n::I18n;

/// A part of a project, with a page of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectPart {
    /// Phases, tasks and deliverables.
    Plan,
    /// What was agreed to be paid.
    Payments,
    /// What the client may open.
    Documents,
    /// The agency's own notes.
    Notes,
    /// The time spent.
    Times,
    /// What was offered.
    Quote,
}

impl ProjectPart {
    const ALL: [Self; 6] =
        [Self::Plan, Self::Payments, Self::Documents, Self::Notes, Self::Times, Self::Quote];

    pub fn path(self, project: &str) -> String {
        let part = match self {
            Self::Plan => "",
            Self::Payments => "/payments",
            Self::Documents => "/documents",
            Self::Notes => "/notes",
            Self::Times => "/times",
            Self::Quote => "/quote",
        };
        format!("/admin/projects/{}{part}", encode(project))
    }

    /// The same, to go on from.
    pub fn address(self, project: &str) -> Address {
        Address::path(self.path(project))
    }

    /// Its name in the navigation.
    pub fn name(self, i18n: I18n) -> &'static str {
        match self {
            Self::Plan => i18n.part_plan(),
            Self::Payments => i18n.part_payments(),
            Self::Documents => i18n.part_documents(),
            Self::Notes => i18n.part_notes(),
            Self::Times => i18n.part_times(),
            Self::Quote => i18n.part_quote(),
        }
    }
}

/// The way to the parts of a project.
#[component]
pub fn ProjectNav(#[prop(into)] project: String, part: ProjectPart, i18n: I18n) -> impl IntoView {
    let entry = |one: ProjectPart| {
        view! {
            <li>
                <a href=one.path(&project) aria-current=(one == part).then_some("page")>
                    {one.name(i18n)}
                </a>
            </li>
        }
    };
    view! {
        <nav class="subnav" aria-label=i18n.parts_of_project()>
            <ul>{ProjectPart::ALL.map(entry).collect_view()}</ul>
        </nav>
    }
}

/// Whose project it is and what it is called.
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

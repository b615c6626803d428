//! The header of a portal page: logo, client name, project tabs; above it the banner of a preview.

use domain::Agency;
use domain::id::ClientId;
use domain::line::initials;
use domain::portal::ProjectTab;
use leptos::prelude::*;

use crate::address;
use crate::address::Address;
use crate::i18n::I18n;
use crate::ui::Brand;

/// The header; the project tabs are its children.
#[component]
pub fn Masthead(
    agency: Agency,
    client_name: String,
    i18n: I18n,
    /// The page of notifications, on the others.
    #[prop(optional, into)]
    notifications: Option<String>,
    /// The project tabs, if there are several projects.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let bell = notifications.map(|href| {
        let name = i18n.portal_notifications();
        view! {
            <a class="masthead__bell" href=href title=name aria-label=name>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M18 16H6l1.5-2.5V10a4.5 4.5 0 0 1 9 0v3.5zM10 19a2 2 0 0 0 4 0"/>
                </svg>
            </a>
        }
    });
    view! {
        <header class="masthead">
            <p class="brand"><Brand agency i18n/></p>
            {children.map(|children| children())}
            {bell}
            <p class="masthead__client">
                <span dir="auto">{client_name.clone()}</span>
                <span class="avatar" aria-hidden="true">{initials(&client_name)}</span>
            </p>
        </header>
    }
}

/// Says that this is a preview, in the agency's language, with the way back.
#[component]
pub fn PreviewBanner(client: (ClientId, String), i18n: I18n) -> impl IntoView {
    let (id, name) = client;
    view! {
        <aside class="preview" lang=i18n.0.to_string() aria-label=i18n.preview()>
            <p>
                <strong>{i18n.preview()} "."</strong>
                " "
                {i18n.preview_hint(&name)}
            </p>
            <a class="preview__back" href=address::client(id.as_str()).into_string()>{i18n.preview_back()}</a>
        </aside>
    }
}

#[component]
pub fn ProjectTabs(projects: Vec<ProjectTab>, open: Option<String>, i18n: I18n) -> impl IntoView {
    let tab = |project: ProjectTab| {
        let waiting = (project.waiting > 0 && open.as_deref() != Some(project.id.as_str()))
            .then(|| i18n.waiting(project.waiting));
        let dot = waiting.as_ref().map(|_| view! { <span class="tab__dot" aria-hidden="true"></span> });
        let is_open = open.as_deref() == Some(project.id.as_str());
        let href = Address::here().with("project", project.id.as_str()).into_string();
        view! {
            <a
                class="tab"
                role="tab"
                aria-selected=is_open.to_string()
                aria-controls="project"
                aria-description=waiting.clone()
                title=waiting
                href=href
            >
                <span dir="auto">{project.name}</span>
                {dot}
            </a>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=i18n.projects()>
            {projects.into_iter().map(tab).collect_view()}
        </div>
    }
}

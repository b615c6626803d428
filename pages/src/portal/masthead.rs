//! The header of a portal page: logo, client name, project tabs; above it the banner of a preview.

use app::chat::UNREAD_ID;
use app::chat::tabs::UnreadCount;
use domain::Agency;
use domain::id::ClientId;
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
    let notifications = notifications.map(|href| view! { <a href=href>{i18n.portal_notifications()}</a> });
    view! {
        <header class="masthead">
            <div class="masthead__line">
                <p class="brand"><Brand agency i18n/></p>
                <p class="masthead__client">{i18n.greeting(&client_name)} {notifications}</p>
            </div>
            {children.map(|children| children())}
        </header>
    }
}

/// On narrow screens: links to the project and to the conversation below it.
#[component]
pub fn ViewNav(
    unread: i64,
    /// The conversation, opened on a channel with unread messages.
    conversation: String,
    i18n: I18n,
) -> impl IntoView {
    view! {
        <nav class="views" aria-label=i18n.views()>
            <a href="#main">{i18n.to_project()}</a>
            <a class="views__conversation" href=conversation>
                {i18n.to_conversation()}
                " "
                <UnreadCount unread=move || unread i18n=*i18n id=UNREAD_ID/>
            </a>
        </nav>
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

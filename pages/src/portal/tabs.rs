//! The project tabs of a portal.

use domain::portal::ProjectTab;
use leptos::prelude::*;

use crate::address::Address;
use crate::i18n::I18n;

#[component]
pub fn ProjectTabs(projects: Vec<ProjectTab>, open: Option<String>, i18n: I18n) -> impl IntoView {
    let tab = |project: ProjectTab| {
        let waiting = (project.waiting > 0 && open.as_deref() != Some(project.id.as_str()))
            .then(|| i18n.waiting(project.waiting));
        let dot = waiting.as_ref().map(|_| view! { <span class="tab__dot" aria-hidden="true"></span> });
        let is_open = open.as_deref() == Some(project.id.as_str());
        let href = Address::here().with("project", project.id.as_str()).top();
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

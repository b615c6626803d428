//! The heading and the tabs of the lists over all projects.

use crate::admin::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectsTab {
    Projects,
    Deliverables,
    Payments,
    Hours,
}

impl ProjectsTab {
    const ALL: [Self; 4] = [Self::Projects, Self::Deliverables, Self::Payments, Self::Hours];

    fn address(self) -> Address {
        match self {
            Self::Projects => address::projects(),
            Self::Deliverables => address::deliverables(),
            Self::Payments => address::payments(),
            Self::Hours => address::hours(),
        }
    }

    pub fn name(self, i18n: I18n) -> &'static str {
        match self {
            Self::Projects => i18n.projects_tab(),
            Self::Deliverables => i18n.deliverables_tab(),
            Self::Payments => i18n.payments_tab(),
            Self::Hours => i18n.hours_tab(),
        }
    }
}

#[component]
pub fn ProjectsHead(open: ProjectsTab, i18n: I18n) -> impl IntoView {
    let tab = |tab: ProjectsTab| {
        view! {
            <li>
                <a href=tab.address().top() aria-current=(tab == open).then_some("page")>{tab.name(i18n)}</a>
            </li>
        }
    };
    let new_project = (open == ProjectsTab::Projects).then(|| {
        view! { <p class="actions"><a class="button" href="/admin/projects/new">{i18n.new_project()}</a></p> }
    });
    view! {
        <header class="page-head">
            <h1>{open.name(i18n)}</h1>
            {new_project}
        </header>
        <nav class="subnav" aria-label=i18n.list_of_projects()>
            <ul>{ProjectsTab::ALL.map(tab).collect_view()}</ul>
        </nav>
    }
}

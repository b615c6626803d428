//! The portal page: whose it is, which projects there are, and the one on show.

use domain::portal::Portal;
use leptos::either::Either;
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::project::ProjectView;
use super::tabs::ProjectTabs;
use super::{Visit, Whereabouts};
use crate::chat::channel_to_open;
use crate::rpc::{self, OpenPortal};
use crate::ui::{Document, Flash, MishapPage};
use crate::words::Words;

/// `/c/{key}?project={id}&channel={key}`.
#[component]
pub fn PortalPage() -> impl IntoView {
    let key = use_params_map().with_untracked(|params| params.get("key")).unwrap_or_default();
    let (project, channel) =
        use_query_map().with_untracked(|query| (query.get("project"), query.get("channel")));
    let flash = Flash::of_page();
    let page = async move {
        match rpc::load_portal(key.clone(), project).await {
            Ok(open) => Either::Left(view! { <OpenPage key open channel flash/> }),
            Err(mishap) => Either::Right(view! { <MishapPage mishap/> }),
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

#[component]
fn OpenPage(key: String, open: OpenPortal, channel: Option<String>, flash: Flash) -> impl IntoView {
    let OpenPortal { portal: Portal { client_id, client_name, language, projects, project }, token } = open;
    let words = Words(language);
    let heading = project.as_ref().map_or_else(|| words.greeting(&client_name), |one| one.name.clone());
    let tabs = (projects.len() > 1).then(|| {
        let open = project.as_ref().map(|one| one.id.to_string());
        view! { <ProjectTabs key=key.clone() projects open words/> }
    });
    let body = match project {
        None => Either::Left(view! { <p class="empty">{words.no_projects()}</p> }),
        Some(project) => {
            let open = channel_to_open(channel.as_deref(), &project.channels);
            let channel = open.as_ref().map(ToString::to_string).unwrap_or_default();
            let place = Whereabouts { key, project: project.id.to_string(), channel };
            let visit = Visit { client_id, token, place, open, flash };
            Either::Right(view! { <ProjectView project visit words/> })
        }
    };
    view! {
        <Document language title=format!("{heading} · {}", words.app_name())/>
        <a class="skip" href="#main">{words.skip()}</a>
        <header class="masthead">
            <p class="masthead__name">{words.greeting(&client_name)}</p>
            {tabs}
        </header>
        <main id="main" class="portal">
            <h1 dir="auto">{heading}</h1>
            {body}
        </main>
    }
}

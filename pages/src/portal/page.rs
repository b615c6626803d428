//! The portal page: whose it is, which projects there are, and the one on show.

use app::chat::channel_to_open;
use domain::ChannelKey;
use domain::portal::Portal;
use leptos::either::Either;
use leptos::prelude::*;

use crate::i18n::I18n;
use crate::ui::Flash;
use super::{Visit, Whereabouts};
use super::masthead::{Masthead, Views};
use super::project::ProjectView;
use super::tabs::ProjectTabs;

/// `/c/{key}?project={id}&channel={key}`, with `&before={moment}` for an earlier page of the channel.
#[component]
pub fn PortalPage() -> impl IntoView {
    let key = use_params_map().with_untracked(|params| params.get("key")).unwrap_or_default();
    let asked = |name| use_query_map().with_untracked(|query| query.get(name));
    let (project, channel, before) = (asked("project"), asked("channel"), asked("before"));
    let flash = Flash::of_page();
    let page = async move {
        match rpc::load_portal(project, channel.clone(), before).await {
            Ok(open) => Either::Left(view! { <OpenPage key open channel flash/> }),
            Err(error) => Either::Right(view! { <ErrorPage error/> }),
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

#[component]
fn OpenPage(key: String, open: OpenPortal, channel: Option<String>, flash: Flash) -> impl IntoView {
    let OpenPortal { portal, earlier, pass } = open;
    let Portal { client_id, client_name, language, agency, now, projects, project } = portal;
    let i18n = I18n(language);
    let heading = project.as_ref().map_or_else(|| i18n.hello(&client_name), |one| one.name.clone());
    let whose = agency.name.clone().unwrap_or_else(|| i18n.app_name().to_owned());
    let unread = project.as_ref().map_or(0, |one| one.channels.iter().map(|channel| channel.unread).sum());
    let tabs = (projects.len() > 1).then(|| {
        let open = project.as_ref().map(|one| one.id.to_string());
        view! { <ProjectTabs key=key.clone() projects open i18n/> }
    });
    let views = project.is_some().then(|| view! { <Views unread i18n/> });
    let body = match project {
        None => Either::Left(view! { <p class="empty">{i18n.no_projects()}</p> }),
        Some(project) => {
            let open = channel_to_open(channel.as_deref(), &project.channels);
            // An earlier page is one of the channel on show, or none.
            let earlier = earlier.filter(|_| open.as_ref().map(ChannelKey::as_str) == channel.as_deref());
            let channel = open.as_ref().map(ToString::to_string).unwrap_or_default();
            let place = Whereabouts { key, pass, project: project.id.to_string(), channel };
            let visit = Visit { client_id, agency: agency.clone(), now, place, open, flash, earlier };
            Either::Right(view! { <ProjectView project visit i18n/> })
        }
    };
    view! {
        <Document language title=format!("{heading} · {whose}")/>
        <a class="skip" href="#main">{i18n.skip()}</a>
        <Masthead agency client_name i18n>{tabs}</Masthead>
        {views}
        <main id="main" class="portal">
            <h1 dir="auto">{heading}</h1>
            {body}
        </main>
    }
}

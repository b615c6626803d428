//! A project in the portal: open items, phases, records, and the conversation beside them.

use app::chat::{Chat, ChatStart};
use app::dates;
use domain::Date;
use domain::portal::PortalProject;
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::archive::Archive;
use super::open_items::OpenItems;
use super::phases::Phases;
use super::project_records::{Documents, Payments};
use super::read_form::MarkReadForm;
use crate::address::CONVERSATION;
use crate::i18n::I18n;
use crate::ui::{Outcome, RefusedText};

#[component]
pub fn ProjectView(project: PortalProject, context: PortalContext, i18n: I18n) -> impl IntoView {
    let open_items = project.open_items(dates::today(context.now));
    let mut tasks = project.phases.iter().flat_map(|phase| &phase.tasks);
    let mut has = |id: &str| tasks.any(|task| task.deliverables.iter().any(|one| one.id.as_str() == id));
    // The result is shown at its deliverable, or here if that no longer exists.
    let flash = context.flash.clone();
    let is_shown_above = flash.about.as_deref().is_none_or(|id| !has(id)) && !flash.is_about_message();
    let above = is_shown_above.then(|| {
        view! {
            <Outcome flash=flash.clone() i18n/>
            <RefusedText text=flash.draft.clone()/>
        }
    });

    let PortalProject { id, description, status, starts_on, due_on, phases, documents, .. } = project;
    let PortalProject { payments, channels, cursor, .. } = project;
    let PortalContext { client_id, agency, now, target, open, flash, earlier } = context;
    let format_day = |date: Date| dates::day(date, i18n.0);
    let period = i18n.period(starts_on.map(format_day).as_deref(), due_on.map(format_day).as_deref());

    let chat = open.map(|open| {
        if let Some(page) = earlier {
            let channel = channels.into_iter().find(|channel| channel.key == open);
            let agency = agency.name.clone();
            return Either::Left(view! { <Archive page channel target=target.clone() agency i18n/> });
        }
        let refused = flash.error.filter(|_| flash.is_about_message());
        let start = ChatStart {
            language: i18n.0,
            client_id,
            credential: target.pass.clone(),
            is_preview: target.is_preview,
            slug: target.slug.to_string(),
            project: id,
            open,
            draft: if flash.about.is_none() { flash.draft.clone() } else { String::new() },
            error: refused.map(|error| error.i18n(*i18n).to_owned()).unwrap_or_default(),
            agency: agency.name.clone(),
            now,
        };
        Either::Right(view! {
            {(!target.is_preview).then(|| view! { <MarkReadForm channels=channels.clone() target=target.clone() i18n/> })}
            <Chat start channels cursor/>
        })
    });
    view! {
        <div id="project" class="project">
            <div class="project__course">
                <div class="lede">
                    <p class="lede__facts">
                        <span class=format!("status status--{status}")>{i18n.project_status(status)}</span>
                        " "
                        {(!period.is_empty()).then(|| view! { <span>{period}</span> })}
                    </p>
                    {description.map(|text| view! { <p class="prose" dir="auto">{text}</p> })}
                </div>
                {above}
                <OpenItems items=open_items target=target.clone() i18n/>
                <Phases phases target flash i18n/>
                <Documents documents i18n/>
                <Payments payments i18n/>
            </div>
            <section class="project__chat" aria-labelledby=CONVERSATION>
                <h2 id=CONVERSATION>{i18n.conversation()}</h2>
                {chat}
            </section>
        </div>
    }
}

//! The part of the page beside the conversation: open items, and the project shown.

use app::dates;
use domain::portal::PortalProject;
use domain::{Date, OpenItems};
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::open_items::OpenItemList;
use super::phases::Phases;
use super::project_records::{Documents, Payments};
use crate::i18n::I18n;
use crate::ui::{Outcome, RefusedText};

#[component]
pub fn Course(
    project: Option<PortalProject>,
    open_items: OpenItems,
    context: PortalContext,
    i18n: I18n,
) -> impl IntoView {
    // The result is shown at its deliverable, or here if that no longer exists.
    let flash = context.flash.clone();
    let has = |id: &str| project.as_ref().is_some_and(|project| has_deliverable(project, id));
    let is_shown_above = flash.about.as_deref().is_none_or(|id| !has(id)) && !flash.is_about_message();
    let above = is_shown_above.then(|| {
        view! {
            <Outcome flash=flash.clone() i18n/>
            <RefusedText text=flash.draft.clone()/>
        }
    });
    let open_items = view! { <OpenItemList items=open_items target=context.target.clone() has_several=context.has_several i18n/> };
    let (lede, rest) = match project {
        Some(project) => {
            let lede = view! { <Lede project=project.clone() i18n/> };
            let PortalProject { phases, documents, payments, .. } = project;
            let rest = view! {
                <Phases phases target=context.target flash i18n/>
                <Documents documents i18n/>
                <Payments payments i18n/>
            };
            (Either::Left(lede), Some(rest))
        }
        None => (Either::Right(view! { <p class="empty">{i18n.no_projects()}</p> }), None),
    };
    view! {
        <div class="project__course">
            {lede}
            {above}
            {open_items}
            {rest}
        </div>
    }
}

fn has_deliverable(project: &PortalProject, id: &str) -> bool {
    let mut tasks = project.phases.iter().flat_map(|phase| &phase.tasks);
    tasks.any(|task| task.deliverables.iter().any(|one| one.id.as_str() == id))
}

/// Status, dates and description of the project.
#[component]
fn Lede(project: PortalProject, i18n: I18n) -> impl IntoView {
    let PortalProject { description, status, starts_on, due_on, .. } = project;
    let format_day = |date: Date| dates::day(date, i18n.0);
    let period = i18n.period(starts_on.map(format_day).as_deref(), due_on.map(format_day).as_deref());
    view! {
        <div class="lede">
            <p class="lede__facts">
                <span class=format!("status status--{status}")>{i18n.project_status(status)}</span>
                " "
                {(!period.is_empty()).then(|| view! { <span>{period}</span> })}
            </p>
            {description.map(|text| view! { <p class="prose" dir="auto">{text}</p> })}
        </div>
    }
}

//! The head of the page: a greeting that counts what waits for the client, where the project stands, and its plan in
//! one line.

use app::dates;
use domain::portal::{PortalPhase, PortalProject};
use domain::{PhaseStatus, ProjectStatus, TaskStatus};
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::phases::phase_place;
use crate::i18n::I18n;

/// Which phases are under way, when the project ends, and what it is about.
#[component]
pub fn Lede(project: PortalProject, i18n: I18n) -> impl IntoView {
    let today = dates::today(expect_context::<PortalContext>().now);
    let PortalProject { description, status, due_on, phases, .. } = project;
    let mut names = phases.iter().filter(|phase| phase.status == PhaseStatus::InProgress).map(|phase| &*phase.name);
    let stands = match (status, names.next()) {
        (ProjectStatus::Active, Some(first)) => i18n.under_way(&i18n.list(std::iter::once(first).chain(names))),
        _ => format!("{}.", i18n.project_status(status)),
    };
    let has_ended = matches!(status, ProjectStatus::Completed | ProjectStatus::Archived);
    let end = due_on.filter(|_| !has_ended).map(|on| i18n.project_ends(&i18n.weekday_and_day(on, today)));
    view! {
        <div class="lede">
            <p class="lede__facts" dir="auto">{stands} " " {end}</p>
            {description.map(|text| view! { <p class="prose muted" dir="auto">{text}</p> })}
            <Plan phases i18n/>
        </div>
    }
}

/// One bar a phase, which leads to it.
#[component]
fn Plan(phases: Vec<PortalPhase>, i18n: I18n) -> impl IntoView {
    let today = dates::today(expect_context::<PortalContext>().now);
    let bar = |phase: PortalPhase| {
        let done = phase.tasks.iter().filter(|task| task.status == TaskStatus::Done).count();
        let (done, all) = match phase.status {
            PhaseStatus::Completed => (1, 1),
            _ => (done, phase.tasks.len().max(1)),
        };
        let facts = match (phase.status, phase.due_on) {
            (PhaseStatus::Completed, _) => Either::Left(i18n.phase_status(phase.status)),
            (_, due) => Either::Right(due.map(|on| i18n.due(&i18n.short_day(on, today)))),
        };
        view! {
            <li class=format!("plan__phase phase--{}", phase.status)>
                <a href=format!("#{}", phase_place(phase.id.as_str()))>
                    <progress class="progress" max=all.to_string() value=done.to_string() aria-hidden="true"></progress>
                    <span class="plan__name" dir="auto">{phase.name}</span>
                    " "
                    <span class="plan__facts">{facts}</span>
                </a>
            </li>
        }
    };
    (!phases.is_empty()).then(|| {
        view! { <ol class="plan" aria-label=i18n.plan()>{phases.into_iter().map(bar).collect_view()}</ol> }
    })
}

//! The phases of a project with their tasks and deliverables.

use app::dates;
use domain::portal::{PortalPhase, PortalTask};
use domain::{PhaseStatus, TaskStatus};
use leptos::either::Either;
use leptos::prelude::*;

use super::FormTarget;
use super::deliverable::DeliverableItem;
use crate::i18n::I18n;
use crate::ui::Flash;

/// With more phases than this, pending ones are collapsed.
const MAX_OPEN_PHASES: usize = 6;

#[component]
pub fn Phases(phases: Vec<PortalPhase>, target: FormTarget, flash: Flash, i18n: I18n) -> impl IntoView {
    let is_short = phases.len() <= MAX_OPEN_PHASES;
    let list = if phases.is_empty() {
        Either::Left(view! { <p class="empty">{i18n.no_phases()}</p> })
    } else {
        let item = |phase: PortalPhase| {
            let open = is_open(&phase, is_short, flash.about.as_deref());
            view! { <PhaseItem phase open target=target.clone() flash=flash.clone() i18n/> }
        };
        Either::Right(view! { <ol class="course">{phases.into_iter().map(item).collect_view()}</ol> })
    };
    view! {
        <section aria-labelledby="course">
            <h2 id="course">{i18n.course()}</h2>
            {list}
        </section>
    }
}

/// Whether a phase is expanded. A completed one is collapsed, unless it has a deliverable that is not approved
/// or that the last form was about.
fn is_open(phase: &PortalPhase, is_short: bool, about: Option<&str>) -> bool {
    let mut deliverables = phase.tasks.iter().flat_map(|task| &task.deliverables);
    let needs_attention = deliverables.any(|one| one.approved_at.is_none() || Some(one.id.as_str()) == about);
    match phase.status {
        _ if needs_attention => true,
        PhaseStatus::InProgress => true,
        PhaseStatus::Pending => is_short,
        PhaseStatus::Completed => false,
    }
}

#[component]
fn PhaseItem(phase: PortalPhase, open: bool, target: FormTarget, flash: Flash, i18n: I18n) -> impl IntoView {
    let PortalPhase { name, description, status, due_on, tasks, .. } = phase;
    let all = tasks.len();
    let done = tasks.iter().filter(|task| task.status == TaskStatus::Done).count();
    let progress = (all > 0).then(|| {
        view! {
            <progress class="progress" max=all.to_string() value=done.to_string() aria-hidden="true"></progress>
            <span>{i18n.progress(done, all)}</span>
        }
    });
    let due = due_on.filter(|_| status != PhaseStatus::Completed).map(|date| {
        view! { <span>{i18n.due(&dates::day(date, i18n.0))}</span> }
    });
    let head = view! {
        <h3 class="phase__name" dir="auto">{name.clone()}</h3>
        <span class="phase__facts">
            <span class=format!("status status--{status}")>{i18n.phase_status(status)}</span>
            " "
            {progress}
            " "
            {due}
        </span>
    };
    let description = description.map(|text| view! { <p class="prose muted" dir="auto">{text}</p> });
    let body = if tasks.is_empty() && description.is_none() {
        Either::Left(view! { <div class="phase__head">{head}</div> })
    } else {
        let task = |task| {
            view! { <TaskItem task phase=name.clone() target=target.clone() flash=flash.clone() i18n/> }
        };
        let tasks = (all > 0).then(|| view! { <ul class="tasks">{tasks.into_iter().map(task).collect_view()}</ul> });
        Either::Right(view! {
            <details open=open>
                <summary class="phase__head">{head}</summary>
                {description}
                {tasks}
            </details>
        })
    };
    view! { <li class=format!("phase phase--{status}")>{body}</li> }
}

#[component]
fn TaskItem(task: PortalTask, phase: String, target: FormTarget, flash: Flash, i18n: I18n) -> impl IntoView {
    let due = task.due_on.filter(|_| task.status != TaskStatus::Done).map(|date| {
        view! { <span class="task__due">{i18n.due(&dates::day(date, i18n.0))}</span> }
    });
    let item = |deliverable: domain::Deliverable| {
        let flash = Some(flash.clone()).filter(|flash| flash.about.as_deref() == Some(deliverable.id.as_str()));
        view! { <DeliverableItem deliverable phase=phase.clone() target=target.clone() flash i18n/> }
    };
    let deliverables = (!task.deliverables.is_empty()).then(|| {
        view! { <ul class="deliverables">{task.deliverables.into_iter().map(item).collect_view()}</ul> }
    });
    view! {
        <li class=format!("task task--{}", task.status)>
            <p class="task__line">
                <span class="task__title" dir="auto">{task.title}</span>
                " "
                <span class="task__facts">
                    <span>{i18n.task_status(task.status)}</span>
                    " "
                    {due}
                </span>
            </p>
            {task.description.map(|text| view! { <p class="task__text" dir="auto">{text}</p> })}
            {deliverables}
        </li>
    }
}

//! The phases of a project with their tasks and deliverables.

use app::dates;
use domain::portal::{PortalDeliverable, PortalPhase, PortalTask};
use domain::{DeliverableStatus, PhaseStatus, TaskStatus};
use leptos::either::Either;
use leptos::prelude::*;

use super::PortalContext;
use super::deliverable::DeliverableItem;
use crate::i18n::I18n;

/// The `id` of what a phase contains: a link to it opens the phase.
pub fn phase_place(phase: &str) -> String {
    format!("phase-{phase}")
}

#[component]
pub fn Phases(phases: Vec<PortalPhase>, i18n: I18n) -> impl IntoView {
    let list = if phases.is_empty() {
        Either::Left(view! { <p class="empty">{i18n.no_phases()}</p> })
    } else {
        let items = phases.into_iter().map(|phase| view! { <PhaseItem phase i18n/> }).collect_view();
        Either::Right(view! { <ol class="course">{items}</ol> })
    };
    view! {
        <section aria-labelledby="course">
            <h2 id="course">{i18n.course()}</h2>
            {list}
        </section>
    }
}

/// Whether a phase is expanded: one under way, or with something the client asked for or has just answered.
fn is_open(phase: &PortalPhase, about: Option<&str>) -> bool {
    let asks = |one: &PortalDeliverable| {
        let status = one.deliverable.status;
        status == DeliverableStatus::ChangesRequested || about == Some(one.deliverable.id.as_str())
    };
    phase.status == PhaseStatus::InProgress || phase.tasks.iter().flat_map(|task| &task.deliverables).any(asks)
}

#[component]
fn PhaseItem(phase: PortalPhase, i18n: I18n) -> impl IntoView {
    let PortalContext { flash, now, .. } = expect_context();
    let open = is_open(&phase, flash.about.as_deref());
    let PortalPhase { id, name, description, status, due_on, tasks } = phase;
    let place = phase_place(id.as_str());
    let all = tasks.len();
    let done = tasks.iter().filter(|task| task.status == TaskStatus::Done).count();
    // What is under way is seen at its progress.
    let status_class = (status == PhaseStatus::InProgress && done > 0).then_some("sr-only");
    let progress = (done > 0 && status == PhaseStatus::InProgress).then(|| i18n.progress(done, all));
    let due = due_on.filter(|_| status != PhaseStatus::Completed).map(|date| {
        view! { <span>{i18n.due(&i18n.short_day(date, dates::today(now)))}</span> }
    });
    let head = view! {
        <h3 class="phase__name" dir="auto">{name.clone()}</h3>
        <span class="phase__facts">
            <span class=status_class>{i18n.phase_status(status)}</span>
            " "
            {progress.map(|progress| view! { <span>{progress}</span> })}
            " "
            {due}
        </span>
    };
    let description = description.map(|text| view! { <p class="prose muted" dir="auto">{text}</p> });
    let class = format!("phase phase--{status}");
    if tasks.is_empty() && description.is_none() {
        return view! { <li class=class id=place><div class="phase__head">{head}</div></li> }.into_any();
    }
    let channel = id.to_string();
    let task = |task| view! { <TaskItem task phase=(channel.clone(), name.clone()) i18n/> };
    let tasks = (all > 0).then(|| view! { <ul class="tasks">{tasks.into_iter().map(task).collect_view()}</ul> });
    view! {
        <li class=class>
            <details open=open>
                <summary class="phase__head">{head}</summary>
                <div class="phase__body" id=place>
                    {description}
                    {tasks}
                </div>
            </details>
        </li>
    }
    .into_any()
}

#[component]
fn TaskItem(
    task: PortalTask,
    /// The key of the phase's channel, and its name.
    phase: (String, String),
    i18n: I18n,
) -> impl IntoView {
    let today = dates::today(expect_context::<PortalContext>().now);
    let due = task.due_on.filter(|_| task.status != TaskStatus::Done).map(|date| {
        view! { <span>{i18n.due(&i18n.short_day(date, today))}</span> }
    });
    let item = |one| view! { <DeliverableItem one phase=phase.clone() i18n/> };
    let deliverables = (!task.deliverables.is_empty()).then(|| {
        view! { <ul class="deliverables">{task.deliverables.into_iter().map(item).collect_view()}</ul> }
    });
    view! {
        <li class=format!("task task--{}", task.status)>
            <p class="task__line">
                <span class="task__title" dir="auto">{task.title}</span>
                " "
                <span class="task__facts">
                    <span class=(task.status != TaskStatus::Todo).then_some("sr-only")>
                        {i18n.task_status(task.status)}
                    </span>
                    " "
                    {due}
                </span>
            </p>
            {task.description.map(|text| view! { <p class="task__text" dir="auto">{text}</p> })}
            {deliverables}
        </li>
    }
}

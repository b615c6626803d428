//! The course of a project: its phases in order, each with its tasks.

use domain::TaskStatus;
use domain::portal::{PortalPhase, PortalTask};
use leptos::either::Either;
use leptos::prelude::*;

use super::Whereabouts;
use super::deliverable::DeliverableItem;
use crate::dates;
use crate::words::Words;

/// Every phase of a project.
#[component]
pub fn Course(
    /// The phases in order.
    phases: Vec<PortalPhase>,
    /// Where approvals come back to.
    place: Whereabouts,
    /// The client's words.
    words: Words,
) -> impl IntoView {
    let list = if phases.is_empty() {
        Either::Left(view! { <p class="empty">{words.no_phases()}</p> })
    } else {
        let item = |phase| view! { <PhaseItem phase place=place.clone() words/> };
        Either::Right(view! { <ol class="course">{phases.into_iter().map(item).collect_view()}</ol> })
    };
    view! {
        <section aria-labelledby="course">
            <h2 id="course">{words.course()}</h2>
            {list}
        </section>
    }
}

#[component]
fn PhaseItem(phase: PortalPhase, place: Whereabouts, words: Words) -> impl IntoView {
    let all = phase.tasks.len();
    let done = phase.tasks.iter().filter(|task| task.status == TaskStatus::Done).count();
    let progress = (all > 0).then(|| {
        view! {
            <progress class="progress" max=all.to_string() value=done.to_string() aria-hidden="true"></progress>
            <span class="phase__count">{words.progress(done, all)}</span>
        }
    });
    let due = phase.due_on.map(|date| {
        view! { <span class="phase__due">{words.due(&dates::day(date, words.0))}</span> }
    });
    let task = |task| view! { <TaskItem task place=place.clone() words/> };
    let tasks = (all > 0)
        .then(|| view! { <ul class="tasks">{phase.tasks.into_iter().map(task).collect_view()}</ul> });
    view! {
        <li class=format!("phase phase--{}", phase.status)>
            <h3 class="phase__name" dir="auto">{phase.name}</h3>
            <p class="phase__facts">
                <span class=format!("status status--{}", phase.status)>{words.phase_status(phase.status)}</span>
                {progress}
                {due}
            </p>
            {phase.description.map(|text| view! { <p class="prose" dir="auto">{text}</p> })}
            {tasks}
        </li>
    }
}

#[component]
fn TaskItem(task: PortalTask, place: Whereabouts, words: Words) -> impl IntoView {
    let due = task.due_on.filter(|_| task.status != TaskStatus::Done).map(|date| {
        view! { <span class="task__due">{words.due(&dates::day(date, words.0))}</span> }
    });
    let item = |deliverable| view! { <DeliverableItem deliverable place=place.clone() words/> };
    let deliverables = (!task.deliverables.is_empty()).then(|| {
        view! { <ul class="deliverables">{task.deliverables.into_iter().map(item).collect_view()}</ul> }
    });
    view! {
        <li class=format!("task task--{}", task.status)>
            <p class="task__line">
                <span class="task__title" dir="auto">{task.title}</span>
                <span class="task__status">{words.task_status(task.status)}</span>
                {due}
            </p>
            {task.description.map(|text| view! { <p class="task__text" dir="auto">{text}</p> })}
            {deliverables}
        </li>
    }
}

//! Projects and their course: phases, tasks, deliverables. Who belongs to whom, and how far each has
//! come, are functions of the number, so that the states agree with each other (CONTRACT §2).

use serde_json::{Value, json};

use super::{
    Scale,
    dice::Dice,
    moments::{day, days_ago},
    people,
    words::{ABOUT, DELIVERABLES, PHASES, PROJECTS, TASKS},
};

/// Every parent has a child; beyond that chance decides.
fn parent(member: &str, index: u64, parents: u64) -> u64 {
    if index < parents { index } else { Dice::of(member, index).below(parents) }
}

pub(super) fn client_of_project(project: u64, scale: &Scale) -> u64 {
    parent("clients of projects", project, scale.clients)
}

pub(super) fn project_of_phase(phase: u64, scale: &Scale) -> u64 {
    parent("projects of phases", phase, scale.projects())
}

pub(super) fn phase_of_task(task: u64, scale: &Scale) -> u64 {
    parent("phases of tasks", task, scale.phases())
}

pub(super) fn task_of_deliverable(deliverable: u64, scale: &Scale) -> u64 {
    Dice::of("tasks of deliverables", deliverable).below(scale.tasks())
}

/// The id of a project.
pub(super) fn id(project: u64) -> String {
    format!("g-project-{project}")
}

/// The id of a phase.
pub(super) fn phase_id(phase: u64) -> String {
    format!("g-phase-{phase}")
}

/// The id of a task.
pub(super) fn task_id(task: u64) -> String {
    format!("g-task-{task}")
}

/// The id of a deliverable.
pub(super) fn deliverable_id(deliverable: u64) -> String {
    format!("g-file-{deliverable}")
}

pub(super) fn project(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("projects", index);
    let began = 20 + i64::try_from(dice.below(700)).unwrap_or_default();
    json!({
        "id": id(index),
        "client_id": people::id(client_of_project(index, scale)),
        "name": format!("{} {}", dice.of_these(PROJECTS), 2024 + dice.below(3)),
        "description": dice.percent(60).then(|| dice.of_these(ABOUT)),
        "status": dice.of_these(&["active", "active", "active", "paused", "completed", "completed", "archived"]),
        "starts_on": day(-began),
        "due_on": dice.percent(80).then(|| day(120 - began)),
        "created_at": days_ago(u64::try_from(began).unwrap_or_default()),
    })
}

fn phase_status(phase: u64) -> &'static str {
    Dice::of("states of phases", phase).of_these(&[
        "completed",
        "completed",
        "in_progress",
        "pending",
        "pending",
    ])
}

pub(super) fn phase(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("phases", index);
    json!({
        "id": phase_id(index),
        "project_id": id(project_of_phase(index, scale)),
        "name": dice.of_these(PHASES),
        "description": dice.percent(30).then(|| dice.of_these(ABOUT)),
        "status": phase_status(index),
        "due_on": dice.percent(60).then(|| day(60 - i64::try_from(dice.below(200)).unwrap_or_default())),
    })
}

/// A phase in progress has at least one task that is.
fn task_status(task: u64, scale: &Scale) -> &'static str {
    match phase_status(phase_of_task(task, scale)) {
        "completed" => "done",
        "pending" => "todo",
        _ if task < scale.phases() => "in_progress",
        _ => Dice::of("states of tasks", task).of_these(&["done", "done", "in_progress", "todo"]),
    }
}

pub(super) fn task(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("tasks", index);
    json!({
        "id": task_id(index),
        "phase_id": phase_id(phase_of_task(index, scale)),
        "title": dice.of_these(TASKS),
        "description": dice.percent(15).then(|| dice.of_these(ABOUT)),
        "status": task_status(index, scale),
        "due_on": dice.percent(40).then(|| day(45 - i64::try_from(dice.below(160)).unwrap_or_default())),
    })
}

pub(super) fn deliverable(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("deliverables", index);
    let task = task_of_deliverable(index, scale);
    let status = match task_status(task, scale) {
        "done" => "approved",
        "in_progress" => dice.of_these(&["in_review", "in_review", "changes_requested", "pending"]),
        _ => "pending",
    };
    json!({
        "id": deliverable_id(index),
        "task_id": task_id(task),
        "title": dice.of_these(DELIVERABLES),
        "description": dice.percent(30).then(|| dice.of_these(ABOUT)),
        "url": dice.percent(80).then(|| format!("https://files.example/{index}.pdf")),
        "status": status,
        "approved_at": (status == "approved").then(|| days_ago(1 + dice.below(400))),
    })
}

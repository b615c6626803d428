//! Projects, phases, tasks and deliverables. Parents and statuses are functions of the index, so that the
//! status of a phase agrees with those of its tasks.

use serde_json::{Value, json};

use super::{
    Scale, people,
    seeded_rng::SeededRng,
    timestamps::{day, days_ago},
    word_lists::{ABOUT, DELIVERABLES, PHASES, PROJECTS, TASKS},
};

/// The first children get one parent each, so that no parent is without; the rest get a random one.
fn parent(member: &str, index: u64, parents: u64) -> u64 {
    if index < parents { index } else { SeededRng::for_record(member, index).below(parents) }
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
    SeededRng::for_record("tasks of deliverables", deliverable).below(scale.tasks())
}

pub(super) fn id(project: u64) -> String {
    format!("g-project-{project}")
}

pub(super) fn phase_id(phase: u64) -> String {
    format!("g-phase-{phase}")
}

pub(super) fn task_id(task: u64) -> String {
    format!("g-task-{task}")
}

pub(super) fn deliverable_id(deliverable: u64) -> String {
    format!("g-file-{deliverable}")
}

pub(super) fn project(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("projects", index);
    let age = 20 + i64::try_from(rng.below(700)).unwrap_or_default();
    json!({
        "id": id(index),
        "client_id": people::id(client_of_project(index, scale)),
        "name": format!("{} {}", rng.pick(PROJECTS), 2024 + rng.below(3)),
        "description": rng.percent(60).then(|| rng.pick(ABOUT)),
        "status": rng.pick(&["active", "active", "active", "paused", "completed", "completed", "archived"]),
        "starts_on": day(-age),
        "due_on": rng.percent(80).then(|| day(120 - age)),
        "created_at": days_ago(u64::try_from(age).unwrap_or_default()),
    })
}

fn phase_status(phase: u64) -> &'static str {
    SeededRng::for_record("states of phases", phase)
        .pick(&["completed", "completed", "in_progress", "pending", "pending"])
}

pub(super) fn phase(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("phases", index);
    json!({
        "id": phase_id(index),
        "project_id": id(project_of_phase(index, scale)),
        "name": rng.pick(PHASES),
        "description": rng.percent(30).then(|| rng.pick(ABOUT)),
        "status": phase_status(index),
        "due_on": rng.percent(60).then(|| day(60 - i64::try_from(rng.below(200)).unwrap_or_default())),
    })
}

/// A phase in progress has at least one task in progress.
fn task_status(task: u64, scale: &Scale) -> &'static str {
    match phase_status(phase_of_task(task, scale)) {
        "completed" => "done",
        "pending" => "todo",
        _ if task < scale.phases() => "in_progress",
        _ => SeededRng::for_record("states of tasks", task).pick(&["done", "done", "in_progress", "todo"]),
    }
}

pub(super) fn task(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("tasks", index);
    json!({
        "id": task_id(index),
        "phase_id": phase_id(phase_of_task(index, scale)),
        "title": rng.pick(TASKS),
        "description": rng.percent(15).then(|| rng.pick(ABOUT)),
        "status": task_status(index, scale),
        "due_on": rng.percent(40).then(|| day(45 - i64::try_from(rng.below(160)).unwrap_or_default())),
    })
}

pub(super) fn deliverable(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("deliverables", index);
    let task = task_of_deliverable(index, scale);
    let status = match task_status(task, scale) {
        "done" => "approved",
        "in_progress" => rng.pick(&["in_review", "in_review", "changes_requested", "pending"]),
        _ => "pending",
    };
    json!({
        "id": deliverable_id(index),
        "task_id": task_id(task),
        "title": rng.pick(DELIVERABLES),
        "description": rng.percent(30).then(|| rng.pick(ABOUT)),
        "url": rng.percent(80).then(|| format!("https://files.example/{index}.pdf")),
        "status": status,
        "approved_at": (status == "approved").then(|| days_ago(1 + rng.below(400))),
    })
}

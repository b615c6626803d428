//! Payments, documents, notes, time entries and quote items of projects.

use serde_json::{Value, json};

use super::{
    Scale,
    projects::{id, phase_of_task, project_of_phase, task_id},
    seeded_rng::SeededRng,
    timestamps::{day, days_ago},
    word_lists::{ABOUT, DOCUMENTS, PAYMENTS, REMARKS, TASKS},
};

pub(super) fn payment(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("payments", index);
    let due = 90 - i64::try_from(rng.below(600)).unwrap_or_default();
    json!({
        "id": format!("g-payment-{index}"),
        "project_id": id(index % scale.projects()),
        "label": rng.pick(PAYMENTS),
        "amount_cents": 5_000 * (1 + rng.below(120)),
        "currency": "EUR",
        "due_on": rng.percent(90).then(|| day(due)),
        "paid_at": (due < 0 && rng.percent(85)).then(|| days_ago(due.unsigned_abs())),
    })
}

pub(super) fn document(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("documents", index);
    json!({
        "id": format!("g-document-{index}"),
        "project_id": id(rng.below(scale.projects())),
        "name": rng.pick(DOCUMENTS),
        "url": format!("https://files.example/documenti/{index}.pdf"),
        "created_at": days_ago(rng.below(500)),
    })
}

pub(super) fn note(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("notes", index);
    json!({
        "id": format!("g-note-{index}"),
        "project_id": id(rng.below(scale.projects())),
        "text": format!("{}\n{}", rng.pick(REMARKS), rng.pick(ABOUT)),
        "created_at": days_ago(rng.below(500)),
    })
}

/// Half of the entries name a task of the same project.
pub(super) fn time_entry(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("time_entries", index);
    let task = rng.below(scale.tasks());
    let project = project_of_phase(phase_of_task(task, scale), scale);
    json!({
        "id": format!("g-time-{index}"),
        "project_id": id(project),
        "task_id": rng.percent(50).then(|| task_id(task)),
        "spent_on": day(-i64::try_from(rng.below(600)).unwrap_or_default()),
        "minutes": 15 * (1 + rng.below(24)),
        "description": rng.percent(70).then(|| rng.pick(TASKS)),
    })
}

pub(super) fn quote_item(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("quote_items", index);
    json!({
        "id": format!("g-quote-{index}"),
        "project_id": id(index % scale.projects()),
        "description": rng.pick(TASKS),
        "quantity": rng.pick(&["1", "1", "2", "2.5", "8", "0.5"]),
        "unit_price_cents": 1_000 * (1 + rng.below(90)),
    })
}

//! What belongs to a project beside its course: payments, documents, notes, hours, quotes.

use serde_json::{Value, json};

use super::{
    Scale,
    dice::Dice,
    moments::{day, days_ago},
    projects::{id, phase_of_task, project_of_phase, task_id},
    words::{ABOUT, DOCUMENTS, PAYMENTS, REMARKS, TASKS},
};

pub(super) fn payment(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("payments", index);
    let due = 90 - i64::try_from(dice.below(600)).unwrap_or_default();
    json!({
        "id": format!("g-payment-{index}"),
        "project_id": id(index % scale.projects()),
        "label": dice.of_these(PAYMENTS),
        "amount_cents": 5_000 * (1 + dice.below(120)),
        "currency": "EUR",
        "due_on": dice.percent(90).then(|| day(due)),
        "paid_at": (due < 0 && dice.percent(85)).then(|| days_ago(due.unsigned_abs())),
    })
}

pub(super) fn document(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("documents", index);
    json!({
        "id": format!("g-document-{index}"),
        "project_id": id(dice.below(scale.projects())),
        "name": dice.of_these(DOCUMENTS),
        "url": format!("https://files.example/documenti/{index}.pdf"),
        "created_at": days_ago(dice.below(500)),
    })
}

pub(super) fn note(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("notes", index);
    json!({
        "id": format!("g-note-{index}"),
        "project_id": id(dice.below(scale.projects())),
        "text": format!("{}\n{}", dice.of_these(REMARKS), dice.of_these(ABOUT)),
        "created_at": days_ago(dice.below(500)),
    })
}

/// Half of them are on a task, of the same project.
pub(super) fn time_entry(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("time_entries", index);
    let task = dice.below(scale.tasks());
    let project = project_of_phase(phase_of_task(task, scale), scale);
    json!({
        "id": format!("g-time-{index}"),
        "project_id": id(project),
        "task_id": dice.percent(50).then(|| task_id(task)),
        "spent_on": day(-i64::try_from(dice.below(600)).unwrap_or_default()),
        "minutes": 15 * (1 + dice.below(24)),
        "description": dice.percent(70).then(|| dice.of_these(TASKS)),
    })
}

pub(super) fn quote_item(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("quote_items", index);
    json!({
        "id": format!("g-quote-{index}"),
        "project_id": id(index % scale.projects()),
        "description": dice.of_these(TASKS),
        "quantity": dice.of_these(&["1", "1", "2", "2.5", "8", "0.5"]),
        "unit_price_cents": 1_000 * (1 + dice.below(90)),
    })
}

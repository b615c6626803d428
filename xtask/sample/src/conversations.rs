//! What was said, where, and who has read it.

use serde_json::{Value, json};

use super::{
    Scale,
    dice::Dice,
    moments::ago,
    people,
    projects::{client_of_project, deliverable_id, phase_id, project_of_phase, task_id},
    words::{CLOSINGS, OPENINGS, SENTENCES},
};

/// Over how many seconds the messages are spread: two years.
const SPAN: u64 = 2 * 365 * 86_400;

/// The oldest first, each later than the one before, so that every client's follow one another. Some
/// clients write much, most little.
pub(super) fn comment(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("comments", index);
    let (entity_type, entity_id) = match dice.below(100) {
        0..45 => ("general", people::id(dice.low(scale.clients))),
        45..92 => ("phase", phase_id(dice.low(scale.phases()))),
        92..96 => ("task", task_id(dice.below(scale.tasks()))),
        _ => ("deliverable", deliverable_id(dice.below(scale.deliverables()))),
    };
    let text =
        format!("{} {} {}", dice.of_these(OPENINGS), dice.of_these(SENTENCES), dice.of_these(CLOSINGS));
    json!({
        "id": format!("g-comment-{index}"),
        "entity_type": entity_type,
        "entity_id": entity_id,
        "author": if dice.percent(55) { "client" } else { "admin" },
        "text": text.trim(),
        "created_at": ago((scale.comments - index) * SPAN / scale.comments.max(1)),
    })
}

/// Clients have read most of it.
pub(super) fn client_read(index: u64, scale: &Scale) -> Value {
    read("client_channel_reads", 85, index, scale)
}

/// So has the agency.
pub(super) fn admin_read(index: u64, scale: &Scale) -> Value {
    read("admin_channel_reads", 97, index, scale)
}

/// How many channels there are.
pub(super) fn channels(scale: &Scale) -> u64 {
    scale.clients + scale.phases()
}

fn read(member: &str, up_to_date: u64, index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of(member, index);
    let (client, channel) = match index.checked_sub(scale.clients) {
        None => (index, people::id(index)),
        Some(phase) => (client_of_project(project_of_phase(phase, scale), scale), phase_id(phase)),
    };
    let behind = if dice.percent(up_to_date) { 0 } else { 86_400 * (1 + dice.below(20)) };
    json!({ "client_id": people::id(client), "channel_key": channel, "read_at": ago(behind) })
}

//! Comments and read receipts.

use serde_json::{Value, json};

use super::{
    Scale, people,
    projects::{client_of_project, deliverable_id, phase_id, project_of_phase, task_id},
    seeded_rng::SeededRng,
    timestamps::ago,
    word_lists::{CLOSINGS, OPENINGS, SENTENCES},
};

/// The comments are spread over two years, in seconds.
const SPAN: u64 = 2 * 365 * 86_400;

/// Comments in order of `created_at`, strictly rising. A few clients write most of them.
pub(super) fn comment(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("comments", index);
    let (entity_type, entity_id) = match rng.below(100) {
        0..45 => ("general", people::id(rng.skewed_below(scale.clients))),
        45..92 => ("phase", phase_id(rng.skewed_below(scale.phases()))),
        92..96 => ("task", task_id(rng.below(scale.tasks()))),
        _ => ("deliverable", deliverable_id(rng.below(scale.deliverables()))),
    };
    let text = format!("{} {} {}", rng.pick(OPENINGS), rng.pick(SENTENCES), rng.pick(CLOSINGS));
    json!({
        "id": format!("g-comment-{index}"),
        "entity_type": entity_type,
        "entity_id": entity_id,
        "author": if rng.percent(55) { "client" } else { "admin" },
        "text": text.trim(),
        "created_at": created_at(index, scale),
    })
}

pub(super) fn created_at(index: u64, scale: &Scale) -> String {
    ago((scale.comments - index) * SPAN / scale.comments.max(1))
}

pub(super) fn client_read(index: u64, scale: &Scale) -> Value {
    read("client_channel_reads", 85, index, scale)
}

pub(super) fn admin_read(index: u64, scale: &Scale) -> Value {
    read("admin_channel_reads", 97, index, scale)
}

pub(super) fn channels(scale: &Scale) -> u64 {
    scale.clients + scale.phases()
}

fn read(member: &str, up_to_date: u64, index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record(member, index);
    let (client, channel) = match index.checked_sub(scale.clients) {
        None => (index, people::id(index)),
        Some(phase) => (client_of_project(project_of_phase(phase, scale), scale), phase_id(phase)),
    };
    let behind = if rng.percent(up_to_date) { 0 } else { 86_400 * (1 + rng.below(20)) };
    json!({ "client_id": people::id(client), "channel_key": channel, "read_at": ago(behind) })
}

//! Checks that the ids of a file are new, and that no channel key names two channels.

use std::collections::HashSet;

use super::lookup::Lookup;
use super::records::Records;
use super::{ImportError, invalid};

/// Checks that the ids of a member are unique in the file and not stored.
macro_rules! check_new {
    ($lookup:expr, $records:expr, $member:ident in $table:literal) => {{
        let ids = $records.$member.iter().enumerate().map(|(index, record)| (index, record.id.0.as_str()));
        let select = concat!("SELECT id FROM ", $table, " WHERE id IN");
        $lookup.unused(stringify!($member), "id", select, ids).await?;
    }};
}

/// Checks the ids of every member.
pub(super) async fn check(records: &Records, lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    check_new!(lookup, records, members in "member");
    check_new!(lookup, records, clients in "client");
    check_new!(lookup, records, contacts in "contact");
    check_new!(lookup, records, files in "file");
    check_new!(lookup, records, projects in "project");
    check_new!(lookup, records, phases in "phase");
    check_new!(lookup, records, tasks in "task");
    check_new!(lookup, records, deliverables in "deliverable");
    check_new!(lookup, records, deliverable_versions in "deliverable_version");
    check_new!(lookup, records, comments in "comment");
    check_new!(lookup, records, payments in "payment");
    check_new!(lookup, records, documents in "document");
    check_new!(lookup, records, material_templates in "material_template");
    check_new!(lookup, records, material_requests in "material_request");
    check_new!(lookup, records, notes in "note");
    check_new!(lookup, records, time_entries in "time_entry");
    check_new!(lookup, records, quote_items in "quote_item");
    check_new!(lookup, records, receipts in "receipt");
    check_new!(lookup, records, leads in "lead");
    check_new!(lookup, records, activities in "activity");
    check_new!(lookup, records, lead_sources in "lead_source");
    check_new!(lookup, records, lead_deliveries in "lead_delivery");
    check_channel_keys(records, lookup).await
}

/// A channel's key is the id of a client or of a phase, so these ids must not overlap
/// (docs/REFERENCE.md#channels).
async fn check_channel_keys(records: &Records, lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let clients: Vec<&str> = records.clients.iter().map(|client| client.id.0.as_str()).collect();
    let phases: Vec<&str> = records.phases.iter().map(|phase| phase.id.0.as_str()).collect();
    let of_phases: Vec<(String,)> = lookup.find("SELECT id FROM phase WHERE id IN", clients.iter().copied()).await?;
    let of_clients: Vec<(String,)> = lookup.find("SELECT id FROM client WHERE id IN", phases.iter().copied()).await?;

    let of_phases: HashSet<&str> = of_phases.iter().map(|(id,)| id.as_str()).collect();
    if let Some(index) = clients.iter().position(|id| of_phases.contains(id)) {
        return Err(invalid("clients", index, "id", "is the id of a phase"));
    }
    let of_clients: HashSet<&str> = of_clients.iter().map(|(id,)| id.as_str()).chain(clients).collect();
    if let Some(index) = phases.iter().position(|id| of_clients.contains(id)) {
        return Err(invalid("phases", index, "id", "is the id of a client"));
    }
    Ok(())
}

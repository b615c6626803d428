//! Collecting the references of a file by the kind of record they name.

use domain::EntityType;

use super::records::Records;
use crate::tables::ReadImport;

/// The kind of record that a reference names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    Member,
    Client,
    Contact,
    Project,
    Phase,
    Task,
    Deliverable,
    Lead,
    Source,
    File,
}

impl Target {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Client => "client",
            Self::Contact => "contact",
            Self::Project => "project",
            Self::Phase => "phase",
            Self::Task => "task",
            Self::Deliverable => "deliverable",
            Self::Lead => "lead",
            Self::Source => "source",
            Self::File => "file",
        }
    }
}

/// A field with the id of another record.
#[derive(Debug)]
pub(super) struct Reference<'a> {
    pub(super) member: &'static str,
    pub(super) index: usize,
    pub(super) field: &'static str,
    pub(super) id: &'a str,
}

/// The references of a required field.
macro_rules! of_field {
    ($records:expr, $member:ident.$field:ident) => {
        $records.$member.iter().enumerate().map(|(index, record)| Reference {
            member: stringify!($member),
            index,
            field: stringify!($field),
            id: &record.$field.0,
        })
    };
}

/// The references of an optional field.
macro_rules! of_optional_field {
    ($records:expr, $member:ident.$field:ident) => {
        $records.$member.iter().enumerate().filter_map(|(index, record)| {
            let id = &record.$field.as_ref()?.0;
            Some(Reference { member: stringify!($member), index, field: stringify!($field), id })
        })
    };
}

/// All references by target, in the order of the members.
pub(super) fn of(records: &Records) -> Vec<(Target, Vec<Reference<'_>>)> {
    let entities = |kind| of_comments(records, kind);
    let mut clients: Vec<_> = of_field!(records, contacts.client_id).collect();
    clients.extend(of_optional_field!(records, files.client_id));
    clients.extend(of_field!(records, projects.client_id));
    clients.extend(entities(EntityType::General));
    clients.extend(of_field!(records, client_channel_reads.client_id));
    clients.extend(of_field!(records, admin_channel_reads.client_id));
    clients.extend(of_optional_field!(records, leads.client_id));
    clients.extend(of_field!(records, receipts.client_id));

    let mut projects: Vec<_> = of_field!(records, phases.project_id).collect();
    projects.extend(of_field!(records, payments.project_id));
    projects.extend(of_field!(records, documents.project_id));
    projects.extend(of_field!(records, material_requests.project_id));
    projects.extend(of_field!(records, notes.project_id));
    projects.extend(of_field!(records, time_entries.project_id));
    projects.extend(of_field!(records, quote_items.project_id));
    projects.extend(of_field!(records, quotes.project_id));

    let mut phases: Vec<_> = of_field!(records, tasks.phase_id).collect();
    phases.extend(entities(EntityType::Phase));
    phases.extend(of_reads("client_channel_reads", &records.client_channel_reads));
    phases.extend(of_reads("admin_channel_reads", &records.admin_channel_reads));

    let mut tasks: Vec<_> = of_field!(records, deliverables.task_id).collect();
    tasks.extend(entities(EntityType::Task));
    tasks.extend(of_optional_field!(records, time_entries.task_id));

    let mut deliverables = entities(EntityType::Deliverable);
    deliverables.extend(of_field!(records, deliverable_versions.deliverable_id));
    deliverables.extend(of_pins(records));

    let mut leads: Vec<_> = of_field!(records, activities.lead_id).collect();
    leads.extend(of_optional_field!(records, lead_deliveries.lead_id));

    let mut members: Vec<_> = of_assigned(records).collect();
    members.extend(of_optional_field!(records, time_entries.member_id));

    let mut contacts: Vec<_> = of_optional_field!(records, files.contact_id).collect();
    contacts.extend(of_field!(records, contact_channel_reads.contact_id));

    let mut files: Vec<_> = of_optional_field!(records, documents.file_id).collect();
    files.extend(of_optional_field!(records, deliverable_versions.file_id));
    files.extend(of_material(records));
    files.extend(of_messages(records));

    vec![
        (Target::Member, members),
        (Target::Client, clients),
        (Target::Contact, contacts),
        (Target::File, files),
        (Target::Project, projects),
        (Target::Phase, phases),
        (Target::Task, tasks),
        (Target::Deliverable, deliverables),
        (Target::Lead, leads),
        (Target::Source, of_optional_field!(records, lead_deliveries.source_id).collect()),
    ]
}

/// The members who look after clients and leads.
fn of_assigned(records: &Records) -> impl Iterator<Item = Reference<'_>> {
    let clients = records.clients.iter().map(|client| &client.assigned).enumerate();
    let leads = records.leads.iter().map(|lead| &lead.assigned).enumerate();
    let of_clients = clients.map(|(index, assigned)| ("clients", index, assigned));
    let of_leads = leads.map(|(index, assigned)| ("leads", index, assigned));
    of_clients.chain(of_leads).flat_map(|(member, index, assigned)| {
        let ids = assigned.iter().flat_map(|assigned| &assigned.0);
        ids.map(move |id| Reference { member, index, field: "assigned", id: &id.0 })
    })
}

/// The files of answers.
pub(super) fn of_material(records: &Records) -> impl Iterator<Item = Reference<'_>> {
    records.material_requests.iter().enumerate().flat_map(|(index, request)| {
        let ids = request.files.iter().flat_map(|files| &files.0);
        ids.map(move |id| Reference { member: "material_requests", index, field: "files", id: &id.0 })
    })
}

/// The references of comments on entities of `kind`.
fn of_comments(records: &Records, kind: EntityType) -> Vec<Reference<'_>> {
    let comments = records.comments.iter().enumerate();
    comments
        .filter(|(_, comment)| comment.entity_type == kind)
        .map(|(index, comment)| Reference { member: "comments", index, field: "entity_id", id: &comment.entity_id.0 })
        .collect()
}

/// The files of messages.
pub(super) fn of_messages(records: &Records) -> impl Iterator<Item = Reference<'_>> {
    records.comments.iter().enumerate().flat_map(|(index, comment)| {
        let ids = comment.files.iter().flat_map(|files| &files.0.0);
        ids.map(move |id| Reference { member: "comments", index, field: "files", id: &id.0 })
    })
}

/// The deliverables that messages point at.
fn of_pins(records: &Records) -> impl Iterator<Item = Reference<'_>> {
    records.comments.iter().enumerate().filter_map(|(index, comment)| {
        let id = comment.pin.as_ref()?.0.deliverable_id.as_str();
        Some(Reference { member: "comments", index, field: "pin", id })
    })
}

/// The phases of read receipts; General is checked as a client.
fn of_reads<'a>(member: &'static str, reads: &'a [ReadImport]) -> impl Iterator<Item = Reference<'a>> {
    let phases = reads.iter().enumerate().filter(|(_, read)| read.channel_key != read.client_id);
    phases.map(move |(index, read)| Reference { member, index, field: "channel_key", id: &read.channel_key.0 })
}

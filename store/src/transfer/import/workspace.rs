//! Clients, projects and what belongs to them, as rows.

use std::collections::HashMap;

use domain::{Currency, DeliverableStatus, Language, PhaseStatus, ProjectStatus, TaskStatus, Timestamp};

use super::records::{
    ClientRecord, DeliverableRecord, DocumentRecord, NoteRecord, PaymentRecord, PhaseRecord, ProjectRecord,
    QuoteItemRecord, TaskRecord, TimeEntryRecord,
};
use super::tables::{Table, maybe_moment, maybe_text, moment, number, text};
use super::values::{Count, Id};
use super::{ImportError, invalid};
use crate::search_index::sort_name;

/// The place of a record without position: where it stands in the file among its siblings.
#[derive(Default)]
struct Places(HashMap<String, i64>);

impl Places {
    fn next(&mut self, parent: &Id, given: Option<Count>) -> i64 {
        let place = self.0.entry(parent.0.clone()).or_default();
        let next = *place;
        *place += 1;
        given.map_or(next, |count| count.0)
    }
}

pub(super) fn clients(records: Vec<ClientRecord>, now: Timestamp) -> Table {
    let columns =
        &["id", "sort_name", "name", "company", "email", "phone", "language", "token", "slug", "created_at"]
            as &[_];
    let rows = records.into_iter().map(|client| {
        vec![
            text(client.id.0),
            text(sort_name(&client.name.0)),
            text(client.name.0),
            maybe_text(client.company.map(|company| company.0)),
            maybe_text(client.email),
            maybe_text(client.phone.map(|phone| phone.0)),
            text(client.language.unwrap_or(Language::It).as_str()),
            maybe_text(client.token),
            maybe_text(client.slug),
            moment(client.created_at.unwrap_or(now)),
        ]
    });
    Table::new("client", columns, rows)
}

pub(super) fn projects(records: Vec<ProjectRecord>, now: Timestamp) -> Table {
    let columns =
        &["id", "client_id", "name", "description", "status", "starts_on", "due_on", "created_at"] as &[_];
    let rows = records.into_iter().map(|project| {
        vec![
            text(project.id.0),
            text(project.client_id.0),
            text(project.name.0),
            maybe_text(project.description.map(|description| description.0)),
            text(project.status.unwrap_or(ProjectStatus::Active).as_str()),
            maybe_text(project.starts_on),
            maybe_text(project.due_on),
            moment(project.created_at.unwrap_or(now)),
        ]
    });
    Table::new("project", columns, rows)
}

pub(super) fn phases(records: Vec<PhaseRecord>) -> Table {
    let columns = &["id", "project_id", "name", "description", "status", "position", "due_on"] as &[_];
    let mut places = Places::default();
    let rows = records.into_iter().map(|phase| {
        let place = places.next(&phase.project_id, phase.position);
        vec![
            text(phase.id.0),
            text(phase.project_id.0),
            text(phase.name.0),
            maybe_text(phase.description.map(|description| description.0)),
            text(phase.status.unwrap_or(PhaseStatus::Pending).as_str()),
            number(place),
            maybe_text(phase.due_on),
        ]
    });
    Table::new("phase", columns, rows)
}

pub(super) fn tasks(records: Vec<TaskRecord>) -> Table {
    let columns = &["id", "phase_id", "title", "description", "status", "position", "due_on"] as &[_];
    let mut places = Places::default();
    let rows = records.into_iter().map(|task| {
        let place = places.next(&task.phase_id, task.position);
        vec![
            text(task.id.0),
            text(task.phase_id.0),
            text(task.title.0),
            maybe_text(task.description.map(|description| description.0)),
            text(task.status.unwrap_or(TaskStatus::Todo).as_str()),
            number(place),
            maybe_text(task.due_on),
        ]
    });
    Table::new("task", columns, rows)
}

/// A deliverable has the moment of its approval exactly when it is approved (CONTRACT §5).
pub(super) fn deliverables(records: Vec<DeliverableRecord>) -> Result<Table, ImportError> {
    let columns = &["id", "task_id", "title", "description", "url", "status", "approved_at"] as &[_];
    let mut rows = Vec::with_capacity(records.len());
    for (index, deliverable) in records.into_iter().enumerate() {
        let status = deliverable.status.unwrap_or(DeliverableStatus::Pending);
        match (status == DeliverableStatus::Approved, deliverable.approved_at) {
            (true, None) => {
                let problem = "must be given, because status is approved";
                return Err(invalid("deliverables", index, "approved_at", problem));
            }
            (false, Some(_)) => {
                let problem = "must be absent, because status is not approved";
                return Err(invalid("deliverables", index, "approved_at", problem));
            }
            _ => {}
        }
        rows.push(vec![
            text(deliverable.id.0),
            text(deliverable.task_id.0),
            text(deliverable.title.0),
            maybe_text(deliverable.description.map(|description| description.0)),
            maybe_text(deliverable.url.map(|url| url.0)),
            text(status.as_str()),
            maybe_moment(deliverable.approved_at),
        ]);
    }
    Ok(Table::new("deliverable", columns, rows))
}

pub(super) fn payments(records: Vec<PaymentRecord>) -> Table {
    let columns = &["id", "project_id", "label", "amount_cents", "currency", "due_on", "paid_at"] as &[_];
    let rows = records.into_iter().map(|payment| {
        vec![
            text(payment.id.0),
            text(payment.project_id.0),
            text(payment.label.0),
            number(payment.amount_cents),
            text(payment.currency.unwrap_or_else(Currency::default)),
            maybe_text(payment.due_on),
            maybe_moment(payment.paid_at),
        ]
    });
    Table::new("payment", columns, rows)
}

pub(super) fn documents(records: Vec<DocumentRecord>, now: Timestamp) -> Table {
    let columns = &["id", "project_id", "name", "url", "created_at"] as &[_];
    let rows = records.into_iter().map(|document| {
        vec![
            text(document.id.0),
            text(document.project_id.0),
            text(document.name.0),
            text(document.url.0),
            moment(document.created_at.unwrap_or(now)),
        ]
    });
    Table::new("document", columns, rows)
}

pub(super) fn notes(records: Vec<NoteRecord>, now: Timestamp) -> Table {
    let columns = &["id", "project_id", "text", "created_at"] as &[_];
    let rows = records.into_iter().map(|note| {
        vec![
            text(note.id.0),
            text(note.project_id.0),
            text(note.text.0),
            moment(note.created_at.unwrap_or(now)),
        ]
    });
    Table::new("note", columns, rows)
}

pub(super) fn time_entries(records: Vec<TimeEntryRecord>) -> Table {
    let columns = &["id", "project_id", "task_id", "spent_on", "minutes", "description"] as &[_];
    let rows = records.into_iter().map(|entry| {
        vec![
            text(entry.id.0),
            text(entry.project_id.0),
            maybe_text(entry.task_id.map(|task| task.0)),
            text(entry.spent_on),
            number(entry.minutes.0),
            maybe_text(entry.description.map(|description| description.0)),
        ]
    });
    Table::new("time_entry", columns, rows)
}

pub(super) fn quote_items(records: Vec<QuoteItemRecord>) -> Table {
    let columns = &["id", "project_id", "description", "quantity", "unit_price_cents", "position"] as &[_];
    let mut places = Places::default();
    let rows = records.into_iter().map(|item| {
        let place = places.next(&item.project_id, item.position);
        vec![
            text(item.id.0),
            text(item.project_id.0),
            text(item.description.0),
            text(item.quantity),
            number(item.unit_price_cents),
            number(place),
        ]
    });
    Table::new("quote_item", columns, rows)
}

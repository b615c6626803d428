//! Columns and cells of the exported tables. Amounts have a decimal point, times are in UTC.

use domain::amount::decimal;
use domain::{Language, Lead, Payment, TimeEntry};
use store::{PaymentLine, TimeLine};

use super::table::{Cell, Table};

pub(super) const LEADS: Table<Lead> = Table {
    columns: &[
        "id",
        "name",
        "email",
        "phone",
        "company",
        "source",
        "status",
        "last_contact_date",
        "call_date",
        "client_id",
        "created_at",
    ],
    read: |store, after| {
        Box::pin(async move { store.leads_after(after.as_ref().map(|lead| &lead.id)).await })
    },
    cells: |lead| {
        vec![
            Cell::text(&lead.id),
            Cell::text(&lead.name),
            Cell::optional(lead.email.as_ref()),
            Cell::optional(lead.phone.as_ref()),
            Cell::optional(lead.company.as_ref()),
            Cell::text(&lead.source),
            Cell::plain(&lead.status),
            Cell::plain(&lead.last_contact_date),
            Cell::optional_plain(lead.call_date),
            Cell::optional(lead.client_id.as_ref()),
            Cell::plain(&lead.created_at),
        ]
    },
};

pub(super) const TIME_ENTRIES: Table<TimeLine> = Table {
    columns: &[
        "id",
        "spent_on",
        "client",
        "project_id",
        "project",
        "task_id",
        "task",
        "minutes",
        "description",
    ],
    read: |store, after| {
        Box::pin(async move { store.time_entries_after(after.as_ref().map(|line| &line.entry.id)).await })
    },
    cells: |TimeLine { entry, client, project, task }| {
        let TimeEntry { id, project_id, task_id, spent_on, minutes, description } = entry;
        vec![
            Cell::text(id),
            Cell::plain(spent_on),
            Cell::text(client),
            Cell::text(project_id),
            Cell::text(project),
            Cell::optional(task_id.as_ref()),
            Cell::optional(task.as_ref()),
            Cell::plain(minutes),
            Cell::optional(description.as_ref()),
        ]
    },
};

pub(super) const PAYMENTS: Table<PaymentLine> = Table {
    columns: &["id", "client", "project_id", "project", "label", "amount", "currency", "due_on", "paid_at"],
    read: |store, after| {
        Box::pin(async move { store.payments_after(after.as_ref().map(|line| &line.payment.id)).await })
    },
    cells: |PaymentLine { payment, client, project }| {
        let Payment { id, project_id, label, amount_cents, currency, due_on, paid_at } = payment;
        vec![
            Cell::text(id),
            Cell::text(client),
            Cell::text(project_id),
            Cell::text(project),
            Cell::text(label),
            Cell::plain(&decimal(*amount_cents, Language::En)),
            Cell::plain(currency),
            Cell::optional_plain(*due_on),
            Cell::optional_plain(*paid_at),
        ]
    },
};

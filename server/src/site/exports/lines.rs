//! Columns and cells of the exported tables.

use domain::{Lead, Payment, TimeEntry};
use pages::i18n::I18n;
use store::{PaymentLine, TimeLine};

use super::cell::Cell;
use super::table::Table;

pub(super) const LEADS: Table<Lead> = Table {
    columns: &[
        ("id", I18n::csv_id),
        ("name", I18n::csv_name),
        ("email", I18n::csv_email),
        ("phone", I18n::csv_phone),
        ("company", I18n::csv_company),
        ("source", I18n::csv_source),
        ("status", I18n::csv_status),
        ("last_contact_date", I18n::csv_last_contact_date),
        ("call_date", I18n::csv_call_date),
        ("client_id", I18n::csv_client_id),
        ("created_at", I18n::csv_created_at),
    ],
    read: |store, after| Box::pin(async move { store.leads_after(after.as_ref().map(|lead| &lead.id)).await }),
    cells: |lead| {
        vec![
            Cell::text(&lead.id),
            Cell::text(&lead.name),
            Cell::optional(lead.email.as_ref()),
            Cell::optional(lead.phone.as_ref()),
            Cell::optional(lead.company.as_ref()),
            Cell::text(&lead.source),
            Cell::Status(lead.status),
            Cell::Moment(lead.last_contact_date),
            Cell::optional_moment(lead.call_date),
            Cell::optional(lead.client_id.as_ref()),
            Cell::Moment(lead.created_at),
        ]
    },
};

pub(super) const TIME_ENTRIES: Table<TimeLine> = Table {
    columns: &[
        ("id", I18n::csv_id),
        ("spent_on", I18n::csv_spent_on),
        ("client", I18n::csv_client),
        ("project_id", I18n::csv_project_id),
        ("project", I18n::csv_project),
        ("task_id", I18n::csv_task_id),
        ("task", I18n::csv_task),
        ("minutes", I18n::csv_minutes),
        ("description", I18n::csv_description),
    ],
    read: |store, after| {
        Box::pin(async move { store.time_entries_after(after.as_ref().map(|line| &line.entry.id)).await })
    },
    cells: |TimeLine { entry, client, project, task }| {
        let TimeEntry { id, project_id, task_id, spent_on, minutes, description, .. } = entry;
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
    columns: &[
        ("id", I18n::csv_id),
        ("client", I18n::csv_client),
        ("project_id", I18n::csv_project_id),
        ("project", I18n::csv_project),
        ("label", I18n::csv_label),
        ("amount", I18n::csv_amount),
        ("currency", I18n::csv_currency),
        ("due_on", I18n::csv_due_on),
        ("paid_at", I18n::csv_paid_at),
    ],
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
            Cell::Amount(*amount_cents),
            Cell::plain(currency),
            Cell::optional_plain(*due_on),
            Cell::optional_moment(*paid_at),
        ]
    },
};

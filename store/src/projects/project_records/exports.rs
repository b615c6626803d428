//! Time entries and payments for exports, batch by batch in the order of ids. Leads: [`Store::leads_after`].

use domain::audit::{Action, Actor};
use domain::id::{PaymentId, TimeEntryId};
use domain::{Payment, TimeEntry};
use sqlx::AssertSqlSafe;

use crate::db::query::{FromRow, row};
use crate::tables::Record as _;
use crate::{Result, Store, audit};

/// Rows per batch.
const BATCH: i64 = 1_000;

/// A time entry with the names of its client, project and task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeLine {
    pub entry: TimeEntry,
    pub client: String,
    pub project: String,
    pub task: Option<String>,
}

/// A payment with the names of its client and project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLine {
    pub payment: Payment,
    pub client: String,
    pub project: String,
}

impl Store {
    /// At most a thousand time entries after the id `after`, by id; empty after the last.
    pub async fn time_entries_after(&self, after: Option<&TimeEntryId>) -> Result<Vec<TimeLine>> {
        self.batch(TimeEntry::COLUMNS, TIMES, after.map(TimeEntryId::as_str)).await
    }

    /// At most a thousand payments after the id `after`, by id; empty after the last.
    pub async fn payments_after(&self, after: Option<&PaymentId>) -> Result<Vec<PaymentLine>> {
        self.batch(Payment::COLUMNS, PAYMENTS, after.map(PaymentId::as_str)).await
    }

    /// Records an export in the audit log.
    pub async fn record_export(&self, by: &Actor, action: Action) -> Result<()> {
        let mut tx = self.db.write().await?;
        audit::record(&mut tx, by, action, "", "", self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    async fn batch<T: FromRow>(&self, columns: &str, rest: &str, after: Option<&str>) -> Result<Vec<T>> {
        let sql = AssertSqlSafe(format!("SELECT {columns}{rest}"));
        Ok(self.db.readers().fetch_all(sql, (after.unwrap_or_default(), BATCH)).await?)
    }
}

row! { row => TimeLine { client, project, task; entry: TimeEntry::from_row(row)? } }
row! { row => PaymentLine { client, project; payment: Payment::from_row(row)? } }

const TIMES: &str = ", client.name AS client, project.name AS project, task.title AS task \
     FROM time_entry JOIN project ON project.id = time_entry.project_id \
     JOIN client ON client.id = project.client_id LEFT JOIN task ON task.id = time_entry.task_id \
     WHERE time_entry.id > $1 ORDER BY time_entry.id LIMIT $2";
const PAYMENTS: &str = ", client.name AS client, project.name AS project \
     FROM payment JOIN project ON project.id = payment.project_id \
     JOIN client ON client.id = project.client_id WHERE payment.id > $1 ORDER BY payment.id LIMIT $2";

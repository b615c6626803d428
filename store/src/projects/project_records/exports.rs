//! Time and payments as lines of a table, for exports: a stretch at a time, in the order of ids. Leads
//! come by [`Store::leads_after`].

use domain::audit::{Action, Actor};
use domain::id::{PaymentId, TimeEntryId};
use domain::{Payment, TimeEntry};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use crate::tables::Record as _;
use crate::{Fault, Result, Store, audit};

/// How many lines come at a time.
const STRETCH: i64 = 1_000;

/// Time spent, and what the ids in it are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeLine {
    pub entry: TimeEntry,
    /// Whose project it is.
    pub client: String,
    /// What that is called.
    pub project: String,
    /// What the task is called, if there is one.
    pub task: Option<String>,
}

/// A payment, and what the ids in it are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLine {
    pub payment: Payment,
    /// Whose project it is.
    pub client: String,
    /// What that is called.
    pub project: String,
}

impl Store {
    /// The time entries after the one with the id `after`, by id, at most a thousand; none after the last.
    ///
    /// # Errors
    /// A fault.
    pub async fn time_after(&self, after: Option<&TimeEntryId>) -> Result<Vec<TimeLine>> {
        let rows = self.stretch(TimeEntry::COLUMNS, TIMES, after.map(TimeEntryId::as_str)).await?;
        let line = |row: &AnyRow| {
            Ok(TimeLine {
                entry: TimeEntry::read(row)?,
                client: row.try_get("client")?,
                project: row.try_get("project")?,
                task: row.try_get("task")?,
            })
        };
        Ok(rows.iter().map(line).collect::<Result<_, Fault>>()?)
    }

    /// The payments after the one with the id `after`, by id, at most a thousand; none after the last.
    ///
    /// # Errors
    /// A fault.
    pub async fn payments_after(&self, after: Option<&PaymentId>) -> Result<Vec<PaymentLine>> {
        let rows = self.stretch(Payment::COLUMNS, PAYMENTS, after.map(PaymentId::as_str)).await?;
        let line = |row: &AnyRow| {
            Ok(PaymentLine {
                payment: Payment::read(row)?,
                client: row.try_get("client")?,
                project: row.try_get("project")?,
            })
        };
        Ok(rows.iter().map(line).collect::<Result<_, Fault>>()?)
    }

    /// Says in the register who exported what.
    ///
    /// # Errors
    /// A fault.
    pub async fn record_export(&self, by: &Actor, what: Action) -> Result<()> {
        let mut tx = self.db.write().await?;
        audit::record(&mut tx, by, what, "", "", self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    async fn stretch(&self, columns: &str, rest: &str, after: Option<&str>) -> Result<Vec<AnyRow>, Fault> {
        Ok(sqlx::query(AssertSqlSafe(format!("SELECT {columns}{rest}")))
            .bind(after.unwrap_or_default())
            .bind(STRETCH)
            .fetch_all(self.db.readers())
            .await?)
    }
}

const TIMES: &str = ", client.name AS client, project.name AS project, task.title AS task \
     FROM time_entry JOIN project ON project.id = time_entry.project_id \
     JOIN client ON client.id = project.client_id LEFT JOIN task ON task.id = time_entry.task_id \
     WHERE time_entry.id > $1 ORDER BY time_entry.id LIMIT $2";
const PAYMENTS: &str = ", client.name AS client, project.name AS project \
     FROM payment JOIN project ON project.id = payment.project_id \
     JOIN client ON client.id = project.client_id WHERE payment.id > $1 ORDER BY payment.id LIMIT $2";

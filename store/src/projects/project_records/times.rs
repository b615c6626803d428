//! Time entries of a project, and their totals.

use std::cmp::Reverse;

use domain::id::{ProjectId, TimeEntryId};
use domain::projects::project_records::{MonthTotal, TimeSheet};
use domain::{Cursor, Date, TimeEntry};
use sqlx::AssertSqlSafe;

use super::record::{self, StoredRecord};
use super::{check_task, folder, tasks, timer};
use crate::db::Connection;
use crate::db::keyset::Keyset;
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store};

impl StoredRecord for TimeEntry {
    /// # Errors
    /// [`Error::Invalid`](crate::Error) for a task of another project, or a fault.
    async fn complete(&mut self, connection: &mut Connection, _: bool) -> Result<()> {
        check_task(connection, &self.project_id, self.task_id.as_ref()).await
    }
}

impl Store {
    /// The time page of a project: entries after the cursor `after`, latest day first, with the entry `open`
    /// put first if the page does not contain it; totals by month; the tasks to choose from; the running
    /// timer. A malformed cursor gives the first page.
    pub async fn time_sheet(
        &self,
        project: &ProjectId,
        after: Option<&Cursor>,
        open: Option<&TimeEntryId>,
    ) -> Result<TimeSheet> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let after = after.filter(|cursor| cursor.key.parse::<Date>().is_ok());
        let keyset = Keyset::by_text("spent_on", "id", true, after);
        let cursor = |entry: &TimeEntry| Cursor::new(entry.spent_on, &entry.id);
        let entries = record::page(&mut tx, project, &keyset, cursor, open).await?;
        let months = months(&mut tx, project).await?;
        let tasks = tasks(&mut tx, project).await?;
        let timer = timer::running(&mut tx).await?;
        tx.commit().await?;
        Ok(TimeSheet { folder, entries, months, tasks, timer })
    }
}

/// The totals of each month, latest first.
async fn months(connection: &mut Connection, project: &ProjectId) -> Result<Vec<MonthTotal>, Fault> {
    let sql = format!(
        "SELECT substr(spent_on, 1, 7) || '-01' AS month, {} AS minutes, COUNT(*) AS entries FROM time_entry \
         WHERE project_id = $1 GROUP BY substr(spent_on, 1, 7)",
        saturating_sum("minutes")
    );
    let mut months: Vec<MonthTotal> = connection.fetch_all(AssertSqlSafe(sql), [project]).await?;
    months.sort_by_key(|total| Reverse(total.month));
    Ok(months)
}

row! { MonthTotal { month, minutes, entries } }

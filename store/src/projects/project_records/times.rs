//! Time entries of a project, and their totals.

use domain::audit::{Action, Actor};
use domain::id::{ProjectId, TimeEntryId};
use domain::projects::project_records::{MonthTotal, TimeEntryDraft, TimeSheet};
use domain::{Cursor, Date, Page, TimeEntry, Versioned};
use sqlx::AssertSqlSafe;

use super::record::{self, ProjectRecord};
use super::{check_task, folder, one_more, parse_id, tasks, timer};
use crate::db::Connection;
use crate::db::rows::stored;
use crate::db::saturating_sum::saturating_sum;
use crate::tables::{Record as _, Row};
use crate::{Fault, Result, Store};

impl ProjectRecord for TimeEntry {
    const DELETED: Action = Action::TimeEntryDeleted;
    type Id = TimeEntryId;
    type Draft = TimeEntryDraft;

    fn edited(self, draft: &TimeEntryDraft) -> Self {
        draft.time_entry(self.id, self.project_id)
    }

    fn name(&self) -> Option<&str> {
        None
    }
}

impl Store {
    /// The time page of a project: entries after the cursor `after`, latest day first, with the entry `open`
    /// put first if the page does not contain it; totals by month; the tasks to choose from; the running
    /// timer.
    pub async fn time_sheet(
        &self,
        project: &str,
        after: Option<&Cursor>,
        open: Option<&str>,
    ) -> Result<TimeSheet> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let found = latest(&mut tx, &folder.id, after).await?;
        let mut page = Page::of(found, |entry| Cursor::new(entry.spent_on, &entry.id));
        if let Some(open) = open.filter(|open| page.items.iter().all(|entry| entry.id.as_str() != *open))
            && let Ok(open) = parse_id(open)
        {
            page.items.splice(..0, record::find::<TimeEntry>(&mut tx, &folder.id, &open).await?);
        }
        let items =
            page.items.into_iter().map(record::versioned).collect::<Result<Vec<Versioned<_>>, Fault>>()?;
        let months = months(&mut tx, &folder.id).await?;
        let tasks = tasks(&mut tx, &folder.id).await?;
        let timer = timer::running(&mut tx).await?;
        tx.commit().await?;
        Ok(TimeSheet { folder, entries: Page { items, next: page.next }, months, tasks, timer })
    }

    /// Adds a time entry to a project. The same form sent twice adds it once.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError), [`DomainError::UnknownRecord`](domain::DomainError) for
    /// a malformed id, [`Error::Invalid`](crate::Error) for a task of another project, or a fault.
    pub async fn add_time_entry(&self, project: &str, id: &str, draft: &TimeEntryDraft) -> Result<()> {
        let mut tx = self.db.write().await?;
        let project_id = record::lock_project(&mut tx, project).await?;
        check_task(&mut tx, &project_id, draft.task_id.as_ref()).await?;
        let new = |id| draft.time_entry(id, project_id.clone());
        record::add::<TimeEntry>(&mut tx, &project_id, id, draft, new).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of an entry.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError), [`DomainError::UnknownRecord`](domain::DomainError), [`DomainError::Stale`](domain::DomainError),
    /// [`Error::Invalid`](crate::Error) for a task of another project, or a fault.
    pub async fn save_time_entry(
        &self,
        project: &str,
        id: &str,
        draft: &TimeEntryDraft,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        let project_id = record::lock_project(&mut tx, project).await?;
        check_task(&mut tx, &project_id, draft.task_id.as_ref()).await?;
        record::save::<TimeEntry>(&mut tx, project, id, draft, seen).await?;
        Ok(tx.commit().await?)
    }

    pub async fn delete_time_entry(&self, by: &Actor, project: &str, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        record::delete::<TimeEntry>(&mut tx, by, project, id, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// A page of entries and one more, latest day first. A malformed cursor gives the first page.
async fn latest(
    connection: &mut Connection,
    project: &ProjectId,
    after: Option<&Cursor>,
) -> Result<Vec<TimeEntry>, Fault> {
    let after = after.filter(|cursor| cursor.key.parse::<Date>().is_ok());
    let after_condition = if after.is_some() { " AND (spent_on, id) < ($3, $4)" } else { "" };
    let select = format!(
        "SELECT {} FROM time_entry WHERE project_id = $1{after_condition} \
         ORDER BY spent_on DESC, id DESC LIMIT $2",
        TimeEntry::COLUMNS
    );
    let mut query =
        sqlx::query_as::<_, Row<TimeEntry>>(AssertSqlSafe(select)).bind(project.as_str()).bind(one_more());
    if let Some(Cursor { key, id }) = after {
        query = query.bind(key.as_str()).bind(id.as_str());
    }
    Ok(query.fetch_all(connection).await?.into_iter().map(|row| row.0).collect())
}

/// The totals of each month, latest first.
async fn months(connection: &mut Connection, project: &ProjectId) -> Result<Vec<MonthTotal>, Fault> {
    let sql = format!(
        "SELECT substr(spent_on, 1, 7), {}, COUNT(*) FROM time_entry \
         WHERE project_id = $1 GROUP BY substr(spent_on, 1, 7)",
        saturating_sum("minutes")
    );
    let mut rows: Vec<(String, i64, i64)> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(project.as_str()).fetch_all(connection).await?;
    rows.sort_by(|a, b| b.0.cmp(&a.0));
    rows.into_iter()
        .map(|(month, minutes, entries)| {
            Ok(MonthTotal { month: stored(format!("{month}-01"))?, minutes, entries })
        })
        .collect()
}

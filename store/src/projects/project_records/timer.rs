//! The timer: at most one runs in the agency, whoever started it.

use domain::audit::Actor;
use domain::id::{ProjectId, TimeEntryId};
use domain::projects::project_records::{StoppedTimer, Timer, TimerDraft};
use domain::{DomainError, TimeEntry, Timestamp, Topic, Zone};

use super::{check_task, folder};
use crate::db::query::row;
use crate::db::row_lock;
use crate::db::rows::stored;
use crate::db::{Connection, Tx};
use crate::secrets;
use crate::{Fault, Result, Store, tables};

impl Store {
    /// The running timer, if there is one.
    pub async fn running_timer(&self) -> Result<Option<Timer>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(running(&mut connection).await?)
    }

    /// Starts the timer on a project. A running one is stopped, and returned if it was saved. The same form
    /// sent twice starts it once.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`], [`Error::Invalid`](crate::Error) for a task of another project, or a
    /// fault.
    pub async fn start_timer(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: &TimeEntryId,
        draft: &TimerDraft,
    ) -> Result<Option<StoppedTimer>> {
        let (zone, now) = (self.zone().await?, self.clock.now());
        let (mut tx, running) = self.lock_timer(Some(project)).await?;
        folder(&mut tx, project).await?;
        check_task(&mut tx, project, draft.task_id.as_ref()).await?;
        if running.as_ref().is_some_and(|timer| timer.id == *id) {
            return Ok(None);
        }
        let stopped = match running {
            Some(timer) => stop(&mut tx, timer, &zone, now).await?,
            None => None,
        };
        // The id is taken when an old form is sent again, after the browser's Back.
        let is_taken = saved(&mut tx, id).await?.is_some();
        let id = if is_taken { secrets::id() } else { id.to_string() };
        let sql = "INSERT INTO timer (only_one, id, project_id, task_id, description, started_at, member_id) \
             VALUES (1, $1, $2, $3, $4, $5, $6)";
        let values = (id, &project, &draft.task_id, draft.description.as_deref(), now, by.member());
        tx.execute(sql, values).await?;
        tx.commit().await?;
        Ok(stopped)
    }

    /// Stops the timer `id` and saves it as a time entry on the day it was started, in whole minutes, at most
    /// [`Timer::MAX_MINUTES`]. Less than a minute is not saved. Stopped twice, it is saved once.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when it neither runs nor was saved; or a fault.
    pub async fn stop_timer(&self, id: &TimeEntryId) -> Result<Option<StoppedTimer>> {
        let zone = self.zone().await?;
        let (mut tx, running) = self.lock_timer(None).await?;
        let stopped = match running.filter(|timer| timer.id == *id) {
            Some(timer) => stop(&mut tx, timer, &zone, self.clock.now()).await?,
            None => Some(saved(&mut tx, id).await?.ok_or(DomainError::UnknownRecord)?),
        };
        tx.commit().await?;
        Ok(stopped)
    }

    /// Stops the timer `id` without saving a time entry.
    pub async fn discard_timer(&self, id: &TimeEntryId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let deleted = tx.execute("DELETE FROM timer WHERE id = $1", [&id]).await?;
        tx.commit().await?;
        if deleted == 0 { Err(DomainError::UnknownRecord.into()) } else { Ok(()) }
    }

    /// Begins a transaction that locks the timer, and returns the running timer. The projects it may write to
    /// are locked first and in order, as in deletions of projects and tasks: another order could deadlock.
    async fn lock_timer(&self, project: Option<&ProjectId>) -> Result<(Tx, Option<Timer>)> {
        for _ in 0..8 {
            let mut tx = self.db.write_topic(Topic::Project).await?;
            let seen = running(&mut tx).await?.map(|timer| timer.project_id);
            let mut projects: Vec<&ProjectId> = seen.iter().chain(project).collect();
            projects.sort_unstable();
            for project in projects {
                row_lock::acquire(&mut tx, "project", project.as_str()).await?;
            }
            self.db.exclude_writers(&mut tx, &["timer"]).await?;
            let current = running(&mut tx).await?;
            if seen.as_ref() == current.as_ref().map(|timer| &timer.project_id) {
                return Ok((tx, current));
            }
            tx.rollback().await?;
        }
        Err(Fault::because("the timer changed too often to lock it").into())
    }
}

pub(super) async fn running(connection: &mut Connection) -> Result<Option<Timer>, Fault> {
    let sql = "SELECT timer.id, timer.project_id, project.name AS project_name, timer.task_id, \
         task.title AS task_title, timer.description, timer.started_at, timer.member_id, member.name AS member_name \
         FROM timer JOIN project ON project.id = timer.project_id LEFT JOIN task ON task.id = timer.task_id \
         LEFT JOIN member ON member.id = timer.member_id";
    connection.fetch_optional(sql, ()).await
}

row! { Timer { id, project_id, project_name, task_id, task_title, description, started_at, member_id, member_name } }

/// Deletes the timer, and saves it as a time entry unless it ran for less than a minute.
async fn stop(tx: &mut Tx, timer: Timer, zone: &Zone, now: Timestamp) -> Result<Option<StoppedTimer>, Fault> {
    tx.execute("DELETE FROM timer", ()).await?;
    let ran = Timer::minutes(timer.started_at, now);
    if ran == 0 {
        return Ok(None);
    }
    let mut entry = TimeEntry {
        id: timer.id,
        project_id: timer.project_id,
        task_id: timer.task_id,
        spent_on: zone.date(timer.started_at),
        minutes: ran.min(Timer::MAX_MINUTES),
        description: timer.description,
        member_id: timer.member_id,
    };
    // An entry that was added by hand has the id, if the form of a page has brought it as well.
    if !tables::insert(tx, &entry).await? {
        entry.id = stored(secrets::id())?;
        tables::insert(tx, &entry).await?;
    }
    Ok(Some(StoppedTimer { id: entry.id, project_id: entry.project_id, was_cut: ran > Timer::MAX_MINUTES }))
}

/// The saved entry of the timer `id`, if it was stopped before.
async fn saved(tx: &mut Tx, id: &TimeEntryId) -> Result<Option<StoppedTimer>, Fault> {
    let found = tx.fetch_optional("SELECT id, project_id FROM time_entry WHERE id = $1", [id]).await?;
    Ok(found.map(|(id, project_id)| StoppedTimer { id, project_id, was_cut: false }))
}

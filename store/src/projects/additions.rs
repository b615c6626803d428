//! Phases, tasks and deliverables added to a plan. The page makes the id, so that a form sent twice
//! adds once.

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{DeliverableDraft, DomainError, PhaseDraft, PhaseStatus, TaskDraft};

use super::{derived, locks, order, rows};
use crate::{Result, Store};

impl Store {
    /// Adds a phase at the end of a project.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] without the project, [`DomainError::Stale`] when the id is that of
    /// something else, or a fault. So with those below.
    pub async fn add_phase(&self, project: &ProjectId, id: &PhaseId, draft: &PhaseDraft) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        let others = order::phases(&mut tx, project).await?;
        let inserted = sqlx::query(
            "INSERT INTO phase (id, project_id, name, description, status, position, due_on) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
        )
        .bind(id.as_str())
        .bind(project.as_str())
        .bind(&draft.name)
        .bind(draft.description.as_deref())
        .bind(draft.status.unwrap_or(PhaseStatus::Pending).as_str())
        .bind(order::after(&others))
        .bind(draft.due_on.map(String::from))
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            let there = rows::phase(&mut tx, project, id).await.ok();
            return once(there.is_some_and(|phase| phase.name == draft.name));
        }
        tx.commit().await?;
        Ok(())
    }

    /// Adds a task at the end of a phase, not begun.
    ///
    /// # Errors
    /// As [`Store::add_phase`].
    pub async fn add_task(
        &self,
        project: &ProjectId,
        phase: &PhaseId,
        id: &TaskId,
        draft: &TaskDraft,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        rows::phase(&mut tx, project, phase).await?;
        let others = order::tasks(&mut tx, phase).await?;
        let inserted = sqlx::query(
            "INSERT INTO task (id, phase_id, title, description, status, position, due_on) \
             VALUES ($1, $2, $3, $4, 'todo', $5, $6) ON CONFLICT (id) DO NOTHING",
        )
        .bind(id.as_str())
        .bind(phase.as_str())
        .bind(&draft.title)
        .bind(draft.description.as_deref())
        .bind(order::after(&others))
        .bind(draft.due_on.map(String::from))
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            let there = rows::task(&mut tx, project, id).await.ok();
            return once(there.is_some_and(|task| task.title == draft.title));
        }
        derived::phase_status(&mut tx, phase).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Adds a deliverable to a task, not with the client yet.
    ///
    /// # Errors
    /// As [`Store::add_phase`].
    pub async fn add_deliverable(
        &self,
        project: &ProjectId,
        task: &TaskId,
        id: &DeliverableId,
        draft: &DeliverableDraft,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        rows::task(&mut tx, project, task).await?;
        let inserted = sqlx::query(
            "INSERT INTO deliverable (id, task_id, title, description, url, status) \
             VALUES ($1, $2, $3, $4, $5, 'pending') ON CONFLICT (id) DO NOTHING",
        )
        .bind(id.as_str())
        .bind(task.as_str())
        .bind(&draft.title)
        .bind(draft.description.as_deref())
        .bind(draft.url.as_deref())
        .execute(&mut *tx)
        .await?;
        if inserted.rows_affected() == 0 {
            let there = rows::deliverable(&mut tx, project, id).await.ok();
            return once(there.is_some_and(|deliverable| deliverable.title == draft.title));
        }
        tx.commit().await?;
        Ok(())
    }
}

/// The id was there before: it is the same form again, or something else.
fn once(is_the_same: bool) -> Result<()> {
    if is_the_same { Ok(()) } else { Err(DomainError::Stale.into()) }
}

//! What forms change. Each says which version it was filled from.

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{DeliverableDraft, DomainError, PhaseDraft, ProjectDraft, TaskDraft};

use super::{locks, order, rows};
use crate::search_index::{self, Index};
use crate::{Result, Store, row_lock, version};

impl Store {
    /// Saves what the form of a project says.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when `seen` is not the version that stands, or a
    /// fault. So with those below.
    pub async fn save_project(&self, id: &ProjectId, seen: &str, draft: &ProjectDraft) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, id).await?;
        version::check(&ProjectDraft::from(&rows::project(&mut tx, id).await?), seen)?;
        sqlx::query(
            "UPDATE project SET name = $2, description = $3, status = $4, starts_on = $5, due_on = $6 \
             WHERE id = $1",
        )
        .bind(id.as_str())
        .bind(&draft.name)
        .bind(draft.description.as_deref())
        .bind(draft.status.as_str())
        .bind(draft.starts_on.map(String::from))
        .bind(draft.due_on.map(String::from))
        .execute(&mut *tx)
        .await?;
        search_index::refresh(&mut tx, Index::Project, id.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Saves what the form of a phase says. Its status counts while the phase has no task; after that
    /// it follows from them.
    ///
    /// # Errors
    /// As [`Store::save_project`].
    pub async fn save_phase(
        &self,
        project: &ProjectId,
        id: &PhaseId,
        seen: &str,
        draft: &PhaseDraft,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        let phase = rows::phase(&mut tx, project, id).await?;
        let has_tasks = !order::tasks(&mut tx, id).await?.is_empty();
        version::check(&PhaseDraft::of(&phase, has_tasks), seen)?;
        let status = draft.status.filter(|_| !has_tasks).unwrap_or(phase.status);
        sqlx::query("UPDATE phase SET name = $2, description = $3, due_on = $4, status = $5 WHERE id = $1")
            .bind(id.as_str())
            .bind(&draft.name)
            .bind(draft.description.as_deref())
            .bind(draft.due_on.map(String::from))
            .bind(status.as_str())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Saves what the form of a task says.
    ///
    /// # Errors
    /// As [`Store::save_project`].
    pub async fn save_task(
        &self,
        project: &ProjectId,
        id: &TaskId,
        seen: &str,
        draft: &TaskDraft,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        version::check(&TaskDraft::from(&rows::task(&mut tx, project, id).await?), seen)?;
        sqlx::query("UPDATE task SET title = $2, description = $3, due_on = $4 WHERE id = $1")
            .bind(id.as_str())
            .bind(&draft.title)
            .bind(draft.description.as_deref())
            .bind(draft.due_on.map(String::from))
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Saves what the form of a deliverable says. An approved one is what the client approved, and
    /// stays it.
    ///
    /// # Errors
    /// As [`Store::save_project`]; [`DomainError::AlreadyApproved`].
    pub async fn save_deliverable(
        &self,
        project: &ProjectId,
        id: &DeliverableId,
        seen: &str,
        draft: &DeliverableDraft,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        // The deliverable alone is held, as an approval does: whoever comes second sees the first.
        row_lock::acquire(&mut tx, "deliverable", id.as_str()).await?;
        let deliverable = rows::deliverable(&mut tx, project, id).await?;
        if deliverable.approved_at.is_some() {
            return Err(DomainError::AlreadyApproved.into());
        }
        version::check(&DeliverableDraft::from(&deliverable), seen)?;
        sqlx::query(
            "UPDATE deliverable SET title = $2, description = $3, url = $4 \
             WHERE id = $1 AND approved_at IS NULL",
        )
        .bind(id.as_str())
        .bind(&draft.title)
        .bind(draft.description.as_deref())
        .bind(draft.url.as_deref())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

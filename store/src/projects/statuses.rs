//! How far tasks and deliverables are. Each form says where it saw them: what has moved on meanwhile is
//! not moved back by somebody who does not know.

use domain::id::{DeliverableId, ProjectId, TaskId};
use domain::{DeliverableStatus, DomainError, TaskStatus};

use super::{derived, locks};
use crate::projects::plan;
use crate::{Result, Store};

impl Store {
    /// Sets how far a task is, and with it its phase.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when the task is neither as it was seen nor as
    /// it is to be, or a fault.
    pub async fn set_task_status(
        &self,
        project: &ProjectId,
        id: &TaskId,
        seen: TaskStatus,
        status: TaskStatus,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        let task = plan::task(&mut tx, project, id).await?;
        if task.status == status {
            return Ok(());
        }
        if task.status != seen {
            return Err(DomainError::Stale.into());
        }
        sqlx::query("UPDATE task SET status = $2 WHERE id = $1")
            .bind(id.as_str())
            .bind(status.as_str())
            .execute(&mut *tx)
            .await?;
        derived::phase_status(&mut tx, &task.phase_id).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Sends a deliverable to its client for approval.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::AlreadyApproved`], [`DomainError::Stale`] when it does not
    /// stand where it was seen (the client may just have asked for changes), or a fault.
    pub async fn send_for_approval(
        &self,
        project: &ProjectId,
        id: &DeliverableId,
        seen: DeliverableStatus,
    ) -> Result<()> {
        self.set_deliverable_status(project, id, seen, DeliverableStatus::InReview).await
    }

    /// Takes a deliverable back from its client, into the making.
    ///
    /// # Errors
    /// As [`Store::send_for_approval`].
    pub async fn take_back(
        &self,
        project: &ProjectId,
        id: &DeliverableId,
        seen: DeliverableStatus,
    ) -> Result<()> {
        self.set_deliverable_status(project, id, seen, DeliverableStatus::Pending).await
    }

    /// One conditional update, as the client's approval is: of the two, the second finds what the first
    /// left, and nothing ever changes what is approved.
    async fn set_deliverable_status(
        &self,
        project: &ProjectId,
        id: &DeliverableId,
        seen: DeliverableStatus,
        status: DeliverableStatus,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        let updated = sqlx::query(
            "UPDATE deliverable SET status = $4 \
             WHERE id = $1 AND status = $3 AND approved_at IS NULL AND task_id IN (\
               SELECT task.id FROM task JOIN phase ON phase.id = task.phase_id WHERE phase.project_id = $2)",
        )
        .bind(id.as_str())
        .bind(project.as_str())
        .bind(seen.as_str())
        .bind(status.as_str())
        .execute(&mut *tx)
        .await?;
        if updated.rows_affected() == 0 {
            let standing = plan::deliverable(&mut tx, project, id).await?;
            return match standing.status {
                DeliverableStatus::Approved => Err(DomainError::AlreadyApproved.into()),
                there if there == status => Ok(()),
                _ => Err(DomainError::Stale.into()),
            };
        }
        tx.commit().await?;
        Ok(())
    }
}

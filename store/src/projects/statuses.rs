//! Setting the status of tasks and deliverables. Each form carries the status it showed, so that a newer
//! change is not overwritten.

use domain::id::{DeliverableId, ProjectId, TaskId};
use domain::{Author, DeliverableStatus, DomainError, TaskStatus, Topic};

use super::{derived, locks, versions};
use crate::projects::plan;
use crate::{Result, Store};

impl Store {
    /// Sets the status of a task, and derives that of its phase.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when the task has neither the status `seen`
    /// nor the new one, or a fault.
    pub async fn set_task_status(
        &self,
        project: &ProjectId,
        id: &TaskId,
        seen: TaskStatus,
        status: TaskStatus,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::project(&mut tx, project).await?;
        let task = plan::task(&mut tx, project, id).await?;
        if task.status == status {
            return Ok(());
        }
        if task.status != seen {
            return Err(DomainError::Stale.into());
        }
        tx.execute("UPDATE task SET status = $2 WHERE id = $1", (&id, &status)).await?;
        derived::update_phase_status(&mut tx, &task.phase_id).await?;
        Ok(tx.commit().await?)
    }

    /// Sends a deliverable to its client for approval.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::AlreadyApproved`], [`DomainError::Stale`] when it does not
    /// have the status `seen` (the client may have requested changes meanwhile), or a fault.
    pub async fn send_for_approval(
        &self,
        project: &ProjectId,
        id: &DeliverableId,
        seen: DeliverableStatus,
    ) -> Result<()> {
        self.set_deliverable_status(project, id, seen, DeliverableStatus::InReview).await
    }

    /// Whether the client would not hear of this deliverable if it was sent now, or would find nothing to look at.
    pub async fn needs_warning(&self, project: &ProjectId, id: &DeliverableId) -> Result<bool> {
        let mut tx = self.db.snapshot().await?;
        let client = plan::project(&mut tx, project).await?.client_id;
        let deliverable = plan::deliverable(&mut tx, project, id).await?;
        let can_be_sent =
            matches!(deliverable.status, DeliverableStatus::Pending | DeliverableStatus::ChangesRequested);
        let is_empty = deliverable.url.is_none() && !versions::exist(&mut tx, id).await?;
        let needs_warning = can_be_sent && (is_empty || self.unreached(&mut tx, &client).await?.is_some());
        tx.commit().await?;
        Ok(needs_warning)
    }

    /// Withdraws a deliverable from its client: sets it to pending.
    ///
    /// # Errors
    /// As [`Store::send_for_approval`].
    pub async fn take_back(&self, project: &ProjectId, id: &DeliverableId, seen: DeliverableStatus) -> Result<()> {
        self.set_deliverable_status(project, id, seen, DeliverableStatus::Pending).await
    }

    /// One conditional update, like the client's approval: the later of the two sees the result of the
    /// earlier, and an approved deliverable never changes.
    async fn set_deliverable_status(
        &self,
        project: &ProjectId,
        id: &DeliverableId,
        seen: DeliverableStatus,
        status: DeliverableStatus,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let now = self.clock.now();
        let sql = "UPDATE deliverable SET status = $4, status_since = $5 \
             WHERE id = $1 AND status = $3 AND approved_at IS NULL AND task_id IN (\
               SELECT task.id FROM task JOIN phase ON phase.id = task.phase_id WHERE phase.project_id = $2)";
        let updated = tx.execute(sql, (&id, &project, &seen, &status, now)).await?;
        if updated == 0 {
            let current = plan::deliverable(&mut tx, project, id).await?;
            return match current.status {
                DeliverableStatus::Approved => Err(DomainError::AlreadyApproved.into()),
                existing if existing == status => Ok(()),
                _ => Err(DomainError::Stale.into()),
            };
        }
        if status == DeliverableStatus::InReview {
            self.notify_of_deliverable(&mut tx, id, Author::Admin, now).await?;
        }
        Ok(tx.commit().await?)
    }
}

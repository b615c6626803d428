//! Phases, tasks and deliverables added to a plan. The page makes the id, so that a form sent twice
//! adds once.

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{
    DeliverableDraft, DeliverableStatus, DomainError, PhaseDraft, PhaseStatus, TaskDraft, TaskStatus,
};

use super::{derived, locks, order};
use crate::projects::plan;
use crate::tables::insert;
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
        let status = draft.status.unwrap_or(PhaseStatus::Pending);
        let phase = draft.phase(id.clone(), project.clone(), status, order::after(&others));
        if !insert(&mut tx, &phase).await? {
            let there = plan::phase(&mut tx, project, id).await.ok();
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
        plan::phase(&mut tx, project, phase).await?;
        let others = order::tasks(&mut tx, phase).await?;
        let task = draft.task(id.clone(), phase.clone(), TaskStatus::Todo, order::after(&others));
        if !insert(&mut tx, &task).await? {
            let there = plan::task(&mut tx, project, id).await.ok();
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
        plan::task(&mut tx, project, task).await?;
        let deliverable = draft.deliverable(id.clone(), task.clone(), DeliverableStatus::Pending);
        if !insert(&mut tx, &deliverable).await? {
            let there = plan::deliverable(&mut tx, project, id).await.ok();
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

//! Adding phases, tasks and deliverables to a plan. The id is in the form, so that a form sent twice adds one
//! record.

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{DeliverableDraft, DeliverableStatus, PhaseDraft, PhaseStatus, TaskDraft, TaskStatus, Topic};

use super::{derived, locks, order};
use crate::projects::plan;
use crate::search_index::{self, Index};
use crate::tables::insert;
use crate::{Result, Store, form_version};

impl Store {
    /// Adds a phase at the end of a project.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError) when the project does not exist, `Stale` when another record has the
    /// id or, as after the browser's Back, this one has other content; or a fault.
    pub async fn add_phase(&self, project: &ProjectId, id: &PhaseId, draft: &PhaseDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::project(&mut tx, project).await?;
        let others = order::phases(&mut tx, project).await?;
        let status = draft.status.unwrap_or(PhaseStatus::Pending);
        let phase = draft.phase(id.clone(), project.clone(), status, order::after(&others));
        if !insert(&mut tx, &phase).await? {
            let existing_record = plan::phase(&mut tx, project, id).await.ok();
            let is_same = |phase| PhaseDraft { status: draft.status, ..PhaseDraft::of(&phase, true) } == *draft;
            return form_version::same_or_stale(existing_record.is_some_and(is_same));
        }
        search_index::refresh(&mut tx, Index::Phase, id.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Adds a task at the end of a phase, with the status to do.
    ///
    /// # Errors
    /// As [`Store::add_phase`].
    pub async fn add_task(&self, project: &ProjectId, phase: &PhaseId, id: &TaskId, draft: &TaskDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::project(&mut tx, project).await?;
        plan::phase(&mut tx, project, phase).await?;
        let others = order::tasks(&mut tx, phase).await?;
        let task = draft.task(id.clone(), phase.clone(), TaskStatus::Todo, order::after(&others));
        if !insert(&mut tx, &task).await? {
            let existing_record = plan::task(&mut tx, project, id).await.ok();
            return form_version::same_or_stale(existing_record.is_some_and(|task| TaskDraft::from(&task) == *draft));
        }
        derived::update_phase_status(&mut tx, phase).await?;
        search_index::refresh(&mut tx, Index::Task, id.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Adds a pending deliverable to a task.
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
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::project(&mut tx, project).await?;
        plan::task(&mut tx, project, task).await?;
        let deliverable = draft.deliverable(id.clone(), task.clone(), DeliverableStatus::Pending);
        if !insert(&mut tx, &deliverable).await? {
            let existing_record = plan::deliverable(&mut tx, project, id).await.ok();
            let is_same = |deliverable| DeliverableDraft::from(&deliverable) == *draft;
            return form_version::same_or_stale(existing_record.is_some_and(is_same));
        }
        search_index::refresh(&mut tx, Index::Deliverable, id.as_str()).await?;
        Ok(tx.commit().await?)
    }
}

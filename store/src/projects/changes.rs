//! Saving the forms of projects, phases, tasks and deliverables. Each form carries the version it was filled
//! from.

use domain::audit::Actor;
use domain::files::ContentId;
use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{
    DeliverableDraft, DomainError, PhaseDraft, Problem, Problems, ProjectDraft, ProjectStatus, TaskDraft, Topic,
};

use super::{locks, order};
use crate::conversation::turn;
use crate::db::row_lock;
use crate::projects::plan;
use crate::projects::versions::{self, New};
use crate::search_index::{self, Index};
use crate::tables::update;
use crate::{Result, Store, form_version};

impl Store {
    pub async fn save_project(&self, id: &ProjectId, seen: &str, draft: &ProjectDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::client_and_project(&mut tx, id).await?;
        let project = plan::project(&mut tx, id).await?;
        form_version::check_draft(&ProjectDraft::from(&project), draft, seen)?;
        update(&mut tx, &draft.project(project.id, project.client_id, project.created_at)).await?;
        search_index::refresh(&mut tx, Index::Project, id.as_str()).await?;
        if draft.status == ProjectStatus::Archived && project.status != draft.status {
            turn::close_project(&mut tx, id).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Saves the form of a phase. Its status is saved only while the phase has no task; after that it is
    /// derived from the tasks.
    pub async fn save_phase(&self, project: &ProjectId, id: &PhaseId, seen: &str, draft: &PhaseDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::project(&mut tx, project).await?;
        let phase = plan::phase(&mut tx, project, id).await?;
        let has_tasks = !order::tasks(&mut tx, id).await?.is_empty();
        form_version::check_draft(&PhaseDraft::of(&phase, has_tasks), draft, seen)?;
        let status = draft.status.filter(|_| !has_tasks).unwrap_or(phase.status);
        update(&mut tx, &draft.phase(phase.id, phase.project_id, status, phase.position)).await?;
        search_index::refresh(&mut tx, Index::Phase, id.as_str()).await?;
        Ok(tx.commit().await?)
    }

    pub async fn save_task(&self, project: &ProjectId, id: &TaskId, seen: &str, draft: &TaskDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::project(&mut tx, project).await?;
        let task = plan::task(&mut tx, project, id).await?;
        form_version::check_draft(&TaskDraft::from(&task), draft, seen)?;
        update(&mut tx, &draft.task(task.id, task.phase_id, task.status, task.position)).await?;
        search_index::refresh(&mut tx, Index::Task, id.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of a deliverable. An approved deliverable cannot be changed; another link for what the client has
    /// been shown is a new version of it.
    ///
    /// # Errors
    /// [`DomainError::AlreadyApproved`].
    pub async fn save_deliverable(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: &DeliverableId,
        seen: &str,
        draft: &DeliverableDraft,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        // Locks only the row of the deliverable, as an approval does: the later of the two sees the result of
        // the earlier.
        row_lock::acquire(&mut tx, "deliverable", id.as_str()).await?;
        let deliverable = plan::deliverable(&mut tx, project, id).await?;
        if deliverable.approved_at.is_some() {
            return Err(DomainError::AlreadyApproved.into());
        }
        form_version::check_draft(&DeliverableDraft::from(&deliverable), draft, seen)?;
        let has_versions = versions::exist(&mut tx, id).await?;
        // A link is not taken away from what has versions; where the newest is a file there is none.
        if has_versions && deliverable.url.is_some() && draft.url.is_none() {
            return Err(Problems::one("url", Problem::Empty).into());
        }
        // What the client has been shown stays what it was, also after it was taken back.
        let was_shown = has_versions || versions::was_sent(&mut tx, &deliverable).await?;
        let new_url = draft.url.as_deref().filter(|_| was_shown && draft.url != deliverable.url);
        update(&mut tx, &draft.deliverable(id.clone(), deliverable.task_id.clone(), deliverable.status)).await?;
        if let Some(url) = new_url {
            let content = ContentId::Link(url.to_owned());
            let new = New { id: versions::new_id()?, content: &content, note: None, by: by.author_name() };
            self.push_version(&mut tx, &deliverable, new).await?;
        }
        search_index::refresh(&mut tx, Index::Deliverable, id.as_str()).await?;
        Ok(tx.commit().await?)
    }
}

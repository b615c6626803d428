//! The data of a project's page: the project with its whole plan.

use std::collections::HashMap;

use domain::id::{DeliverableId, ProjectId};
use domain::projects::board::{Board, BoardDeliverable, BoardPhase, BoardTask};
use domain::{DeliverableDraft, PhaseDraft, Project, ProjectDraft, TaskDraft, Timestamp};

use super::{requests, versions};
use crate::db::Tx;
use crate::db::rows::stored;
use crate::projects::plan;
use crate::secrets;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// A project with its phases, tasks and deliverables in one snapshot.
    pub async fn board(&self, id: &ProjectId) -> Result<Board> {
        let mut tx = self.db.snapshot().await?;
        let project = plan::project(&mut tx, id).await?;
        let sql = "SELECT name, slug FROM client WHERE id = $1";
        let (client_name, client_slug) = tx.fetch_one(sql, [&project.client_id]).await?;
        let unreached = self.unreached(&mut tx, &project.client_id).await?;
        let phases = phases(&mut tx, &project).await?;
        tx.commit().await?;
        Ok(Board {
            version: form_version::of(&ProjectDraft::from(&project))?,
            project,
            client_name,
            client_slug,
            unreached,
            phases,
            new_phase: stored(secrets::id())?,
        })
    }
}

async fn phases(tx: &mut Tx, project: &Project) -> Result<Vec<BoardPhase>> {
    let phases = plan::phases(tx, &project.id).await?;
    let mut tasks = tasks(tx, project).await?;
    phases
        .into_iter()
        .map(|phase| {
            let tasks = tasks.remove(phase.id.as_str()).unwrap_or_default();
            let version = form_version::of(&PhaseDraft::of(&phase, !tasks.is_empty()))?;
            Ok(BoardPhase { phase, version, tasks, new_task: stored(secrets::id())? })
        })
        .collect()
}

/// The tasks, by phase.
async fn tasks(tx: &mut Tx, project: &Project) -> Result<HashMap<String, Vec<BoardTask>>> {
    let tasks = plan::tasks(tx, &project.id).await?;
    let mut deliverables = deliverables(tx, project).await?;
    let mut by_phase = HashMap::<_, Vec<_>>::new();
    for task in tasks {
        let deliverables = deliverables.remove(task.id.as_str()).unwrap_or_default();
        let version = form_version::of(&TaskDraft::from(&task))?;
        let new_deliverable = stored(secrets::id())?;
        let phase = task.phase_id.to_string();
        by_phase.entry(phase).or_default().push(BoardTask { task, version, deliverables, new_deliverable });
    }
    Ok(by_phase)
}

/// The deliverables, by task.
async fn deliverables(tx: &mut Tx, project: &Project) -> Result<HashMap<String, Vec<BoardDeliverable>>> {
    let mut requests = requests::newest(tx, &project.id).await?;
    let in_review = in_review(tx, &project.id).await?;
    let mut versions = versions::of_project(tx, &project.id).await?;
    let with_receipt = versions::with_receipt(tx, project.client_id.as_str()).await?;
    let mut by_task = HashMap::<_, Vec<_>>::new();
    for deliverable in plan::deliverables(tx, &project.id).await? {
        let request = requests.remove(&deliverable.id);
        let version = form_version::of(&DeliverableDraft::from(&deliverable))?;
        let task = deliverable.task_id.to_string();
        let in_review_since = in_review.get(&deliverable.id).copied();
        let versions = versions.remove(&deliverable.id).unwrap_or_default();
        by_task.entry(task).or_default().push(BoardDeliverable {
            has_receipt: with_receipt.contains(&deliverable.id),
            versions: versions.into_iter().map(|one| one.number).collect(),
            deliverable,
            version,
            request,
            in_review_since,
        });
    }
    Ok(by_task)
}

/// Since when each deliverable in review is, where that is known. `CROSS JOIN` makes SQLite begin with the project.
pub(crate) async fn in_review(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<DeliverableId, Timestamp>, Fault> {
    let sql = "SELECT deliverable.id, deliverable.status_since FROM phase CROSS JOIN task CROSS JOIN deliverable \
         WHERE phase.project_id = $1 AND task.phase_id = phase.id AND deliverable.task_id = task.id \
         AND deliverable.status = 'in_review' AND deliverable.status_since IS NOT NULL";
    Ok(tx.fetch_all(sql, [project]).await?.into_iter().collect())
}

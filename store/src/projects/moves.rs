//! Phases and tasks taken to another place. Whoever moves something holds its project, so that of
//! several moves at once each finds the order the one before it left.

use domain::DomainError;
use domain::id::{PhaseId, ProjectId, TaskId};
use domain::projects::board::Step;

use super::order::{self, Kind};
use super::{derived, locks};
use crate::conversation::unread;
use crate::db::Tx;
use crate::projects::plan;
use crate::{Result, Store};

impl Store {
    /// Takes a phase or a task to its new place and numbers what stands there, and what it left, from 0.
    /// A task that changes its phase takes along what was said about it and its deliverables, and both
    /// phases are as far as their tasks.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when the project does not have the phase or the task,
    /// [`DomainError::Stale`] when what it should stand before is not there any more, or a fault.
    pub async fn take_step(&self, project: &ProjectId, step: &Step) -> Result<()> {
        let mut tx = self.db.write().await?;
        locks::project(&mut tx, project).await?;
        match step {
            Step::Phase { id, before } => move_phase(&mut tx, project, id, before.as_ref()).await?,
            Step::Task { id, to, before } => move_task(&mut tx, project, id, to, before.as_ref()).await?,
        }
        tx.commit().await?;
        Ok(())
    }
}

async fn move_phase(tx: &mut Tx, project: &ProjectId, id: &PhaseId, before: Option<&PhaseId>) -> Result<()> {
    plan::phase(tx, project, id).await?;
    let phases = order::phases(tx, project).await?;
    let phases = order::placed(phases, id.as_str(), before.map(PhaseId::as_str)).ok_or(DomainError::Stale)?;
    Ok(order::number(tx, Kind::Phase, &phases).await?)
}

async fn move_task(
    tx: &mut Tx,
    project: &ProjectId,
    id: &TaskId,
    to: &PhaseId,
    before: Option<&TaskId>,
) -> Result<()> {
    let from = plan::task(tx, project, id).await?.phase_id;
    plan::phase(tx, project, to).await?;
    let there = order::tasks(tx, to).await?;
    let there = order::placed(there, id.as_str(), before.map(TaskId::as_str)).ok_or(DomainError::Stale)?;
    if from != *to {
        // A comment on a task or a deliverable names the phase too (migrations/0002_conversations.sql).
        for update in [
            "UPDATE task SET phase_id = $2 WHERE id = $1",
            "UPDATE comment SET phase_id = $2 WHERE task_id = $1",
        ] {
            sqlx::query(update).bind(id.as_str()).bind(to.as_str()).execute(&mut **tx).await?;
        }
        unread::recompute_unseen_of_task(tx, id).await?;
        let left = order::tasks(tx, &from).await?.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        order::number(tx, Kind::Task, &left).await?;
        derived::phase_status(tx, &from).await?;
    }
    order::number(tx, Kind::Task, &there).await?;
    Ok(derived::phase_status(tx, to).await?)
}

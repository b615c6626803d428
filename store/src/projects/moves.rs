//! Moving phases and tasks. Each move locks the project, so that concurrent moves see the order left by the
//! previous one.

use domain::id::{PhaseId, ProjectId, TaskId};
use domain::projects::board::Step;
use domain::{DomainError, Topic};

use super::order::{self, Kind};
use super::{derived, locks};
use crate::conversation::{turn, unread};
use crate::db::Tx;
use crate::projects::plan;
use crate::{Result, Store};

impl Store {
    /// Moves a phase or a task, and renumbers its old and new siblings from 0. A task that changes its phase
    /// takes the comments on it and its deliverables along, the messages about places on its pictures, and what is still to be
    /// sent about them; the status of both phases is derived again.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when the project does not have the phase or the task,
    /// [`DomainError::Stale`] when the item it should be placed before is no longer there, or a fault.
    pub async fn apply_step(&self, project: &ProjectId, step: &Step) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        locks::client_and_project(&mut tx, project).await?;
        match step {
            Step::Phase { id, before } => move_phase(&mut tx, project, id, before.as_ref()).await?,
            Step::Task { id, to, before } => self.move_task(&mut tx, project, id, to, before.as_ref()).await?,
        }
        Ok(tx.commit().await?)
    }

    async fn move_task(
        &self,
        tx: &mut Tx,
        project: &ProjectId,
        id: &TaskId,
        to: &PhaseId,
        before: Option<&TaskId>,
    ) -> Result<()> {
        let from = plan::task(tx, project, id).await?.phase_id;
        plan::phase(tx, project, to).await?;
        let ids = order::tasks(tx, to).await?;
        let ids = order::placed(ids, id.as_str(), before.map(TaskId::as_str)).ok_or(DomainError::Stale)?;
        if from != *to {
            let client = plan::project(tx, project).await?.client_id;
            self.notify_in_new_phase(tx, &client, id, &from, to).await?;
            // A comment on a task or a deliverable names the phase too (migrations/0002_conversations.sql), and one about a place on
            // a picture is in the channel of its phase.
            for update in [
                "UPDATE task SET phase_id = $2 WHERE id = $1",
                "UPDATE comment SET phase_id = $2 WHERE task_id = $1",
                "UPDATE comment SET phase_id = $2 \
                 WHERE pin_deliverable_id IN (SELECT deliverable.id FROM deliverable WHERE deliverable.task_id = $1)",
            ] {
                tx.execute(update, (&id, &to)).await?;
            }
            unread::recompute_unseen_of_task(tx, id).await?;
            turn::derive_of_project(tx, project).await?;
            let remaining = order::tasks(tx, &from).await?.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
            order::number(tx, Kind::Task, &remaining).await?;
            derived::update_phase_status(tx, &from).await?;
        }
        order::number(tx, Kind::Task, &ids).await?;
        Ok(derived::update_phase_status(tx, to).await?)
    }
}

async fn move_phase(tx: &mut Tx, project: &ProjectId, id: &PhaseId, before: Option<&PhaseId>) -> Result<()> {
    plan::phase(tx, project, id).await?;
    let phases = order::phases(tx, project).await?;
    let phases = order::placed(phases, id.as_str(), before.map(PhaseId::as_str)).ok_or(DomainError::Stale)?;
    Ok(order::number(tx, Kind::Phase, &phases).await?)
}

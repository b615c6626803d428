//! Deleting a project or a part of its plan with all records below it (docs/REFERENCE.md#deletion).

use domain::Topic;
use domain::audit::{Action, Actor};
use domain::id::ProjectId;
use domain::projects::board::BoardItem;

use super::order::{self, Kind};
use super::{deletion_impact, derived, locks};
use crate::conversation::turn;
use crate::db::Tx;
use crate::projects::plan;
use crate::search_index::{self, Index};
use crate::{Fault, Result, Store, audit, form_version};

impl Store {
    /// Deletes `item` of a project. `seen` is the version of the counts on the confirmation page, so that
    /// nothing added since is deleted unseen.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError) when it is not one of the project,
    /// [`DomainError::Stale`](domain::DomainError) when the counts have changed, or a fault.
    pub async fn delete_item(&self, by: &Actor, project: &ProjectId, item: &BoardItem, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        let client = plan::project(&mut tx, project).await?.client_id;
        let deliverables = deliverables(&mut tx, project, item).await?;
        locks::deletion(&mut tx, &deliverables, client.as_str(), project).await?;

        let name = deletion_impact::name(&mut tx, project, item).await?;
        let deletion_impact = deletion_impact::deletion_impact(&mut tx, project, item).await?;
        form_version::check(&deletion_impact, seen)?;
        let (action, subject) = match item {
            BoardItem::Project => (Action::ProjectDeleted, project.as_str()),
            BoardItem::Phase(id) => (Action::PhaseDeleted, id.as_str()),
            BoardItem::Task(id) => (Action::TaskDeleted, id.as_str()),
            BoardItem::Deliverable(id) => (Action::DeliverableDeleted, id.as_str()),
        };
        audit::record(&mut tx, by, action, subject, &name, self.clock.now()).await?;
        delete(&mut tx, project, item).await?;
        if deletion_impact.messages > 0 {
            search_index::refresh(&mut tx, Index::Thread, client.as_str()).await?;
            turn::derive(&mut tx, client.as_str()).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// The ids of the deliverables deleted with `item`, sorted.
async fn deliverables(tx: &mut Tx, project: &ProjectId, item: &BoardItem) -> Result<Vec<String>, Fault> {
    let (select, id) = match item {
        BoardItem::Project => (
            "SELECT deliverable.id FROM phase JOIN task ON task.phase_id = phase.id \
             JOIN deliverable ON deliverable.task_id = task.id WHERE phase.project_id = $1",
            project.as_str(),
        ),
        BoardItem::Phase(id) => (
            "SELECT deliverable.id FROM task JOIN deliverable ON deliverable.task_id = task.id \
             WHERE task.phase_id = $1",
            id.as_str(),
        ),
        BoardItem::Task(id) => ("SELECT id FROM deliverable WHERE task_id = $1", id.as_str()),
        BoardItem::Deliverable(id) => ("SELECT id FROM deliverable WHERE id = $1", id.as_str()),
    };
    let mut ids: Vec<String> = tx.fetch_values(select, [id]).await?;
    ids.sort_unstable();
    Ok(ids)
}

/// Deletes the row; foreign keys cascade. Then renumbers the remaining phases or tasks and derives the status
/// of the phase.
async fn delete(tx: &mut Tx, project: &ProjectId, item: &BoardItem) -> Result<()> {
    match item {
        BoardItem::Project => delete_row(tx, "DELETE FROM project WHERE id = $1", project.as_str()).await?,
        BoardItem::Phase(id) => {
            delete_row(tx, "DELETE FROM phase WHERE id = $1", id.as_str()).await?;
            let remaining = ids(order::phases(tx, project).await?);
            order::number(tx, Kind::Phase, &remaining).await?;
        }
        BoardItem::Task(id) => {
            let phase = plan::task(tx, project, id).await?.phase_id;
            delete_row(tx, "DELETE FROM task WHERE id = $1", id.as_str()).await?;
            let remaining = ids(order::tasks(tx, &phase).await?);
            order::number(tx, Kind::Task, &remaining).await?;
            derived::update_phase_status(tx, &phase).await?;
        }
        BoardItem::Deliverable(id) => {
            delete_row(tx, "DELETE FROM deliverable WHERE id = $1", id.as_str()).await?;
        }
    }
    Ok(())
}

async fn delete_row(tx: &mut Tx, delete: &'static str, id: &str) -> Result<(), Fault> {
    tx.execute(delete, [id]).await?;
    Ok(())
}

fn ids(rows: Vec<(String, i64)>) -> Vec<String> {
    rows.into_iter().map(|(id, _)| id).collect()
}

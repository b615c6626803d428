//! Reading the records of a plan through their project, for the agency's board and the client's portal.

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{Deliverable, DomainError, Phase, Project, Task};

use crate::db::Tx;
use crate::tables::{select, select_one};
use crate::{Fault, Result};

const PHASES: &str = "phase WHERE phase.project_id = $1";
const TASKS: &str = "phase JOIN task ON task.phase_id = phase.id WHERE phase.project_id = $1";
const DELIVERABLES: &str = "phase JOIN task ON task.phase_id = phase.id \
     JOIN deliverable ON deliverable.task_id = task.id WHERE phase.project_id = $1";

pub(crate) async fn project(tx: &mut Tx, id: &ProjectId) -> Result<Project> {
    let found = select_one(tx, "project WHERE project.id = $1", [id.as_str()]).await?;
    Ok(found.ok_or(DomainError::UnknownRecord)?)
}

pub(crate) async fn phase(tx: &mut Tx, project: &ProjectId, id: &PhaseId) -> Result<Phase> {
    let one = format!("{PHASES} AND phase.id = $2");
    Ok(select_one(tx, &one, [project.as_str(), id.as_str()]).await?.ok_or(DomainError::UnknownRecord)?)
}

pub(crate) async fn task(tx: &mut Tx, project: &ProjectId, id: &TaskId) -> Result<Task> {
    let one = format!("{TASKS} AND task.id = $2");
    Ok(select_one(tx, &one, [project.as_str(), id.as_str()]).await?.ok_or(DomainError::UnknownRecord)?)
}

pub(crate) async fn deliverable(tx: &mut Tx, project: &ProjectId, id: &DeliverableId) -> Result<Deliverable> {
    let one = format!("{DELIVERABLES} AND deliverable.id = $2");
    Ok(select_one(tx, &one, [project.as_str(), id.as_str()]).await?.ok_or(DomainError::UnknownRecord)?)
}

/// Every phase of `project`, in order.
pub(crate) async fn phases(tx: &mut Tx, project: &ProjectId) -> Result<Vec<Phase>, Fault> {
    let mut phases: Vec<Phase> = select(tx, PHASES, [project.as_str()]).await?;
    phases.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(phases)
}

/// Every task of `project`; those of a phase in order.
pub(crate) async fn tasks(tx: &mut Tx, project: &ProjectId) -> Result<Vec<Task>, Fault> {
    let mut tasks: Vec<Task> = select(tx, TASKS, [project.as_str()]).await?;
    tasks.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(tasks)
}

/// Every deliverable of `project`, by id, which is also by age.
pub(crate) async fn deliverables(tx: &mut Tx, project: &ProjectId) -> Result<Vec<Deliverable>, Fault> {
    let mut deliverables: Vec<Deliverable> = select(tx, DELIVERABLES, [project.as_str()]).await?;
    deliverables.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(deliverables)
}

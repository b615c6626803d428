//! The records of a plan, looked up through their project.

use domain::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use domain::{Deliverable, DomainError, Phase, Project, Task, Timestamp};
use sqlx::FromRow;

use crate::db::Tx;
use crate::rows::{maybe, stored, word};
use crate::{Fault, Result};

#[derive(FromRow)]
struct ProjectRow {
    id: String,
    client_id: String,
    name: String,
    description: Option<String>,
    status: String,
    starts_on: Option<String>,
    due_on: Option<String>,
    created_at: i64,
}

impl TryFrom<ProjectRow> for Project {
    type Error = Fault;

    fn try_from(row: ProjectRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            client_id: stored(row.client_id)?,
            name: row.name,
            description: row.description,
            status: word(&row.status)?,
            starts_on: maybe(row.starts_on)?,
            due_on: maybe(row.due_on)?,
            created_at: Timestamp::from_millis(row.created_at),
        })
    }
}

/// A phase or a task.
#[derive(FromRow)]
struct StepRow {
    id: String,
    parent: String,
    title: String,
    description: Option<String>,
    status: String,
    position: i64,
    due_on: Option<String>,
}

impl TryFrom<StepRow> for Phase {
    type Error = Fault;

    fn try_from(row: StepRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            project_id: stored(row.parent)?,
            name: row.title,
            description: row.description,
            status: word(&row.status)?,
            position: row.position,
            due_on: maybe(row.due_on)?,
        })
    }
}

impl TryFrom<StepRow> for Task {
    type Error = Fault;

    fn try_from(row: StepRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            phase_id: stored(row.parent)?,
            title: row.title,
            description: row.description,
            status: word(&row.status)?,
            position: row.position,
            due_on: maybe(row.due_on)?,
        })
    }
}

#[derive(FromRow)]
struct DeliverableRow {
    id: String,
    task_id: String,
    title: String,
    description: Option<String>,
    url: Option<String>,
    status: String,
    approved_at: Option<i64>,
}

impl TryFrom<DeliverableRow> for Deliverable {
    type Error = Fault;

    fn try_from(row: DeliverableRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            task_id: stored(row.task_id)?,
            title: row.title,
            description: row.description,
            url: row.url,
            status: word(&row.status)?,
            approved_at: row.approved_at.map(Timestamp::from_millis),
        })
    }
}

const PROJECT: &str = "SELECT id, client_id, name, description, status, starts_on, due_on, created_at \
     FROM project WHERE id = $1";

macro_rules! phases {
    () => {
        "SELECT phase.id, phase.project_id AS parent, phase.name AS title, phase.description, phase.status, \
         phase.position, phase.due_on FROM phase WHERE phase.project_id = $1"
    };
}

macro_rules! tasks {
    () => {
        "SELECT task.id, task.phase_id AS parent, task.title, task.description, task.status, task.position, \
         task.due_on FROM phase JOIN task ON task.phase_id = phase.id WHERE phase.project_id = $1"
    };
}

macro_rules! deliverables {
    () => {
        "SELECT deliverable.id, deliverable.task_id, deliverable.title, deliverable.description, \
         deliverable.url, deliverable.status, deliverable.approved_at \
         FROM phase JOIN task ON task.phase_id = phase.id \
         JOIN deliverable ON deliverable.task_id = task.id WHERE phase.project_id = $1"
    };
}

/// A project.
///
/// # Errors
/// [`DomainError::UnknownRecord`], or a fault. So with those below.
pub(super) async fn project(tx: &mut Tx, id: &ProjectId) -> Result<Project> {
    let row: Option<ProjectRow> = sqlx::query_as(PROJECT).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    Ok(row.ok_or(DomainError::UnknownRecord)?.try_into()?)
}

/// A phase of `project`.
pub(super) async fn phase(tx: &mut Tx, project: &ProjectId, id: &PhaseId) -> Result<Phase> {
    let row: Option<StepRow> = sqlx::query_as(concat!(phases!(), " AND phase.id = $2"))
        .bind(project.as_str())
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.ok_or(DomainError::UnknownRecord)?.try_into()?)
}

/// A task of `project`.
pub(super) async fn task(tx: &mut Tx, project: &ProjectId, id: &TaskId) -> Result<Task> {
    let row: Option<StepRow> = sqlx::query_as(concat!(tasks!(), " AND task.id = $2"))
        .bind(project.as_str())
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.ok_or(DomainError::UnknownRecord)?.try_into()?)
}

/// A deliverable of `project`.
pub(super) async fn deliverable(tx: &mut Tx, project: &ProjectId, id: &DeliverableId) -> Result<Deliverable> {
    let row: Option<DeliverableRow> = sqlx::query_as(concat!(deliverables!(), " AND deliverable.id = $2"))
        .bind(project.as_str())
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    Ok(row.ok_or(DomainError::UnknownRecord)?.try_into()?)
}

/// Every phase of `project`, in order.
pub(super) async fn phases(tx: &mut Tx, project: &ProjectId) -> Result<Vec<Phase>, Fault> {
    let rows: Vec<StepRow> = sqlx::query_as(phases!()).bind(project.as_str()).fetch_all(&mut **tx).await?;
    let mut phases = rows.into_iter().map(Phase::try_from).collect::<Result<Vec<_>, _>>()?;
    phases.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(phases)
}

/// Every task of `project`; those of a phase in order.
pub(super) async fn tasks(tx: &mut Tx, project: &ProjectId) -> Result<Vec<Task>, Fault> {
    let rows: Vec<StepRow> = sqlx::query_as(tasks!()).bind(project.as_str()).fetch_all(&mut **tx).await?;
    let mut tasks = rows.into_iter().map(Task::try_from).collect::<Result<Vec<_>, _>>()?;
    tasks.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(tasks)
}

/// Every deliverable of `project`, in the order of their ids, which is that of their age.
pub(super) async fn deliverables(tx: &mut Tx, project: &ProjectId) -> Result<Vec<Deliverable>, Fault> {
    let rows: Vec<DeliverableRow> =
        sqlx::query_as(deliverables!()).bind(project.as_str()).fetch_all(&mut **tx).await?;
    let mut all = rows.into_iter().map(Deliverable::try_from).collect::<Result<Vec<_>, _>>()?;
    all.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(all)
}

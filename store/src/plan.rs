//! The plan of a project as its client sees it: phases, tasks, deliverables; documents and payments.

use std::collections::HashMap;

use domain::id::ProjectId;
use domain::portal::{PortalDocument, PortalPayment, PortalPhase, PortalTask};
use domain::{Deliverable, Timestamp};
use sqlx::FromRow;

use crate::Fault;
use crate::db::Tx;
use crate::rows::{maybe, stored, word};

/// The phases of `project` in order, with their tasks in order, with their deliverables.
pub(crate) async fn phases(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalPhase>, Fault> {
    let rows = steps(tx, project, PHASES).await?;
    let mut tasks = tasks(tx, project).await?;
    rows.into_iter()
        .map(|row| {
            Ok(PortalPhase {
                tasks: tasks.remove(&row.id).unwrap_or_default(),
                id: stored(row.id)?,
                name: row.title,
                description: row.description,
                status: word(&row.status)?,
                due_on: maybe(row.due_on)?,
            })
        })
        .collect()
}

/// The tasks of every phase of `project`, by phase.
async fn tasks(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<String, Vec<PortalTask>>, Fault> {
    let rows = steps(tx, project, TASKS).await?;
    let mut deliverables = deliverables(tx, project).await?;
    let mut phases = HashMap::<_, Vec<_>>::new();
    for row in rows {
        phases.entry(row.parent).or_default().push(PortalTask {
            deliverables: deliverables.remove(&row.id).unwrap_or_default(),
            id: stored(row.id)?,
            title: row.title,
            description: row.description,
            status: word(&row.status)?,
            due_on: maybe(row.due_on)?,
        });
    }
    Ok(phases)
}

/// A phase or a task.
#[derive(FromRow)]
struct Step {
    id: String,
    parent: String,
    title: String,
    description: Option<String>,
    status: String,
    position: i64,
    due_on: Option<String>,
}

const PHASES: &str = "SELECT id, project_id AS parent, name AS title, description, status, position, due_on \
     FROM phase WHERE project_id = $1";
const TASKS: &str = "SELECT task.id, task.phase_id AS parent, task.title, task.description, task.status, \
     task.position, task.due_on \
     FROM phase JOIN task ON task.phase_id = phase.id WHERE phase.project_id = $1";

async fn steps(tx: &mut Tx, project: &ProjectId, statement: &'static str) -> Result<Vec<Step>, Fault> {
    let mut rows: Vec<Step> = sqlx::query_as(statement).bind(project.as_str()).fetch_all(&mut **tx).await?;
    rows.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(rows)
}

/// The deliverables of every task of `project`, by task.
async fn deliverables(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<String, Vec<Deliverable>>, Fault> {
    #[derive(FromRow)]
    struct Row {
        id: String,
        task_id: String,
        title: String,
        description: Option<String>,
        url: Option<String>,
        status: String,
        approved_at: Option<i64>,
    }
    let mut rows: Vec<Row> = sqlx::query_as(
        "SELECT deliverable.id, deliverable.task_id, deliverable.title, deliverable.description, \
         deliverable.url, deliverable.status, deliverable.approved_at \
         FROM phase JOIN task ON task.phase_id = phase.id \
         JOIN deliverable ON deliverable.task_id = task.id WHERE phase.project_id = $1",
    )
    .bind(project.as_str())
    .fetch_all(&mut **tx)
    .await?;
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    let mut tasks = HashMap::<_, Vec<_>>::new();
    for row in rows {
        tasks.entry(row.task_id.clone()).or_default().push(Deliverable {
            id: stored(row.id)?,
            task_id: stored(row.task_id)?,
            title: row.title,
            description: row.description,
            url: row.url,
            status: word(&row.status)?,
            approved_at: row.approved_at.map(Timestamp::from_millis),
        });
    }
    Ok(tasks)
}

/// The documents of `project`, newest first.
pub(crate) async fn documents(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalDocument>, Fault> {
    let mut rows: Vec<(i64, String, String, String)> =
        sqlx::query_as("SELECT created_at, id, name, url FROM document WHERE project_id = $1")
            .bind(project.as_str())
            .fetch_all(&mut **tx)
            .await?;
    rows.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    Ok(rows.into_iter().map(|(_, _, name, url)| PortalDocument { name, url }).collect())
}

/// The payments of `project` by due date, those without one last; amounts stay in the database.
pub(crate) async fn payments(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalPayment>, Fault> {
    let mut rows: Vec<(Option<String>, String, String, Option<i64>)> =
        sqlx::query_as("SELECT due_on, id, label, paid_at FROM payment WHERE project_id = $1")
            .bind(project.as_str())
            .fetch_all(&mut **tx)
            .await?;
    rows.sort_by(|a, b| (a.0.is_none(), &a.0, &a.1).cmp(&(b.0.is_none(), &b.0, &b.1)));
    rows.into_iter()
        .map(|(due_on, _, label, paid_at)| {
            Ok(PortalPayment { label, due_on: maybe(due_on)?, paid: paid_at.is_some() })
        })
        .collect()
}

//! The records of a project besides its plan: payments, documents, notes, time entries and the quote. Each is
//! looked up through its project, so that a record of another project is not found.

mod documents;
mod exports;
pub(crate) mod materials;
mod notes;
mod payments;
mod quote;
mod quote_sheet;
mod record;
mod shares;
mod timer;
mod times;

use domain::DomainError;
use domain::form::{Problem, Problems};
use domain::id::{ProjectId, TaskId};
use domain::projects::project_records::{Folder, TaskChoice};

use crate::db::Connection;
use crate::db::query::row;
use crate::{Fault, Result};

pub use exports::{PaymentLine, TimeLine};
pub use record::StoredRecord;
pub(crate) use record::all;

/// The project of a records page, with its client.
async fn folder(connection: &mut Connection, project: &ProjectId) -> Result<Folder> {
    let sql = "SELECT project.id, project.name, client.id AS client_id, client.name AS client_name FROM project \
         JOIN client ON client.id = project.client_id WHERE project.id = $1";
    Ok(connection.fetch_optional(sql, [project]).await?.ok_or(DomainError::UnknownProject)?)
}

row! { Folder { id, name, client_id, client_name } }

/// The tasks of a project, in its order.
async fn tasks(connection: &mut Connection, project: &ProjectId) -> Result<Vec<TaskChoice>, Fault> {
    let sql = "SELECT phase.position, phase.id, task.position, task.id, phase.name, task.title \
         FROM phase JOIN task ON task.phase_id = phase.id WHERE phase.project_id = $1";
    let mut rows: Vec<(i64, String, i64, TaskId, String, String)> = connection.fetch_all(sql, [project]).await?;
    rows.sort();
    Ok(rows.into_iter().map(|(_, _, _, id, phase, title)| TaskChoice { id, phase, title }).collect())
}

/// Checks that a task belongs to the project. The project must be locked, so that the task is not
/// deleted.
async fn check_task(connection: &mut Connection, project: &ProjectId, task: Option<&TaskId>) -> Result<()> {
    let Some(task) = task else { return Ok(()) };
    let sql = "SELECT task.id FROM task JOIN phase ON phase.id = task.phase_id \
         WHERE task.id = $1 AND phase.project_id = $2";
    let found: Option<String> = connection.fetch_optional_value(sql, (&task, &project)).await?;
    found.map(drop).ok_or_else(|| Problems::one("task", Problem::Missing).into())
}

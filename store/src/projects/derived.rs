//! The status of a phase, derived from its tasks.

use domain::id::PhaseId;
use domain::{PhaseStatus, TaskStatus};

use crate::Fault;
use crate::db::Tx;

/// Sets the status of a phase from its tasks (docs/REFERENCE.md#phase-status). Call it after every change,
/// deletion or move of a task, with the project locked.
pub(super) async fn update_phase_status(tx: &mut Tx, phase: &PhaseId) -> Result<(), Fault> {
    let sql = "SELECT status FROM task WHERE phase_id = $1";
    let tasks: Vec<TaskStatus> = tx.fetch_values(sql, [phase]).await?;
    tx.execute("UPDATE phase SET status = $2 WHERE id = $1", (&phase, PhaseStatus::of(tasks))).await?;
    Ok(())
}

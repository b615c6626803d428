//! A phase, and its deliverables that a notification lists.

use std::ops::Range;

use domain::Client;
use domain::id::{DeliverableId, PhaseId, ProjectId};
use domain::notifications::{NotificationEvent, SkipReason};
use sqlx::AssertSqlSafe;

use super::context::NotComposed;
use crate::Fault;
use crate::db::Tx;
use crate::db::column::Column;
use crate::db::query::row;

row! {
    pub(super) struct Deliverable {
        pub(super) id: DeliverableId,
        pub(super) title: String,
        pub(super) description: Option<String>,
        pub(super) approved_by: Option<String>,
        /// Since when it is approved or in review.
        pub(super) since: i64,
        /// How many there are, listed or not.
        pub(super) total: i64,
    }
}

/// A status of deliverables: the time that selects them, since when they have it, and the condition.
pub(super) struct Status(&'static str, &'static str, &'static str);
pub(super) const APPROVED: Status =
    Status("deliverable.approved_at", "deliverable.approved_at", "deliverable.approved_at IS NOT NULL");
pub(super) const IN_REVIEW: Status =
    Status("deliverable.status_since", "deliverable.status_since", "deliverable.status = 'in_review'");
/// Of an imported one it is not known since when it waits.
pub(super) const ASKED_FOR: Status = Status(
    "deliverable.reminded_at",
    "COALESCE(deliverable.status_since, deliverable.reminded_at)",
    "deliverable.status = 'in_review'",
);

/// The newest of those that got the status within `times`, oldest first.
pub(super) async fn newest(
    tx: &mut Tx,
    phase: &PhaseId,
    status: &Status,
    times: Range<i64>,
) -> Result<Vec<Deliverable>, Fault> {
    let mut newest = list(tx, phase, status, &[times], i64::MAX, "DESC").await?;
    newest.reverse();
    Ok(newest)
}

/// The oldest of those that got the status within one of `times`, oldest first; without those that the agency asked for at
/// `asked_before` or later.
pub(super) async fn oldest(
    tx: &mut Tx,
    phase: &PhaseId,
    status: &Status,
    times: &[Range<i64>],
    asked_before: i64,
) -> Result<Vec<Deliverable>, Fault> {
    list(tx, phase, status, times, asked_before, "ASC").await
}

async fn list(
    tx: &mut Tx,
    phase: &PhaseId,
    Status(time, since, condition): &Status,
    times: &[Range<i64>],
    asked_before: i64,
    order: &'static str,
) -> Result<Vec<Deliverable>, Fault> {
    let within: Vec<String> =
        (0..times.len()).map(|at| format!("{time} >= ${} AND {time} < ${}", 2 * at + 3, 2 * at + 4)).collect();
    let sql = format!(
        "SELECT deliverable.id, deliverable.title, deliverable.description, deliverable.approved_by, \
         {since} AS since, COUNT(*) OVER () AS total \
         FROM task JOIN deliverable ON deliverable.task_id = task.id \
         WHERE task.phase_id = $1 AND COALESCE(deliverable.reminded_at, 0) < $2 AND {condition} AND ({}) \
         ORDER BY {time} {order}, deliverable.id {order} LIMIT {}",
        within.join(" OR "),
        NotificationEvent::MAX_LISTED
    );
    let mut values = vec![phase.into_cell(), asked_before.into_cell()];
    values.extend(times.iter().flat_map(|times| [times.start, times.end]).map(Column::into_cell));
    tx.fetch_all(AssertSqlSafe(sql), values).await
}

/// Its project, and its own name.
pub(super) async fn project_and_name(
    tx: &mut Tx,
    client: &Client,
    phase: &PhaseId,
) -> Result<((ProjectId, String), String), NotComposed> {
    let sql = "SELECT project.id, project.name, phase.name FROM phase JOIN project ON project.id = phase.project_id \
         WHERE phase.id = $1 AND project.client_id = $2";
    let found: Option<(ProjectId, String, String)> = tx.fetch_optional(sql, (phase, &client.id)).await?;
    let (project, project_name, name) = found.ok_or(SkipReason::Deleted)?;
    Ok(((project, project_name), name))
}

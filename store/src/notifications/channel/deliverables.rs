//! The deliverables of a phase that an e-mail lists.

use std::ops::Range;

use domain::id::PhaseId;
use domain::notifications::NoticeEvent;
use sqlx::{AssertSqlSafe, FromRow};

use crate::Fault;
use crate::db::Tx;

#[derive(FromRow)]
pub(in crate::notifications) struct Deliverable {
    pub(in crate::notifications) id: String,
    pub(in crate::notifications) title: String,
    /// Since when it is in review, or approved.
    pub(in crate::notifications) since: i64,
    /// How many there are, listed or not.
    pub(in crate::notifications) total: i64,
}

/// The newest of those approved within `times`, oldest first.
pub(super) async fn approved(
    tx: &mut Tx,
    phase: &PhaseId,
    times: &Range<i64>,
) -> Result<Vec<Deliverable>, Fault> {
    let mut newest =
        list(tx, phase, "deliverable.approved_at", "deliverable.approved_at IS NOT NULL", [times], "DESC")
            .await?;
    newest.reverse();
    Ok(newest)
}

/// The newest of those that entered review within `times` and still wait, oldest first.
pub(super) async fn to_approve(
    tx: &mut Tx,
    phase: &PhaseId,
    times: &Range<i64>,
) -> Result<Vec<Deliverable>, Fault> {
    let mut newest = in_review(tx, phase, [times], "DESC").await?;
    newest.reverse();
    Ok(newest)
}

/// Those that entered review within one of `times` and still wait, oldest first.
pub(in crate::notifications) async fn waiting(
    tx: &mut Tx,
    phase: &PhaseId,
    times: &[Range<i64>],
) -> Result<Vec<Deliverable>, Fault> {
    in_review(tx, phase, times, "ASC").await
}

async fn in_review<'a>(
    tx: &mut Tx,
    phase: &PhaseId,
    times: impl IntoIterator<Item = &'a Range<i64>>,
    order: &'static str,
) -> Result<Vec<Deliverable>, Fault> {
    list(tx, phase, "deliverable.status_since", "deliverable.status = 'in_review'", times, order).await
}

/// The first ones by `time`, in `order`; it is within one of `times`.
async fn list<'a>(
    tx: &mut Tx,
    phase: &PhaseId,
    time: &'static str,
    condition: &'static str,
    times: impl IntoIterator<Item = &'a Range<i64>>,
    order: &'static str,
) -> Result<Vec<Deliverable>, Fault> {
    let times: Vec<&Range<i64>> = times.into_iter().collect();
    let within: Vec<String> = (0..times.len())
        .map(|at| format!("{time} >= ${} AND {time} < ${}", 2 * at + 2, 2 * at + 3))
        .collect();
    let sql = format!(
        "SELECT deliverable.id, deliverable.title, {time} AS since, COUNT(*) OVER () AS total \
         FROM task JOIN deliverable ON deliverable.task_id = task.id \
         WHERE task.phase_id = $1 AND {condition} AND ({}) ORDER BY {time} {order}, deliverable.id {order} LIMIT {}",
        within.join(" OR "),
        NoticeEvent::MOST
    );
    let query = sqlx::query_as(AssertSqlSafe(sql)).bind(phase.as_str());
    let query = times.iter().fold(query, |query, times| query.bind(times.start).bind(times.end));
    Ok(query.fetch_all(&mut **tx).await?)
}

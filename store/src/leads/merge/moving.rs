//! What belongs to a lead, on its way to another.

use std::collections::HashSet;

use domain::id::{ActivityId, DeliveryId, LeadId};
use domain::lead::merge::Merge;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::rows::stored;

/// How many rows one statement names.
const AT_ONCE: usize = 100;

/// The activities of `lead`, without those that `merges` brought.
pub(super) async fn activities_of(
    tx: &mut Tx,
    lead: &LeadId,
    merges: &[Merge],
) -> Result<Vec<ActivityId>, Fault> {
    let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM activity WHERE lead_id = $1")
        .bind(lead.as_str())
        .fetch_all(&mut **tx)
        .await?;
    let brought: HashSet<_> = merges.iter().flat_map(|merge| &merge.snapshot.activities).collect();
    own(ids, |id| brought.contains(id))
}

/// The deliveries of `lead`, without those that `merges` brought.
pub(super) async fn deliveries_of(
    tx: &mut Tx,
    lead: &LeadId,
    merges: &[Merge],
) -> Result<Vec<DeliveryId>, Fault> {
    let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM lead_delivery WHERE lead_id = $1")
        .bind(lead.as_str())
        .fetch_all(&mut **tx)
        .await?;
    let brought: HashSet<_> = merges.iter().flat_map(|merge| &merge.snapshot.deliveries).collect();
    own(ids, |id| brought.contains(id))
}

fn own<T: TryFrom<String>>(ids: Vec<String>, is_brought: impl Fn(&T) -> bool) -> Result<Vec<T>, Fault> {
    let ids = ids.into_iter().map(stored).collect::<Result<Vec<T>, Fault>>()?;
    Ok(ids.into_iter().filter(|id| !is_brought(id)).collect())
}

/// Moves every activity and every delivery.
pub(super) async fn move_all(tx: &mut Tx, from: &LeadId, to: &LeadId) -> Result<(), Fault> {
    for statement in [
        "UPDATE activity SET lead_id = $1 WHERE lead_id = $2",
        "UPDATE lead_delivery SET lead_id = $1 WHERE lead_id = $2",
    ] {
        sqlx::query(statement).bind(to.as_str()).bind(from.as_str()).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Moves of these rows of `table` those that are still at `from`.
pub(super) async fn move_some(
    tx: &mut Tx,
    table: &'static str,
    ids: impl Iterator<Item = &str>,
    from: &LeadId,
    to: &LeadId,
) -> Result<(), Fault> {
    let ids: Vec<&str> = ids.collect();
    for some in ids.chunks(AT_ONCE) {
        let places: Vec<String> = (3..some.len() + 3).map(|number| format!("${number}")).collect();
        let sql =
            format!("UPDATE {table} SET lead_id = $1 WHERE lead_id = $2 AND id IN ({})", places.join(","));
        // Full batches are the same statement again and again; others are not worth keeping.
        let query = sqlx::query(AssertSqlSafe(sql)).persistent(some.len() == AT_ONCE);
        let query =
            some.iter().fold(query.bind(to.as_str()).bind(from.as_str()), |query, id| query.bind(*id));
        query.execute(&mut **tx).await?;
    }
    Ok(())
}

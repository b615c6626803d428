//! Rows of the table `lead_merge`: which leads were merged into which, and the snapshot for undoing it.

use domain::id::{LeadId, MemberId, MergeId};
use domain::{Lead, Timestamp};
use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::db::Tx;
use crate::db::column::read;
use crate::db::query::row;

/// A merge that was not undone.
pub(super) struct Merge {
    pub(super) id: MergeId,
    pub(super) merged_at: Timestamp,
    pub(super) snapshot: Snapshot,
}

/// The data that undoing a merge restores.
#[derive(Serialize, Deserialize)]
pub(super) struct Snapshot {
    /// The lead that was deleted.
    #[serde(rename = "gone")]
    pub(super) duplicate: Lead,
    /// The lead that remained, before the merge.
    pub(super) before: Lead,
    /// Who looked after the lead that remained, and after the other. Rows of earlier releases have nobody.
    #[serde(default)]
    pub(super) assigned: [Vec<MemberId>; 2],
    /// The ids of the activities that were moved.
    pub(super) activities: Vec<String>,
    /// The ids of the deliveries that were moved.
    pub(super) deliveries: Vec<String>,
    /// The id of the activity that notes the merge.
    pub(super) note: String,
    /// The version of the lead that remained, right after the merge. Rows of earlier releases have none.
    pub(super) version: Option<String>,
}

row! { row => Merge { id, merged_at; snapshot: snapshot(&read::<String>(row, "snapshot")?)? } }

fn snapshot(json: &str) -> Result<Snapshot, Fault> {
    serde_json::from_str(json).map_err(|_| Fault::because("the snapshot of a merge cannot be parsed"))
}

/// The merges whose activities `lead` has, newest first; includes those of leads that were merged into it.
pub(super) async fn of_lead(tx: &mut Tx, lead: &LeadId) -> Result<Vec<Merge>, Fault> {
    let sql = "SELECT id, merged_at, snapshot FROM lead_merge WHERE lead_id = $1 ORDER BY merged_at DESC";
    tx.fetch_all(sql, [lead]).await
}

/// The lead to which the activities of the merge `id` belong now.
pub(super) async fn lead_of(tx: &mut Tx, id: &MergeId) -> Result<Option<LeadId>, Fault> {
    tx.fetch_optional_value("SELECT lead_id FROM lead_merge WHERE id = $1", [id]).await
}

/// `now`, or just after the newest merge of the two leads, so that `merged_at` orders merges.
pub(super) async fn next_merged_at(
    tx: &mut Tx,
    primary: &LeadId,
    duplicate: &LeadId,
    now: Timestamp,
) -> Result<Timestamp, Fault> {
    let sql = "SELECT MAX(merged_at) FROM lead_merge WHERE lead_id IN ($1, $2)";
    let newest: Option<i64> = tx.fetch_value(sql, (&primary, &duplicate)).await?;
    Ok(newest.map_or(now, |newest| now.max(Timestamp::from_millis(newest + 1))))
}

/// Inserts a merge; the earlier merges of the deleted lead become part of it.
pub(super) async fn insert(tx: &mut Tx, merge: &Merge) -> Result<(), Fault> {
    let Snapshot { duplicate, before: primary, .. } = &merge.snapshot;
    // JSON writes a NUL as \u0000: PostgreSQL cannot store a NUL in text.
    let snapshot =
        serde_json::to_string(&merge.snapshot).map_err(|_| Fault::because("a merge cannot be serialized"))?;
    let sql = "INSERT INTO lead_merge (id, lead_id, gone_id, email, merged_at, snapshot) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    tx.execute(sql, (&merge.id, &primary.id, &duplicate.id, &duplicate.email, merge.merged_at, snapshot)).await?;
    let sql = "UPDATE lead_merge SET lead_id = $1, outer_id = COALESCE(outer_id, $2) WHERE lead_id = $3";
    tx.execute(sql, (&primary.id, &merge.id, &duplicate.id)).await?;
    Ok(())
}

/// Deletes a merge; the merges that were part of it, at any depth, belong to `duplicate` again.
pub(super) async fn delete(tx: &mut Tx, id: &MergeId, duplicate: &LeadId) -> Result<(), Fault> {
    let sql = "UPDATE lead_merge SET lead_id = $1, outer_id = NULLIF(outer_id, $2) WHERE id IN ( \
         WITH RECURSIVE part (id) AS ( \
         SELECT id FROM lead_merge WHERE outer_id = $2 \
         UNION ALL SELECT lead_merge.id FROM lead_merge JOIN part ON lead_merge.outer_id = part.id) \
         SELECT id FROM part)";
    tx.execute(sql, (&duplicate, &id)).await?;
    tx.execute("DELETE FROM lead_merge WHERE id = $1", [&id]).await?;
    Ok(())
}

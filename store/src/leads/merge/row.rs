//! Rows of the table `lead_merge`: which leads were merged into which, and the snapshot for undoing it.

use domain::id::{LeadId, MergeId};
use domain::{EmailAddress, Lead, Timestamp};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::Fault;
use crate::db::Tx;
use crate::db::rows::{stored, stored_option};

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
    /// The ids of the activities that were moved.
    pub(super) activities: Vec<String>,
    /// The ids of the deliveries that were moved.
    pub(super) deliveries: Vec<String>,
    /// The id of the activity that notes the merge.
    pub(super) note: String,
    /// The version of the lead that remained, right after the merge. Rows of earlier releases have none.
    pub(super) version: Option<String>,
}

#[derive(FromRow)]
struct MergeRow {
    id: String,
    merged_at: i64,
    snapshot: String,
}

impl TryFrom<MergeRow> for Merge {
    type Error = Fault;

    fn try_from(row: MergeRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            merged_at: Timestamp::from_millis(row.merged_at),
            snapshot: serde_json::from_str(&row.snapshot)
                .map_err(|_| Fault::because("the snapshot of a merge cannot be parsed"))?,
        })
    }
}

/// The merges whose activities `lead` has, newest first; includes those of leads that were merged into it.
pub(super) async fn of_lead(tx: &mut Tx, lead: &LeadId) -> Result<Vec<Merge>, Fault> {
    let rows: Vec<MergeRow> = sqlx::query_as(
        "SELECT id, merged_at, snapshot FROM lead_merge WHERE lead_id = $1 ORDER BY merged_at DESC",
    )
    .bind(lead.as_str())
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter().map(Merge::try_from).collect()
}

/// The lead to which the activities of the merge `id` belong now.
pub(super) async fn lead_of(tx: &mut Tx, id: &MergeId) -> Result<Option<LeadId>, Fault> {
    let found: Option<String> = sqlx::query_scalar("SELECT lead_id FROM lead_merge WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    stored_option(found)
}

/// `now`, or just after the newest merge of the two leads, so that `merged_at` orders merges.
pub(super) async fn next_merged_at(
    tx: &mut Tx,
    primary: &LeadId,
    duplicate: &LeadId,
    now: Timestamp,
) -> Result<Timestamp, Fault> {
    let newest: Option<i64> =
        sqlx::query_scalar("SELECT MAX(merged_at) FROM lead_merge WHERE lead_id IN ($1, $2)")
            .bind(primary.as_str())
            .bind(duplicate.as_str())
            .fetch_one(&mut **tx)
            .await?;
    Ok(newest.map_or(now, |newest| now.max(Timestamp::from_millis(newest + 1))))
}

/// Inserts a merge; the earlier merges of the deleted lead become part of it.
pub(super) async fn insert(tx: &mut Tx, merge: &Merge) -> Result<(), Fault> {
    let Snapshot { duplicate, before: primary, .. } = &merge.snapshot;
    // JSON writes a NUL as \u0000: PostgreSQL cannot store a NUL in text.
    let snapshot =
        serde_json::to_string(&merge.snapshot).map_err(|_| Fault::because("a merge cannot be serialized"))?;
    sqlx::query(
        "INSERT INTO lead_merge (id, lead_id, gone_id, email, merged_at, snapshot) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(merge.id.as_str())
    .bind(primary.id.as_str())
    .bind(duplicate.id.as_str())
    .bind(duplicate.email.as_ref().map(EmailAddress::as_str))
    .bind(merge.merged_at.as_millis())
    .bind(snapshot)
    .execute(&mut **tx)
    .await?;
    sqlx::query("UPDATE lead_merge SET lead_id = $1, outer_id = COALESCE(outer_id, $2) WHERE lead_id = $3")
        .bind(primary.id.as_str())
        .bind(merge.id.as_str())
        .bind(duplicate.id.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Deletes a merge; the merges that were part of it, at any depth, belong to `duplicate` again.
pub(super) async fn delete(tx: &mut Tx, id: &MergeId, duplicate: &LeadId) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE lead_merge SET lead_id = $1, outer_id = NULLIF(outer_id, $2) WHERE id IN ( \
         WITH RECURSIVE part (id) AS ( \
         SELECT id FROM lead_merge WHERE outer_id = $2 \
         UNION ALL SELECT lead_merge.id FROM lead_merge JOIN part ON lead_merge.outer_id = part.id) \
         SELECT id FROM part)",
    )
    .bind(duplicate.as_str())
    .bind(id.as_str())
    .execute(&mut **tx)
    .await?;
    sqlx::query("DELETE FROM lead_merge WHERE id = $1").bind(id.as_str()).execute(&mut **tx).await?;
    Ok(())
}

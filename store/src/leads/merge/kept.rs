//! What is kept of merges, as the database has it.

use domain::Timestamp;
use domain::id::{LeadId, MergeId};
use domain::lead::merge::{Merge, Snapshot};
use sqlx::{AnyConnection, FromRow};

use crate::Fault;
use crate::db::Tx;
use crate::rows::{maybe, stored};

#[derive(FromRow)]
struct MergeRow {
    id: String,
    outer_id: Option<String>,
    merged_at: i64,
    snapshot: String,
}

impl TryFrom<MergeRow> for Merge {
    type Error = Fault;

    fn try_from(row: MergeRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            outer: maybe(row.outer_id)?,
            merged_at: Timestamp::from_millis(row.merged_at),
            snapshot: serde_json::from_str(&row.snapshot)
                .map_err(|_| Fault::because("what is kept of a merge cannot be read"))?,
        })
    }
}

/// Every merge that brought something to `lead`, in their order.
pub(super) async fn of_lead(tx: &mut Tx, lead: &LeadId) -> Result<Vec<Merge>, Fault> {
    let rows: Vec<MergeRow> = sqlx::query_as(
        "SELECT id, outer_id, merged_at, snapshot FROM lead_merge WHERE lead_id = $1 ORDER BY merged_at",
    )
    .bind(lead.as_str())
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter().map(Merge::try_from).collect()
}

/// Which lead has what the merge `id` brought.
pub(super) async fn lead_of(connection: &mut AnyConnection, id: &MergeId) -> Result<Option<LeadId>, Fault> {
    let found: Option<String> = sqlx::query_scalar("SELECT lead_id FROM lead_merge WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    maybe(found)
}

/// Keeps a merge.
pub(super) async fn insert(tx: &mut Tx, lead: &LeadId, merge: &Merge) -> Result<(), Fault> {
    let gone = &merge.snapshot.gone;
    sqlx::query(
        "INSERT INTO lead_merge (id, lead_id, gone_id, email, merged_at, snapshot) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(merge.id.as_str())
    .bind(lead.as_str())
    .bind(gone.id.as_str())
    .bind(gone.email.as_ref().map(domain::EmailAddress::as_str))
    .bind(merge.merged_at.as_millis())
    .bind(written(&merge.snapshot)?)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The merges of the lead `gone` are now within the merge `outer`, and what they brought is at `lead`.
pub(super) async fn take_in(tx: &mut Tx, gone: &LeadId, lead: &LeadId, outer: &MergeId) -> Result<(), Fault> {
    sqlx::query("UPDATE lead_merge SET lead_id = $1, outer_id = COALESCE(outer_id, $2) WHERE lead_id = $3")
        .bind(lead.as_str())
        .bind(outer.as_str())
        .bind(gone.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Writes a merge as it stands after another was undone; what it brought is at `lead`.
pub(super) async fn update(tx: &mut Tx, lead: &LeadId, merge: &Merge) -> Result<(), Fault> {
    sqlx::query("UPDATE lead_merge SET lead_id = $1, outer_id = $2, snapshot = $3 WHERE id = $4")
        .bind(lead.as_str())
        .bind(merge.outer.as_ref().map(MergeId::as_str))
        .bind(written(&merge.snapshot)?)
        .bind(merge.id.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Forgets a merge that was undone.
pub(super) async fn delete(tx: &mut Tx, id: &MergeId) -> Result<(), Fault> {
    sqlx::query("DELETE FROM lead_merge WHERE id = $1").bind(id.as_str()).execute(&mut **tx).await?;
    Ok(())
}

/// As JSON, where a NUL is written \u0000: PostgreSQL could not keep it otherwise.
fn written(snapshot: &Snapshot) -> Result<String, Fault> {
    serde_json::to_string(snapshot).map_err(|_| Fault::because("a merge is no JSON"))
}

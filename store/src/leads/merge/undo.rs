//! Undoing the newest merge of a lead that has not changed since.

use domain::audit::{Action, Actor};
use domain::id::{LeadId, MergeId};
use domain::{DomainError, Lead, Topic};
use sqlx::AssertSqlSafe;

use super::row::{self, Merge, Snapshot};
use crate::db::Tx;
use crate::leads::assigned;
use crate::leads::row as lead_row;
use crate::leads::row::lock_lead;
use crate::search_index::{self, Index};
use crate::{Fault, Result, Store, audit, form_version, tables};

impl Store {
    /// Undoes a merge: restores both leads as they were before. `duplicate` is the lead to be restored. A form
    /// sent twice undoes once.
    ///
    /// # Errors
    /// [`DomainError::Stale`] when the lead that remained has changed or was merged again, or a lead with the
    /// id of `duplicate` was imported; [`DomainError::EmailTaken`] when another lead has the e-mail of `duplicate`;
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn undo_merge(&self, by: &Actor, id: &MergeId, duplicate: &LeadId) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        // The same lock order as a merge. No other merge, undo or deletion of leads runs until the commit.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let Some(primary) = row::lead_of(&mut tx, id).await? else {
            let is_done = lead_row::find(&mut tx, duplicate).await?.is_some();
            return if is_done { Ok(()) } else { Err(DomainError::UnknownRecord.into()) };
        };
        let primary = lock_lead(&mut tx, &primary).await?;
        let merges = row::of_lead(&mut tx, &primary.id).await?;
        let merge = undoable(&mut tx, &primary, &merges).await?.filter(|merge| merge.id == *id);
        let merge = merge.ok_or(DomainError::Stale)?;
        restore(&mut tx, merge).await?;
        let Lead { id, name, .. } = &merge.snapshot.duplicate;
        audit::record(&mut tx, by, Action::LeadsSeparated, id.as_str(), name, now).await?;
        Ok(tx.commit().await?)
    }
}

/// The merge of `primary` that can be undone: the newest, if `primary` is unchanged since.
pub(super) async fn undoable<'a>(tx: &mut Tx, primary: &Lead, merges: &'a [Merge]) -> Result<Option<&'a Merge>, Fault> {
    let Some(latest) = merges.first() else { return Ok(None) };
    let version = version_of(tx, primary).await?;
    Ok((latest.snapshot.version == Some(version)).then_some(latest))
}

/// The version of a lead and of the list of its activities.
///
/// Every delivery adds an activity. Deliveries themselves do not count: old ones are deleted by a job.
pub(super) async fn version_of(tx: &mut Tx, lead: &Lead) -> Result<String, Fault> {
    let sql = "SELECT id FROM activity WHERE lead_id = $1";
    let mut activities: Vec<String> = tx.fetch_values(sql, [&lead.id]).await?;
    activities.sort_unstable();
    form_version::of(&(lead, activities))
}

async fn restore(tx: &mut Tx, merge: &Merge) -> Result<()> {
    let Snapshot { duplicate, before: primary, assigned: [own, others], activities, deliveries, note, .. } =
        &merge.snapshot;
    // First the remaining lead: the e-mail is unique.
    tables::update(tx, primary).await?;
    insert_lead(tx, duplicate).await?;
    // Unless somebody else was chosen since.
    if own.is_empty() && assigned::members(tx, &primary.id).await? == *others {
        assigned::assign(tx, &primary.id, own).await?;
    }
    assigned::assign(tx, &duplicate.id, others).await?;
    move_back(tx, "activity", activities, &primary.id, &duplicate.id).await?;
    move_back(tx, "lead_delivery", deliveries, &primary.id, &duplicate.id).await?;
    tx.execute("DELETE FROM activity WHERE id = $1", [note]).await?;
    row::delete(tx, &merge.id, &duplicate.id).await?;
    for lead in [primary, duplicate] {
        search_index::refresh(tx, Index::Lead, lead.id.as_str()).await?;
    }
    Ok(())
}

async fn insert_lead(tx: &mut Tx, lead: &Lead) -> Result<()> {
    if tables::insert(tx, lead).await? {
        return Ok(());
    }
    let has_id = lead_row::find(tx, &lead.id).await?.is_some();
    Err(if has_id { DomainError::Stale } else { DomainError::EmailTaken }.into())
}

/// Moves these rows of `table`, except those that no longer belong to `from`.
async fn move_back(tx: &mut Tx, table: &'static str, ids: &[String], from: &LeadId, to: &LeadId) -> Result<(), Fault> {
    for id in ids {
        let sql = AssertSqlSafe(format!("UPDATE {table} SET lead_id = $1 WHERE id = $2 AND lead_id = $3"));
        tx.execute(sql, (&to, id, &from)).await?;
    }
    Ok(())
}

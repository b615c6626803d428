//! Previewing a merge, and listing the merges of a lead.

use domain::DomainError;
use domain::id::{ClientId, LeadId};
use domain::leads::merge::{MergeLine, MergePlan, check_mergeable, merged};

use super::{row, undo, version_data};
use crate::db::Tx;
use crate::leads::row as lead_row;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// The preview of merging the lead `duplicate` into the lead `primary`.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when one does not exist or both are the same, or a fault.
    pub async fn merge_plan(&self, primary: &LeadId, duplicate: &LeadId) -> Result<MergePlan> {
        let mut tx = self.db.snapshot().await?;
        let primary = lead_row::find(&mut tx, primary).await?.ok_or(DomainError::UnknownRecord)?;
        let duplicate = lead_row::find(&mut tx, duplicate).await?.ok_or(DomainError::UnknownRecord)?;
        let clients_differ = match check_mergeable(&primary, &duplicate) {
            Ok(()) => false,
            Err(DomainError::ClientsDiffer) => true,
            Err(error) => return Err(error.into()),
        };
        let clients = (
            client_name(&mut tx, primary.client_id.as_ref()).await?,
            client_name(&mut tx, duplicate.client_id.as_ref()).await?,
        );
        let sql = "SELECT COUNT(*) FROM activity WHERE lead_id = $1";
        let activities = tx.fetch_value(sql, [&duplicate.id]).await?;
        tx.commit().await?;
        let (after, version) =
            (merged(&primary, &duplicate, self.clock.now()), form_version::of(&version_data(&primary, &duplicate))?);
        Ok(MergePlan { primary, duplicate, after, clients_differ, clients, activities, version })
    }

    /// The merges into this lead, and into those that were merged into it; newest first.
    pub async fn merges(&self, lead: &LeadId) -> Result<Vec<MergeLine>> {
        let mut tx = self.db.snapshot().await?;
        let merges = row::of_lead(&mut tx, lead).await?;
        let undoable = match lead_row::find(&mut tx, lead).await? {
            Some(primary) => undo::undoable(&mut tx, &primary, &merges).await?.map(|merge| merge.id.clone()),
            None => None,
        };
        tx.commit().await?;
        let lines = merges.into_iter().map(|merge| MergeLine {
            can_undo: undoable.as_ref() == Some(&merge.id),
            id: merge.id,
            duplicate_id: merge.snapshot.duplicate.id,
            name: merge.snapshot.duplicate.name,
            merged_at: merge.merged_at,
        });
        Ok(lines.collect())
    }
}

async fn client_name(tx: &mut Tx, id: Option<&ClientId>) -> Result<Option<String>, Fault> {
    let Some(id) = id else { return Ok(None) };
    tx.fetch_optional_value("SELECT name FROM client WHERE id = $1", [&id]).await
}

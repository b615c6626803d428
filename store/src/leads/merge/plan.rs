//! Previewing a merge, and listing the merges of a lead.

use domain::DomainError;
use domain::id::{ClientId, LeadId};
use domain::leads::merge::{MergeLine, MergePlan, check_mergeable, merged};

use super::{row, undo, version_data};
use crate::db::Tx;
use crate::leads::row as lead_row;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// The preview of merging the lead `gone` into the lead `kept`.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when one does not exist or both are the same, or a fault.
    pub async fn merge_plan(&self, kept: &str, gone: &str) -> Result<MergePlan> {
        let [kept, gone] = [kept, gone].map(|id| LeadId::parse(id).map_err(|_| DomainError::UnknownRecord));
        let (kept, gone) = (kept?, gone?);
        let mut tx = self.db.snapshot().await?;
        let kept = lead_row::find(&mut tx, kept.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        let gone = lead_row::find(&mut tx, gone.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        let clients_differ = match check_mergeable(&kept, &gone) {
            Ok(()) => false,
            Err(DomainError::ClientsDiffer) => true,
            Err(error) => return Err(error.into()),
        };
        let clients = (
            client_name(&mut tx, kept.client_id.as_ref()).await?,
            client_name(&mut tx, gone.client_id.as_ref()).await?,
        );
        let activities = sqlx::query_scalar("SELECT COUNT(*) FROM activity WHERE lead_id = $1")
            .bind(gone.id.as_str())
            .fetch_one(&mut *tx)
            .await?;
        tx.commit().await?;
        let (after, version) = (merged(&kept, &gone), form_version::of(&version_data(&kept, &gone))?);
        Ok(MergePlan { kept, gone, after, clients_differ, clients, activities, version })
    }

    /// The merges into this lead, and into those that were merged into it; newest first.
    pub async fn merges(&self, lead: &LeadId) -> Result<Vec<MergeLine>> {
        let mut tx = self.db.snapshot().await?;
        let merges = row::of_lead(&mut tx, lead).await?;
        let undoable = match lead_row::find(&mut tx, lead.as_str()).await? {
            Some(kept) => undo::undoable(&mut tx, &kept, &merges).await?.map(|merge| merge.id.clone()),
            None => None,
        };
        tx.commit().await?;
        let lines = merges.into_iter().map(|merge| MergeLine {
            can_undo: undoable.as_ref() == Some(&merge.id),
            id: merge.id,
            gone_id: merge.snapshot.gone.id,
            name: merge.snapshot.gone.name,
            merged_at: merge.merged_at,
        });
        Ok(lines.collect())
    }
}

async fn client_name(tx: &mut Tx, id: Option<&ClientId>) -> Result<Option<String>, Fault> {
    let Some(id) = id else { return Ok(None) };
    Ok(sqlx::query_scalar("SELECT name FROM client WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?)
}

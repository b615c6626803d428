//! Merging two leads of one person into one.

mod alias;
mod choice;
mod plan;
mod row;
mod undo;

use domain::audit::{Action, Actor};
use domain::id::LeadId;
use domain::leads::merge::{self, check_mergeable, merged};
use domain::{DomainError, Lead, LeadDraft, Timestamp, Topic};
use sqlx::AssertSqlSafe;

use self::row::{Merge, Snapshot};
use super::assigned;
use super::row::lock_lead;
use crate::db::Tx;
use crate::db::row_lock;
use crate::db::rows::stored;
use crate::search_index::{self, Index};
use crate::secrets;
use crate::{Fault, Result, Store, audit, form_version, tables};

pub(crate) use alias::{lead_of_duplicate, lead_of_email};

impl Store {
    /// Merges the lead `duplicate` into the lead `primary`, if both are unchanged since the version `seen` of
    /// [`Store::merge_plan`]. All activities and deliveries of `duplicate` move to `primary`, whose empty fields are
    /// filled, and which gets a note about `duplicate`. A form sent twice merges once.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when one does not exist or both are the same,
    /// [`DomainError::ClientsDiffer`], [`DomainError::Stale`], or a fault.
    pub async fn merge_leads(&self, by: &Actor, primary: &LeadId, duplicate: &LeadId, seen: &str) -> Result<()> {
        let language = self.language().await?;
        let now = self.clock.now();
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        // Lock order: deliveries before leads. This moves many deliveries. It also serializes merges, so that
        // the order of the two leads does not matter.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let primary = lock_lead(&mut tx, primary).await?;
        if !row_lock::acquire(&mut tx, "lead", duplicate.as_str()).await? {
            let is_done = lead_of_duplicate(&mut tx, duplicate).await?.as_ref() == Some(&primary.id);
            return if is_done { Ok(()) } else { Err(DomainError::UnknownRecord.into()) };
        }
        let duplicate = lock_lead(&mut tx, duplicate).await?;
        check_mergeable(&primary, &duplicate)?;
        form_version::check(&version_data(&primary, &duplicate), seen)?;
        audit::record(&mut tx, by, Action::LeadsMerged, primary.id.as_str(), &primary.name, now).await?;
        let note = merge::note(&duplicate, language);
        merge_rows(&mut tx, by, primary, duplicate, &note, now).await?;
        Ok(tx.commit().await?)
    }
}

/// The data from which the version of a merge form is made.
fn version_data<'a>(primary: &'a Lead, duplicate: &'a Lead) -> impl serde::Serialize + 'a {
    let of = |lead: &'a Lead| (&lead.id, LeadDraft::from(lead), &lead.client_id);
    (of(primary), of(duplicate))
}

async fn merge_rows(tx: &mut Tx, by: &Actor, before: Lead, duplicate: Lead, note: &str, now: Timestamp) -> Result<()> {
    let after = merged(&before, &duplicate, now);
    let merged_at = row::next_merged_at(tx, &before.id, &duplicate.id, now).await?;
    let activities = move_all(tx, "activity", &duplicate.id, &before.id).await?;
    let deliveries = move_all(tx, "lead_delivery", &duplicate.id, &before.id).await?;
    let note = add_note(tx, by, &before.id, note, now).await?;
    let version = Some(undo::version_of(tx, &after).await?);
    let assigned = [assigned::members(tx, &before.id).await?, assigned::members(tx, &duplicate.id).await?];
    let snapshot = Snapshot { duplicate, before, assigned, activities, deliveries, note, version };
    let merge = Merge { id: stored(secrets::id())?, merged_at, snapshot };
    row::insert(tx, &merge).await?;
    // Before `primary` is updated: the e-mail is unique.
    tx.execute("DELETE FROM lead WHERE id = $1", [&merge.snapshot.duplicate.id]).await?;
    tables::update(tx, &after).await?;
    // As with blank fields of the lead.
    let [own, others] = &merge.snapshot.assigned;
    if own.is_empty() {
        assigned::assign(tx, &after.id, others).await?;
    }
    Ok(search_index::refresh(tx, Index::Lead, after.id.as_str()).await?)
}

/// Moves every row of `table`; returns their ids.
async fn move_all(tx: &mut Tx, table: &'static str, from: &LeadId, to: &LeadId) -> Result<Vec<String>, Fault> {
    let sql = format!("UPDATE {table} SET lead_id = $1 WHERE lead_id = $2 RETURNING id");
    tx.fetch_values(AssertSqlSafe(sql), (&to, &from)).await
}

/// Returns the id of the note.
async fn add_note(tx: &mut Tx, by: &Actor, lead: &LeadId, text: &str, now: Timestamp) -> Result<String, Fault> {
    let id = secrets::id();
    let sql =
        "INSERT INTO activity (id, lead_id, kind, text, created_at, author_name) VALUES ($1, $2, 'note', $3, $4, $5)";
    tx.execute(sql, (&id, &lead, text, now, by.author_name())).await?;
    Ok(id)
}

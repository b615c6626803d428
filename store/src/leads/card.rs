//! The data of the page of one lead.

use domain::id::{ClientId, LeadId};
use domain::leads::LeadCard;
use domain::paging::{Cursor, MAX_ITEMS, Page};
use domain::{Activity, DomainError, Lead, LeadDraft, Timestamp, Versioned};

use super::merge;
use super::row;
use crate::db::Tx;
use crate::tables::select;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// The lead, with the newest page of its activities or the page that ends before `before`. The id of a
    /// merged lead returns the lead it was merged into.
    pub async fn lead_card(&self, id: &LeadId, before: Option<&Cursor>) -> Result<LeadCard> {
        let mut tx = self.db.snapshot().await?;
        let record = find_or_merged(&mut tx, id).await?.ok_or(DomainError::UnknownRecord)?;
        let history = history(&mut tx, &record.id, before).await?;
        let activity_count = activity_count(&mut tx, &record.id).await?;
        let client = client(&mut tx, record.client_id.as_ref()).await?;
        tx.commit().await?;
        let version = form_version::of(&LeadDraft::from(&record))?;
        let Page { items: activities, next: earlier } = history;
        Ok(LeadCard { lead: Versioned { record, version }, activities, earlier, activity_count, client })
    }
}

/// The lead with this id, or the lead it was merged into.
async fn find_or_merged(tx: &mut Tx, id: &LeadId) -> Result<Option<Lead>, Fault> {
    if let Some(lead) = row::find(tx, id).await? {
        return Ok(Some(lead));
    }
    match merge::lead_of_duplicate(tx, id).await? {
        Some(merged) => row::find(tx, &merged).await,
        None => Ok(None),
    }
}

/// A page of activities, oldest first; its `next` is the cursor of the older page.
async fn history(tx: &mut Tx, lead: &LeadId, before: Option<&Cursor>) -> Result<Page<Activity>, Fault> {
    let (at, id) = before
        .and_then(|cursor| Some((cursor.number()?, cursor.id.as_str())))
        // Sorts after every id there is.
        .unwrap_or((Timestamp::MAX.as_millis() + 1, ""));
    let from = "activity WHERE lead_id = $1 AND (created_at, id) < ($2, $3) \
         ORDER BY created_at DESC, id DESC LIMIT $4";
    let activities = select(tx, from, (lead, at, id, MAX_ITEMS + 1)).await?;
    let mut page = Page::of(activities, |one: &Activity| Cursor::new(one.created_at.as_millis(), &one.id));
    page.items.reverse();
    Ok(page)
}

async fn activity_count(tx: &mut Tx, lead: &LeadId) -> Result<i64, Fault> {
    tx.fetch_value("SELECT COUNT(*) FROM activity WHERE lead_id = $1", [&lead]).await
}

async fn client(tx: &mut Tx, id: Option<&ClientId>) -> Result<Option<(ClientId, String)>, Fault> {
    let Some(id) = id else { return Ok(None) };
    tx.fetch_optional("SELECT id, name FROM client WHERE id = $1", [id]).await
}

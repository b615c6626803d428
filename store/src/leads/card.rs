//! Everything about one lead.

use domain::id::{ClientId, LeadId};
use domain::leads::LeadCard;
use domain::paging::{Cursor, MOST, Page};
use domain::{Activity, DomainError, Lead, LeadDraft, Timestamp, Versioned};
use sqlx::AssertSqlSafe;

use super::merge;
use super::row;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::tables::{Record as _, Row};
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// The lead, and of what happened the newest page, or the page that ends before `before`. One that was
    /// merged is the lead it was merged into.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn lead_card(&self, lead: &str, before: Option<&Cursor>) -> Result<LeadCard> {
        let id = LeadId::parse(lead).map_err(|_| DomainError::UnknownRecord)?;
        let mut tx = self.db.snapshot().await?;
        let record = found(&mut tx, &id).await?.ok_or(DomainError::UnknownRecord)?;
        let history = history(&mut tx, &record.id, before).await?;
        let activity_count = activity_count(&mut tx, &record.id).await?;
        let client = client(&mut tx, record.client_id.as_ref()).await?;
        tx.commit().await?;
        let version = form_version::of(&LeadDraft::from(&record))?;
        let Page { items: activities, next: earlier } = history;
        Ok(LeadCard { lead: Versioned { record, version }, activities, earlier, activity_count, client })
    }
}

/// The lead with this id, or that into which it was merged.
async fn found(tx: &mut Tx, id: &LeadId) -> Result<Option<Lead>, Fault> {
    if let Some(lead) = row::find(tx, id.as_str()).await? {
        return Ok(Some(lead));
    }
    match merge::lead_of_gone(tx, id).await? {
        Some(kept) => row::find(tx, kept.as_str()).await,
        None => Ok(None),
    }
}

/// A page of what happened, oldest first; its `next` leads further back.
async fn history(tx: &mut Tx, lead: &LeadId, before: Option<&Cursor>) -> Result<Page<Activity>, Fault> {
    let (at, id) = before
        .and_then(|cursor| Some((cursor.number()?, cursor.id.as_str())))
        // Sorts after every id there is.
        .unwrap_or((Timestamp::MAX.as_millis() + 1, ""));
    let select = format!(
        "SELECT {} FROM activity WHERE lead_id = $1 AND (created_at, id) < ($2, $3) \
         ORDER BY created_at DESC, id DESC LIMIT $4",
        Activity::COLUMNS
    );
    let rows: Vec<Row<Activity>> = sqlx::query_as(AssertSqlSafe(select))
        .bind(lead.as_str())
        .bind(at)
        .bind(id)
        .bind(i64::try_from(MOST + 1).unwrap_or(i64::MAX))
        .fetch_all(&mut **tx)
        .await?;
    let found = rows.into_iter().map(|row| row.0).collect();
    let mut page = Page::of(found, |one| Cursor::new(one.created_at.as_millis(), &one.id));
    page.items.reverse();
    Ok(page)
}

async fn activity_count(tx: &mut Tx, lead: &LeadId) -> Result<i64, Fault> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM activity WHERE lead_id = $1")
        .bind(lead.as_str())
        .fetch_one(&mut **tx)
        .await?)
}

/// The client a lead became, and what they are called.
async fn client(tx: &mut Tx, id: Option<&ClientId>) -> Result<Option<(ClientId, String)>, Fault> {
    let Some(id) = id else { return Ok(None) };
    let found: Option<(String, String)> = sqlx::query_as("SELECT id, name FROM client WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    found.map(|(id, name)| Ok((stored(id)?, name))).transpose()
}

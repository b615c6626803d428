//! A merge is undone: two leads again.

use std::collections::{HashMap, HashSet};

use domain::audit::{Action, Actor};
use domain::id::{ActivityId, ClientId, DeliveryId, LeadId, MergeId};
use domain::lead::merge::{Merge, Separation, separated};
use domain::{DomainError, EmailAddress, Lead, Timestamp};
use sqlx::Connection as _;

use super::{kept, moving, since};
use crate::db::Tx;
use crate::leads::row;
use crate::search_index::{self, Index};
use crate::{Fault, Result, Store, audit, row_lock};

impl Store {
    /// Undoes a merge: the lead `gone` comes back as it was, with what it brought and what came by its
    /// e-mail since; the lead that stayed loses what it had from it, where nobody changed that. Done
    /// already, it is not done again.
    ///
    /// # Errors
    /// [`DomainError::EmailTaken`] when another lead has the e-mail by now, [`DomainError::Stale`] when there is a
    /// lead of that id again (an import), [`DomainError::UnknownRecord`], or a fault.
    pub async fn separate_leads(&self, by: &Actor, merge: &str, gone: &str) -> Result<()> {
        let id = MergeId::parse(merge).map_err(|_| DomainError::UnknownRecord)?;
        let gone = LeadId::parse(gone).map_err(|_| DomainError::UnknownRecord)?;
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        // As a merge does.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let Some(standing) = holder(&mut tx, &id).await? else {
            let is_done = row::find(&mut tx, gone.as_str()).await?.is_some();
            return if is_done { Ok(()) } else { Err(DomainError::UnknownRecord.into()) };
        };
        let merges = kept::of_lead(&mut tx, &standing.id).await?;
        let as_kept: HashMap<_, _> = merges.iter().map(|merge| (merge.id.clone(), merge.clone())).collect();
        let undone =
            as_kept.get(&id).ok_or_else(|| Fault::because("a merge is not among those of its lead"))?;
        let separation = separated(merges, &id, &standing)
            .ok_or_else(|| Fault::because("a merge is within one that is not there"))?;
        let separation = possible(&mut tx, separation, &standing).await?;
        let restored = part(&mut tx, separation, undone, &as_kept).await?;
        audit::record(&mut tx, by, Action::LeadsSeparated, restored.id.as_str(), &restored.name, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The lead that has what the merge brought, which nobody else changes until `tx` ends.
async fn holder(tx: &mut Tx, id: &MergeId) -> Result<Option<Lead>> {
    while let Some(lead) = kept::lead_of(tx, id).await? {
        // A savepoint, so that a lead it was waited for in vain is not kept from others.
        let mut try_it = tx.begin().await?;
        row_lock::acquire(&mut try_it, "lead", lead.as_str()).await?;
        // Meanwhile the merge may have been undone, or the lead may have been merged on.
        if kept::lead_of(&mut try_it, id).await?.as_ref() == Some(&lead) {
            try_it.commit().await?;
            return Ok(row::find(tx, lead.as_str()).await?);
        }
        try_it.rollback().await?;
    }
    Ok(None)
}

/// What can be done of it, as the other records stand.
async fn possible(tx: &mut Tx, mut separation: Separation, standing: &Lead) -> Result<Separation> {
    let Separation { gone, kept, .. } = &mut separation;
    if row::find(tx, gone.id.as_str()).await?.is_some() {
        return Err(DomainError::Stale.into());
    }
    // An e-mail that another merge would fill in now is left where it belongs meanwhile.
    if kept.email != standing.email
        && let Some(email) = &kept.email
        && (Some(email) == gone.email.as_ref() || has_email(tx, email, &kept.id).await?)
    {
        kept.email = None;
    }
    if let Some(email) = &gone.email
        && (Some(email) == kept.email.as_ref() || has_email(tx, email, &kept.id).await?)
    {
        return Err(DomainError::EmailTaken.into());
    }
    for lead in [gone, kept] {
        if let Some(client) = &lead.client_id
            && !is_client(tx, client).await?
        {
            lead.client_id = None;
        }
    }
    Ok(separation)
}

/// Whether another lead than `but` has the e-mail.
async fn has_email(tx: &mut Tx, email: &EmailAddress, but: &LeadId) -> Result<bool, Fault> {
    let found: Option<String> = sqlx::query_scalar("SELECT id FROM lead WHERE email = $1")
        .bind(email.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    Ok(found.is_some_and(|id| id != but.as_str()))
}

async fn is_client(tx: &mut Tx, id: &ClientId) -> Result<bool, Fault> {
    let found: Option<String> = sqlx::query_scalar("SELECT id FROM client WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    Ok(found.is_some())
}

/// Writes it; the lead that came back.
async fn part(
    tx: &mut Tx,
    separation: Separation,
    undone: &Merge,
    as_kept: &HashMap<MergeId, Merge>,
) -> Result<Lead> {
    let Separation { mut gone, kept, activities, deliveries, note, returning, staying } = separation;
    let own: HashSet<_> = std::iter::once(&gone)
        .chain(returning.iter().map(|merge| &merge.snapshot.gone))
        .filter_map(|lead| lead.email.clone())
        .filter(|email| kept.email.as_ref() != Some(email))
        .collect();
    let late = since::late(since::deliveries(tx, &kept.id, &own).await?, undone, as_kept);
    gone.last_contact_date = late.iter().map(|late| late.received_at).fold(gone.last_contact_date, Ord::max);
    // First the one that stays: an e-mail belongs to one lead.
    super::update(tx, &kept).await?;
    restore(tx, &gone).await?;
    let (from, to) = (&kept.id, &gone.id);
    let activities = activities.iter().map(ActivityId::as_str);
    let late_activities = late.iter().filter_map(|late| late.activity_id.as_deref());
    moving::move_some(tx, "activity", activities.chain(late_activities), from, to).await?;
    let deliveries = deliveries.iter().map(DeliveryId::as_str);
    moving::move_some(
        tx,
        "lead_delivery",
        deliveries.chain(late.iter().map(|late| late.id.as_str())),
        from,
        to,
    )
    .await?;
    for merge in &returning {
        kept::update(tx, to, merge).await?;
    }
    for mut merge in staying {
        since::forget(&mut merge, &late);
        if as_kept.get(&merge.id) != Some(&merge) {
            kept::update(tx, from, &merge).await?;
        }
    }
    kept::delete(tx, &undone.id).await?;
    sqlx::query("DELETE FROM activity WHERE id = $1 AND lead_id = $2")
        .bind(note.as_str())
        .bind(from.as_str())
        .execute(&mut **tx)
        .await?;
    for lead in [from, to] {
        search_index::refresh(tx, Index::Lead, lead.as_str()).await?;
    }
    Ok(gone)
}

async fn restore(tx: &mut Tx, lead: &Lead) -> Result<()> {
    let restored = sqlx::query(
        "INSERT INTO lead (id, name, email, phone, company, source, status, last_contact_date, call_date, \
         client_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(lead.id.as_str())
    .bind(&lead.name)
    .bind(lead.email.as_ref().map(EmailAddress::as_str))
    .bind(lead.phone.as_deref())
    .bind(lead.company.as_deref())
    .bind(&lead.source)
    .bind(lead.status.as_str())
    .bind(lead.last_contact_date.as_millis())
    .bind(lead.call_date.map(Timestamp::as_millis))
    .bind(lead.client_id.as_ref().map(ClientId::as_str))
    .bind(lead.created_at.as_millis())
    .execute(&mut **tx)
    .await;
    match restored {
        // A delivery may bring the e-mail at any moment.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(DomainError::EmailTaken.into())
        }
        Err(error) => Err(error.into()),
        Ok(_) => Ok(()),
    }
}

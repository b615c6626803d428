//! Two leads that are one person become one lead, by hand, and two again.

mod alias;
mod choice;
mod kept;
mod moving;
mod plan;
mod separate;
mod since;

use domain::audit::{Action, Actor};
use domain::id::{ActivityId, ClientId, LeadId, MergeId};
use domain::lead::merge::{self, Merge, Snapshot, joined, may_be_joined};
use domain::{DomainError, EmailAddress, Lead, LeadDraft, Timestamp};

use super::row::held;
use crate::db::Tx;
use crate::rows::stored;
use crate::search_index::{self, Index};
use crate::{Error, Fault, Result, Store, audit, secrets, version};

pub(crate) use alias::{lead_of_email, lead_of_gone};

impl Store {
    /// Merges the lead `gone` into the lead `kept`, if both stand as they did when `seen` was made
    /// ([`Store::merge_plan`]): everything of `gone` moves to `kept`, which also gets what it lacked, and a
    /// note that says who went. A form sent twice merges once.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when one of them is not there or both are the same,
    /// [`DomainError::ClientsDiffer`], [`DomainError::Stale`], or a fault.
    pub async fn merge_leads(&self, by: &Actor, kept: &str, gone: &str, seen: &str) -> Result<()> {
        let [kept, gone] = [kept, gone].map(|id| LeadId::parse(id).map_err(|_| DomainError::UnknownRecord));
        let (kept, gone) = (kept?, gone?);
        let language = self.language().await?;
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        // Who works on a delivery holds that before its lead; so does this, which moves many.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let (kept, gone) = match both(&mut tx, &kept, &gone).await? {
            Some(leads) => leads,
            None if lead_of_gone(&mut tx, &gone).await? == Some(kept) => return Ok(()),
            None => return Err(DomainError::UnknownRecord.into()),
        };
        may_be_joined(&kept, &gone)?;
        version::check(&seen_of(&kept, &gone), seen)?;
        let after = joined(&kept, &gone);
        let note = merge::note(&gone, language);
        join(&mut tx, kept, gone.clone(), &after, &note, now).await?;
        audit::record(&mut tx, by, Action::LeadsMerged, after.id.as_str(), &after.name, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Both leads, which nobody else changes until `tx` ends; none when one is missing.
///
/// In one order whoever asks, so that two who ask never wait for each other.
async fn both(tx: &mut Tx, kept: &LeadId, gone: &LeadId) -> Result<Option<(Lead, Lead)>> {
    let (first, second) = if kept <= gone { (kept, gone) } else { (gone, kept) };
    let mut found = Vec::new();
    for id in [first, second] {
        match held(tx, id.as_str()).await {
            Ok(lead) => found.push(lead),
            Err(Error::Domain(DomainError::UnknownRecord)) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    if found.first().is_some_and(|lead| lead.id != *kept) {
        found.reverse();
    }
    let mut found = found.into_iter();
    Ok(found.next().zip(found.next()))
}

/// What somebody who merges two leads has seen of them.
fn seen_of<'a>(kept: &'a Lead, gone: &'a Lead) -> impl serde::Serialize + 'a {
    let of = |lead: &'a Lead| (&lead.id, LeadDraft::from(lead), &lead.client_id);
    (of(kept), of(gone))
}

/// Moves everything of `gone` to `kept`, and keeps how it was.
async fn join(tx: &mut Tx, before: Lead, gone: Lead, after: &Lead, note: &str, now: Timestamp) -> Result<()> {
    let earlier = kept::of_lead(tx, &before.id).await?;
    let inner = kept::of_lead(tx, &gone.id).await?;
    let newest = earlier.iter().chain(&inner).map(|merge| merge.merged_at.as_millis() + 1).max();
    let merged_at = Timestamp::from_millis(now.as_millis().max(newest.unwrap_or(i64::MIN)));
    let note_id = add_note(tx, &before.id, note, now).await?;
    let emails = std::iter::once(&gone).chain(inner.iter().map(|merge| &merge.snapshot.gone));
    let emails = emails.filter_map(|lead| lead.email.clone()).collect();
    let stood = since::deliveries(tx, &before.id, &emails).await?.into_iter().map(|one| one.id).collect();
    let snapshot = Snapshot {
        stood,
        activities: moving::activities_of(tx, &gone.id, &inner).await?,
        deliveries: moving::deliveries_of(tx, &gone.id, &inner).await?,
        gone,
        before,
        after: after.clone(),
        note: note_id,
    };
    let merge = Merge { id: stored::<MergeId>(secrets::id())?, outer: None, merged_at, snapshot };
    kept::insert(tx, &after.id, &merge).await?;
    let gone = &merge.snapshot.gone;
    kept::take_in(tx, &gone.id, &after.id, &merge.id).await?;
    moving::move_all(tx, &gone.id, &after.id).await?;
    // First the one that goes: an e-mail belongs to one lead.
    sqlx::query("DELETE FROM lead WHERE id = $1").bind(gone.id.as_str()).execute(&mut **tx).await?;
    update(tx, after).await?;
    Ok(search_index::refresh(tx, Index::Lead, after.id.as_str()).await?)
}

async fn add_note(tx: &mut Tx, lead: &LeadId, text: &str, now: Timestamp) -> Result<ActivityId, Fault> {
    let id = secrets::id();
    sqlx::query("INSERT INTO activity (id, lead_id, kind, text, created_at) VALUES ($1, $2, 'note', $3, $4)")
        .bind(&id)
        .bind(lead.as_str())
        .bind(text)
        .bind(now.as_millis())
        .execute(&mut **tx)
        .await?;
    stored(id)
}

/// Writes what a merge changes of the lead that stays.
async fn update(tx: &mut Tx, lead: &Lead) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE lead SET email = $1, phone = $2, company = $3, status = $4, last_contact_date = $5, \
         call_date = $6, client_id = $7, created_at = $8 WHERE id = $9",
    )
    .bind(lead.email.as_ref().map(EmailAddress::as_str))
    .bind(lead.phone.as_deref())
    .bind(lead.company.as_deref())
    .bind(lead.status.as_str())
    .bind(lead.last_contact_date.as_millis())
    .bind(lead.call_date.map(Timestamp::as_millis))
    .bind(lead.client_id.as_ref().map(ClientId::as_str))
    .bind(lead.created_at.as_millis())
    .bind(lead.id.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

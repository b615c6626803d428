//! Reading again what was stored, as its source says now.

mod elsewhere;
mod quarantine;

use domain::id::{DeliveryId, LeadId};
use domain::lead::reading::Read;
use domain::lead::{DeliveryError, DeliveryReason, Enquiry, LeadField, Notice};
use domain::{DomainError, EmailAddress, Lead, Timestamp};

use super::super::intake::words_of;
use super::super::row::find;
use super::Settled;
use super::activity::{rewrite, said};
use super::apply::{Context, apply, conclude};
use super::reading::{self, Reading, called, is_nameless};
use super::row::{self, State};
use crate::db::Tx;
use crate::search_index::{self, Index};
use crate::{Fault, Result, Store, row_lock};

pub use quarantine::Replayed;

impl Store {
    /// Reads a delivery again, as its source says now; those of the main address as of an unknown sender.
    /// However often that is done, it does the same: what no lead has yet is taken in as if it had come
    /// now; of what a lead has, the activity is written anew, and of the lead what it had from there and
    /// nobody has changed. What was added to a lead by an e-mail, and names another now, moves to the lead
    /// that has it, or makes one. A reading that says nothing takes nothing away.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn replay(&self, id: &str) -> Result<Settled> {
        let id = DeliveryId::parse(id).map_err(|_| DomainError::UnknownRecord)?;
        let mut connection = self.db.readers().acquire().await?;
        let kept = row::kept(&mut connection, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        drop(connection);
        let (zone, language) = (self.zone().await?, self.language().await?);
        let read = reading::read(&kept, &zone);
        let mut tx = self.db.write().await?;
        let state = row::held(&mut tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        let activity = state.activity_id.as_ref();
        let context = Context { source: &kept.source, received_at: state.received_at, language, activity };
        // Boxed: each of the three is large, and one of them is done.
        let applied = if let Some(lead) = &state.lead_id {
            let moved = Box::pin(elsewhere::apply(&mut tx, &state, lead, &read, context)).await?;
            let Some(moved) = moved else {
                let error = Box::pin(amend(&mut tx, &state, lead, &read, context)).await?;
                tx.commit().await?;
                return Ok(Settled { error, ..state.settled() });
            };
            moved
        } else {
            Box::pin(apply(&mut tx, &read, context)).await?
        };
        conclude(&mut tx, &state, &applied).await?;
        tx.commit().await?;
        Ok(Settled { outcome: applied.outcome, lead_id: applied.lead_id, error: applied.error })
    }
}

/// Writes anew what `lead` has of a delivery; gives why not, when it cannot be read (any more).
async fn amend(
    tx: &mut Tx,
    state: &State,
    lead: &LeadId,
    read: &Result<Read, DeliveryError>,
    context: Context<'_>,
) -> Result<Option<DeliveryError>, Fault> {
    let notice = match read {
        Ok(read) => &read.notice,
        Err(error) => return Ok(Some(error.clone())),
    };
    let enquiry = match notice {
        Notice::Enquiry(enquiry) | Notice::Moved(enquiry) | Notice::Cancelled(enquiry) => enquiry,
        Notice::Test => return Ok(Some(DeliveryReason::Test.into())),
        Notice::Aside => return Ok(Some(DeliveryReason::Aside.into())),
        Notice::Spam => return Ok(Some(DeliveryReason::Spam.into())),
    };
    let Some(name) = called(enquiry) else { return Ok(Some(DeliveryReason::Nobody.into())) };
    row_lock::acquire(tx, "lead", lead.as_str()).await?;
    if let Some(activity) = &state.activity_id {
        rewrite(tx, activity, lead, &said(notice, enquiry, context.language)).await?;
    }
    let mut now = Reading::of(enquiry, name, context.source);
    if let Some(before) = find(tx, lead.as_str()).await? {
        let is_cancelled = matches!(notice, Notice::Cancelled(_));
        let mut after = amended(&before, &state.reading, &mut now, enquiry, is_cancelled);
        if after.email != before.email && is_taken(tx, after.email.as_ref(), lead).await? {
            after.email.clone_from(&before.email);
            now.given.retain(|field| *field != LeadField::Email);
        }
        if after != before {
            update_lead(tx, &after).await?;
        }
        if words_of(&after) != words_of(&before) {
            search_index::refresh(tx, Index::Lead, lead.as_str()).await?;
        }
    }
    sqlx::query("UPDATE lead_delivery SET error = NULL, reading = $1 WHERE id = $2")
        .bind(now.to_json()?)
        .bind(state.id.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(None)
}

/// The lead as it is to be once `now` was read where `earlier` was; `now` learns what it gave.
fn amended(lead: &Lead, earlier: &Reading, now: &mut Reading, enquiry: &Enquiry, is_cancelled: bool) -> Lead {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (phone, company) = (filled(&lead.phone), filled(&lead.company));
    let mut after = Lead { phone, company, ..lead.clone() };
    let mut given = Vec::new();
    let mut keep = |field: LeadField, is_given: bool| given.extend(is_given.then_some(field));

    let is_ours = earlier.gave(LeadField::Name) && earlier.name.as_ref() == Some(&lead.name);
    let is_wanting = is_nameless(lead) && enquiry.name.is_some();
    if let Some(name) = now.name.clone().filter(|_| is_ours || is_wanting) {
        after.name = name;
        keep(LeadField::Name, true);
    }
    let is_ours = earlier.gave(LeadField::Source) && earlier.source.as_ref() == Some(&lead.source);
    if let Some(source) = now.source.clone().filter(|_| is_ours) {
        after.source = source;
        keep(LeadField::Source, true);
    }
    let gave = earlier.gave(LeadField::Email);
    let is_given = again(&mut after.email, earlier.email.as_ref(), gave, now.email.as_ref());
    keep(LeadField::Email, is_given);
    let gave = earlier.gave(LeadField::Phone);
    let is_given = again(&mut after.phone, earlier.phone.as_ref(), gave, now.phone.as_ref());
    keep(LeadField::Phone, is_given);
    let gave = earlier.gave(LeadField::Company);
    let is_given = again(&mut after.company, earlier.company.as_ref(), gave, now.company.as_ref());
    keep(LeadField::Company, is_given);
    let gave = earlier.gave(LeadField::StartsAt);
    if !is_cancelled {
        let is_given = again(&mut after.call_date, earlier.starts_at.as_ref(), gave, now.starts_at.as_ref());
        keep(LeadField::StartsAt, is_given);
    }
    // In one order, however it came about: what is read twice alike is written alike.
    now.given = LeadField::ALL.iter().copied().filter(|field| given.contains(field)).collect();
    after
}

/// What stands in a field when it is read again: what is read `now`, where what was read `earlier` was
/// given to the lead and stands unchanged, or where nothing was read and nothing stands. What was read
/// before and is gone was taken away, or cancelled: it does not come back. Whether the lead has it from
/// here.
fn again<T: Clone + PartialEq>(
    stands: &mut Option<T>,
    earlier: Option<&T>,
    gave: bool,
    now: Option<&T>,
) -> bool {
    let is_open = if gave { stands.as_ref() == earlier } else { stands.is_none() && earlier.is_none() };
    if is_open {
        *stands = now.cloned();
    }
    is_open && now.is_some()
}

/// Whether another lead has an e-mail, or one that was merged into another.
async fn is_taken(tx: &mut Tx, email: Option<&EmailAddress>, lead: &LeadId) -> Result<bool, Fault> {
    let Some(email) = email else { return Ok(false) };
    let others: Vec<String> = sqlx::query_scalar(
        "SELECT id FROM lead WHERE email = $1 AND id <> $2 \
         UNION ALL SELECT lead_id FROM lead_merge WHERE email = $1 AND lead_id <> $2",
    )
    .bind(email.as_str())
    .bind(lead.as_str())
    .fetch_all(&mut **tx)
    .await?;
    Ok(!others.is_empty())
}

async fn update_lead(tx: &mut Tx, lead: &Lead) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE lead SET name = $1, email = $2, phone = $3, company = $4, source = $5, call_date = $6 \
         WHERE id = $7",
    )
    .bind(&lead.name)
    .bind(lead.email.as_ref().map(EmailAddress::as_str))
    .bind(lead.phone.as_deref())
    .bind(lead.company.as_deref())
    .bind(&lead.source)
    .bind(lead.call_date.map(Timestamp::as_millis))
    .bind(lead.id.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

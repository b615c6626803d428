//! Replaying a delivery: parsing it again with the current mapping of its source.

mod quarantine;
mod reassign;

use domain::id::{DeliveryId, LeadId};
use domain::leads::{DeliveryError, DeliveryOutcome, DeliveryReason, LeadField};
use domain::{DomainError, EmailAddress, Lead, Topic};
use lead_intake::{NewActivity, ParsedDelivery, WebhookEvent};

use super::super::row::find;
use super::super::upsert::search_texts;
use super::applied_fields::{AppliedFields, is_nameless};
use super::apply::{Context, apply, store_result};
use super::row::{self, State};
use super::{ProcessedDelivery, activity};
use crate::db::Tx;
use crate::db::row_lock;
use crate::search_index::{self, Index};
use crate::{Fault, Result, Store};

pub use quarantine::ReplayedQuarantine;

impl Store {
    /// Parses a delivery again with the current settings of its source; one that the main address refused is
    /// parsed as from an unknown sender. Replay is idempotent.
    ///
    /// A delivery without a lead is applied with the time of its receipt. Of a delivery with a lead, the
    /// activity is overwritten, and of the lead those fields that came from the delivery and were not edited
    /// since. If the delivery was added to a lead by its e-mail and now has another e-mail, it moves to the
    /// lead with that e-mail, which is created if absent. A delivery that can no longer be parsed changes
    /// nothing, and a refused one stays refused.
    pub async fn replay(&self, id: &DeliveryId) -> Result<ProcessedDelivery> {
        let mut connection = self.db.readers().acquire().await?;
        let stored = row::stored_delivery(&mut connection, id.as_str()).await?;
        let stored = stored.ok_or(DomainError::UnknownRecord)?;
        drop(connection);
        let (zone, language) = (self.zone().await?, self.language().await?);
        let parsed = stored.parse(&zone, true);
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let state = row::lock(&mut tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        if state.outcome == DeliveryOutcome::Refused && parsed.is_err() {
            return Ok(state.into());
        }
        let context = Context {
            source: &stored.source,
            failure: stored.failure(),
            received_at: state.received_at,
            language,
            activity: state.activity_id.as_ref(),
        };
        // Boxed: the three futures are large, and only one of them runs.
        let applied = if let Some(lead) = &state.lead_id {
            let moved = Box::pin(reassign::apply(&mut tx, &state, lead, &parsed, context)).await?;
            let Some(moved) = moved else {
                let error = Box::pin(replay_lead(&mut tx, &state, lead, &parsed, context)).await?;
                tx.commit().await?;
                return Ok(ProcessedDelivery { error, ..state.into() });
            };
            moved
        } else {
            Box::pin(apply(&mut tx, &parsed, context)).await?
        };
        store_result(&mut tx, &state, &applied).await?;
        tx.commit().await?;
        Ok(applied.into())
    }
}

/// Overwrites what `lead` got from a delivery; returns the error when it cannot be parsed.
async fn replay_lead(
    tx: &mut Tx,
    state: &State,
    lead: &LeadId,
    parsed: &Result<ParsedDelivery, DeliveryError>,
    context: Context<'_>,
) -> Result<Option<DeliveryError>, Fault> {
    let event = match parsed {
        Ok(parsed) => &parsed.event,
        Err(error) => return Ok(Some(error.clone())),
    };
    let parsed = match event.lead() {
        Ok(lead) => lead,
        Err(error) => return Ok(Some(error)),
    };
    let Some(mut now) = AppliedFields::new(&parsed.fields, context.source) else {
        return Ok(Some(DeliveryReason::Nobody.into()));
    };
    row_lock::acquire(tx, "lead", lead.as_str()).await?;
    let new_activity = match event {
        // A rescheduled booking that created its lead stays an enquiry.
        WebhookEvent::Moved(lead) if state.outcome != DeliveryOutcome::Noted => Some(NewActivity::enquiry(lead)),
        event => event.activity(context.language),
    };
    if let (Some(activity), Some(new)) = (&state.activity_id, new_activity) {
        activity::update(tx, activity, lead, &new).await?;
    }
    if let Some(before) = find(tx, lead).await? {
        let is_cancelled = matches!(event, WebhookEvent::Cancelled(_));
        let has_name = parsed.fields.name.is_some();
        let mut after = replayed_lead(&before, &state.applied, &mut now, has_name, is_cancelled);
        if after.email != before.email && is_taken(tx, after.email.as_ref(), lead).await? {
            after.email.clone_from(&before.email);
            now.given.retain(|field| *field != LeadField::Email);
        }
        if after != before {
            update_lead(tx, &after).await?;
        }
        if search_texts(&after) != search_texts(&before) {
            search_index::refresh(tx, Index::Lead, lead.as_str()).await?;
        }
    }
    let sql = "UPDATE lead_delivery SET error = NULL, reading = $1 WHERE id = $2";
    tx.execute(sql, (now.to_json()?, &state.id)).await?;
    Ok(None)
}

/// The lead after replacing what was parsed `earlier` by what was parsed `now`; sets `now.given`.
fn replayed_lead(
    lead: &Lead,
    earlier: &AppliedFields,
    now: &mut AppliedFields,
    has_name: bool,
    is_cancelled: bool,
) -> Lead {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (phone, company) = (filled(&lead.phone), filled(&lead.company));
    let mut after = Lead { phone, company, ..lead.clone() };
    let mut given = Vec::new();
    let mut give = |field: LeadField, is_given: bool| given.extend(is_given.then_some(field));
    let (old, new) = (&earlier.fields, &now.fields);

    let is_unedited = earlier.gave(LeadField::Name) && old.name.as_ref() == Some(&lead.name);
    if let Some(name) = new.name.clone().filter(|_| is_unedited || is_nameless(lead) && has_name) {
        after.name = name;
        give(LeadField::Name, true);
    }
    let is_unedited = earlier.gave(LeadField::Source) && old.source.as_ref() == Some(&lead.source);
    if let Some(source) = new.source.clone().filter(|_| is_unedited) {
        after.source = source;
        give(LeadField::Source, true);
    }
    let was_given = |field| earlier.gave(field);
    let is_given = overwrite(&mut after.email, old.email.as_ref(), was_given(LeadField::Email), new.email.as_ref());
    give(LeadField::Email, is_given);
    let is_given = overwrite(&mut after.phone, old.phone.as_ref(), was_given(LeadField::Phone), new.phone.as_ref());
    give(LeadField::Phone, is_given);
    let company = new.company.as_ref();
    let is_given = overwrite(&mut after.company, old.company.as_ref(), was_given(LeadField::Company), company);
    give(LeadField::Company, is_given);
    if !is_cancelled {
        let (earlier, now) = (old.starts_at.as_ref(), new.starts_at.as_ref());
        give(LeadField::StartsAt, overwrite(&mut after.call_date, earlier, was_given(LeadField::StartsAt), now));
    }
    // In a fixed order, so that equal results are stored as equal JSON.
    now.given = LeadField::ALL.iter().copied().filter(|field| given.contains(field)).collect();
    after
}

/// Replaces `field` by the value parsed `now`, if the lead got `earlier` from this delivery and it is
/// unchanged, or if the field is empty and no value was parsed earlier. A value that was parsed earlier and
/// is now missing was removed or cancelled by somebody, and does not come back. Returns whether the lead has
/// `now` from this delivery.
fn overwrite<T: Clone + PartialEq>(field: &mut Option<T>, earlier: Option<&T>, gave: bool, now: Option<&T>) -> bool {
    let is_open = if gave { field.as_ref() == earlier } else { field.is_none() && earlier.is_none() };
    if is_open {
        *field = now.cloned();
    }
    is_open && now.is_some()
}

/// Whether another lead, or one merged into another, has the e-mail.
async fn is_taken(tx: &mut Tx, email: Option<&EmailAddress>, lead: &LeadId) -> Result<bool, Fault> {
    let Some(email) = email else { return Ok(false) };
    let sql = "SELECT id FROM lead WHERE email = $1 AND id <> $2 \
         UNION ALL SELECT lead_id FROM lead_merge WHERE email = $1 AND lead_id <> $2";
    let others: Vec<String> = tx.fetch_values(sql, (&email, &lead)).await?;
    Ok(!others.is_empty())
}

async fn update_lead(tx: &mut Tx, lead: &Lead) -> Result<(), Fault> {
    let sql = "UPDATE lead SET name = $1, email = $2, phone = $3, company = $4, source = $5, call_date = $6 \
         WHERE id = $7";
    tx.execute(
        sql,
        (
            &lead.name,
            &lead.email,
            lead.phone.as_deref(),
            lead.company.as_deref(),
            &lead.source,
            lead.call_date,
            &lead.id,
        ),
    )
    .await?;
    Ok(())
}

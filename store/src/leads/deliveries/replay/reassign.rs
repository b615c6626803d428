//! Moving a delivery to another lead, when a replay finds another e-mail than the one it was added by.
//! Example: a form sends the address of the site itself, and the mapping used that as the visitor's.

use domain::id::LeadId;
use domain::leads::{DeliveryError, LeadField};
use domain::{EmailAddress, Lead};
use lead_intake::ParsedDelivery;

use super::super::applied_fields::{AppliedFields, truncated_name};
use super::super::apply::{self, Applied, Context};
use super::super::row::State;
use super::update_lead;
use crate::Fault;
use crate::db::row_lock;
use crate::db::{Connection, Tx};
use crate::leads::row::find;
use crate::leads::upsert::search_texts;
use crate::search_index::{self, Index};

/// Applies a delivery of `lead` to the lead that now has its e-mail, and removes from `lead` the fields it
/// got from the delivery. Returns `None` and changes nothing when the delivery stays: when `lead` got its
/// e-mail from this delivery, or when the delivery is now ignored.
pub(super) async fn apply(
    tx: &mut Tx,
    state: &State,
    lead: &LeadId,
    parsed: &Result<ParsedDelivery, DeliveryError>,
    context: Context<'_>,
) -> Result<Option<Applied>, Fault> {
    let Some(email) = another_email(&state.applied, parsed) else { return Ok(None) };
    if lock_both(tx, lead, email).await?.as_deref() == Some(lead.as_str()) {
        return Ok(None);
    }
    let applied = apply::apply(tx, parsed, context).await?;
    if !applied.outcome.is_taken_in() || applied.lead_id.as_ref() == Some(lead) {
        return Ok(None);
    }
    if let Some(before) = find(tx, lead).await? {
        let after = without_fields(&before, &state.applied);
        if after != before {
            update_lead(tx, &after).await?;
        }
        if search_texts(&after) != search_texts(&before) {
            search_index::refresh(tx, Index::Lead, lead.as_str()).await?;
        }
    }
    Ok(Some(applied))
}

/// The e-mail parsed now, if the delivery was added to its lead by another one.
fn another_email<'a>(
    earlier: &AppliedFields,
    parsed: &'a Result<ParsedDelivery, DeliveryError>,
) -> Option<&'a EmailAddress> {
    let email = &parsed.as_ref().ok()?.event.lead().ok()?.fields.email;
    let is_another = earlier.fields.email.is_some() && earlier.fields.email != *email;
    email.as_ref().filter(|_| is_another && !earlier.gave(LeadField::Email))
}

/// Locks `lead` and the lead with `email` until `tx` ends; returns the id of the latter. Locks in the order
/// of the ids, so that two transactions do not deadlock.
async fn lock_both(tx: &mut Tx, lead: &LeadId, email: &EmailAddress) -> Result<Option<String>, Fault> {
    loop {
        let other = lead_of(tx, email).await?;
        // A savepoint, so that the lock is released when the lead with the e-mail changed meanwhile.
        tx.savepoint().await?;
        let mut both: Vec<&str> = other.as_deref().into_iter().chain([lead.as_str()]).collect();
        both.sort_unstable();
        for id in both {
            row_lock::acquire(tx, "lead", id).await?;
        }
        if lead_of(tx, email).await? == other {
            tx.release_savepoint().await?;
            return Ok(other);
        }
        tx.rollback_to_savepoint().await?;
    }
}

/// The lead with the e-mail, or into which the lead with it was merged; reads the newest commit.
async fn lead_of(connection: &mut Connection, email: &EmailAddress) -> Result<Option<String>, Fault> {
    let sql = "SELECT COALESCE((SELECT id FROM lead WHERE email = $1), \
         (SELECT lead_id FROM lead_merge WHERE email = $1 ORDER BY merged_at DESC LIMIT 1))";
    connection.fetch_value(sql, [&email]).await
}

/// The lead without the fields it got from a delivery and that were not edited since.
fn without_fields(lead: &Lead, earlier: &AppliedFields) -> Lead {
    let mut after = lead.clone();
    let fields = &earlier.fields;
    after.phone.take_if(|phone| earlier.gave(LeadField::Phone) && fields.phone.as_ref() == Some(phone));
    after.company.take_if(|company| earlier.gave(LeadField::Company) && fields.company.as_ref() == Some(company));
    after.call_date.take_if(|date| earlier.gave(LeadField::StartsAt) && fields.starts_at.as_ref() == Some(date));
    if earlier.gave(LeadField::Name) && fields.name.as_ref() == Some(&lead.name) {
        // Without the name of the delivery, the fallback applies again.
        let email = after.email.as_ref().map(EmailAddress::as_str);
        if let Some(name) = email.or(after.phone.as_deref()).map(truncated_name) {
            after.name = name;
        }
    }
    after
}

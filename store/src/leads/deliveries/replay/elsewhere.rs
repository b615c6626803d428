//! A delivery that was added to a lead by an e-mail, and names another now: as when a form sends the site's
//! own address along, and that was taken for everybody's. It belongs to somebody else.

use domain::id::LeadId;
use domain::lead::reading::Read;
use domain::lead::{DeliveryError, LeadField, Notice};
use domain::{EmailAddress, Lead};
use sqlx::{AnyConnection, Connection as _};

use super::super::apply::{self, Applied, Context};
use super::super::reading::{Reading, short};
use super::super::row::State;
use super::update_lead;
use crate::db::Tx;
use crate::leads::intake::words_of;
use crate::leads::row::find;
use crate::search_index::{self, Index};
use crate::{Fault, row_lock};

/// Takes a delivery that `lead` has in where it belongs as it is read now, and out of what `lead` is; none,
/// and nothing is done: it stays there. It does so where `lead` has its e-mail from this very delivery, which
/// then corrects it; and where what it says now is to be ignored.
pub(super) async fn apply(
    tx: &mut Tx,
    state: &State,
    lead: &LeadId,
    read: &Result<Read, DeliveryError>,
    context: Context<'_>,
) -> Result<Option<Applied>, Fault> {
    let Some(email) = another_email(&state.reading, read) else { return Ok(None) };
    if hold_both(tx, lead, email).await?.as_deref() == Some(lead.as_str()) {
        return Ok(None);
    }
    let applied = apply::apply(tx, read, context).await?;
    if !applied.outcome.is_taken_in() || applied.lead_id.as_ref() == Some(lead) {
        return Ok(None);
    }
    if let Some(before) = find(tx, lead.as_str()).await? {
        let after = without(&before, &state.reading);
        if after != before {
            update_lead(tx, &after).await?;
        }
        if words_of(&after) != words_of(&before) {
            search_index::refresh(tx, Index::Lead, lead.as_str()).await?;
        }
    }
    Ok(Some(applied))
}

/// The e-mail that is read now, where it was added to a lead by a different one.
fn another_email<'a>(earlier: &Reading, read: &'a Result<Read, DeliveryError>) -> Option<&'a EmailAddress> {
    let (Notice::Enquiry(enquiry) | Notice::Moved(enquiry) | Notice::Cancelled(enquiry)) =
        &read.as_ref().ok()?.notice
    else {
        return None;
    };
    let is_another = earlier.email.is_some() && earlier.email != enquiry.email;
    enquiry.email.as_ref().filter(|_| is_another && !earlier.gave(LeadField::Email))
}

/// Keeps everybody else from changing `lead` and the one that has `email` until `tx` ends; gives the latter.
/// In one order whoever asks, so that two that go opposite ways never wait for each other.
async fn hold_both(tx: &mut Tx, lead: &LeadId, email: &EmailAddress) -> Result<Option<String>, Fault> {
    loop {
        let other = lead_of(tx, email).await?;
        // A savepoint, so that a lead it was waited for in vain is not kept from others.
        let mut try_it = tx.begin().await?;
        let mut both: Vec<&str> = other.as_deref().into_iter().chain([lead.as_str()]).collect();
        both.sort_unstable();
        for id in both {
            row_lock::acquire(&mut try_it, "lead", id).await?;
        }
        if lead_of(&mut try_it, email).await? == other {
            try_it.commit().await?;
            return Ok(other);
        }
        try_it.rollback().await?;
    }
}

/// The lead that has the e-mail, or into which the one that had it was merged, as it stands just now.
async fn lead_of(connection: &mut AnyConnection, email: &EmailAddress) -> Result<Option<String>, Fault> {
    Ok(sqlx::query_scalar(
        "SELECT COALESCE((SELECT id FROM lead WHERE email = $1), \
         (SELECT lead_id FROM lead_merge WHERE email = $1 ORDER BY merged_at DESC LIMIT 1))",
    )
    .bind(email.as_str())
    .fetch_one(connection)
    .await?)
}

/// The lead without what it has from a delivery, where nobody has changed that.
fn without(lead: &Lead, earlier: &Reading) -> Lead {
    let mut after = lead.clone();
    after.phone.take_if(|phone| earlier.gave(LeadField::Phone) && earlier.phone.as_ref() == Some(phone));
    after
        .company
        .take_if(|company| earlier.gave(LeadField::Company) && earlier.company.as_ref() == Some(company));
    after
        .call_date
        .take_if(|date| earlier.gave(LeadField::StartsAt) && earlier.starts_at.as_ref() == Some(date));
    if earlier.gave(LeadField::Name) && earlier.name.as_ref() == Some(&lead.name) {
        // It was called so for want of a name, and is again.
        let email = after.email.as_ref().map(EmailAddress::as_str);
        if let Some(name) = email.or(after.phone.as_deref()).map(short) {
            after.name = name;
        }
    }
    after
}

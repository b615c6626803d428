//! What a delivery does to leads, once it was read.

use domain::id::{ActivityId, LeadId};
use domain::lead::reading::Read;
use domain::lead::{DeliveryError, DeliveryOutcome, DeliveryReason, Enquiry, Notice, SourceKind};
use domain::{Intake, IntakeOutcome, Language, Lead, Timestamp};

use super::super::intake::{self, Contact, Entered, Said, add_activity, create_or_touch};
use super::super::sources::count_taken_in;
use super::activity::{said, tell};
use super::reading::{Reading, called, is_nameless};
use super::row::State;
use crate::db::Tx;
use crate::search_index::{self, Index};
use crate::{Fault, Result};

/// What is known about a delivery besides what it says.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// What its source is called.
    pub(super) source: &'a str,
    pub(super) received_at: Timestamp,
    /// In which it is told what happened.
    pub(super) language: Language,
    /// The activity that it has already, at whatever lead.
    pub(super) activity: Option<&'a ActivityId>,
}

/// What a delivery did.
pub(super) struct Applied {
    pub(super) outcome: DeliveryOutcome,
    pub(super) error: Option<DeliveryError>,
    pub(super) lead_id: Option<LeadId>,
    activity_id: Option<ActivityId>,
    reading: Option<Reading>,
}

impl Applied {
    /// Nothing, for a reason.
    pub(super) fn nothing(outcome: DeliveryOutcome, error: impl Into<DeliveryError>) -> Self {
        Self { outcome, error: Some(error.into()), lead_id: None, activity_id: None, reading: None }
    }

    fn something(outcome: DeliveryOutcome, lead: LeadId, activity: ActivityId, reading: Reading) -> Self {
        Self {
            outcome,
            error: None,
            lead_id: Some(lead),
            activity_id: Some(activity),
            reading: Some(reading),
        }
    }
}

/// Does what a delivery says, as it was read.
pub(super) async fn apply(
    tx: &mut Tx,
    read: &Result<Read, DeliveryError>,
    context: Context<'_>,
) -> Result<Applied, Fault> {
    let ignored = |reason: DeliveryReason| Applied::nothing(DeliveryOutcome::Ignored, reason);
    let Read { sender, notice } = match read {
        Ok(read) => read,
        Err(error) => return Ok(Applied::nothing(DeliveryOutcome::Quarantined, error.clone())),
    };
    match notice {
        Notice::Test => Ok(ignored(DeliveryReason::Test)),
        Notice::Aside => Ok(ignored(DeliveryReason::Aside)),
        Notice::Spam => Ok(Applied::nothing(DeliveryOutcome::Spam, DeliveryReason::Spam)),
        Notice::Enquiry(enquiry) => enter(tx, enquiry, context).await,
        Notice::Moved(enquiry) | Notice::Cancelled(enquiry) => {
            let lead = match &enquiry.email {
                Some(email) => intake::known(tx, email).await?,
                None => None,
            };
            match (lead, notice) {
                (Some(_), notice) => note(tx, notice, enquiry, context).await,
                // Calendly tells of a booking that was moved as of a new one.
                (None, Notice::Moved(_)) if *sender == SourceKind::Calendly => {
                    enter(tx, enquiry, context).await
                }
                (None, _) => Ok(ignored(DeliveryReason::UnknownLead)),
            }
        }
    }
}

/// Takes in what the main address received, just as SPEC says.
pub(super) async fn take_in(tx: &mut Tx, intake: &Intake, at: Timestamp) -> Result<Applied, Fault> {
    let entered = create_or_touch(tx, &Contact::of(intake, at)).await?;
    let activity = add_activity(tx, &entered.lead.id, &Said::of(intake), at).await?;
    Ok(taken_in(&entered, activity, Reading::of_intake(intake)))
}

/// Somebody asked, or booked: a new lead, or one more activity of an old one.
async fn enter(tx: &mut Tx, enquiry: &Enquiry, context: Context<'_>) -> Result<Applied, Fault> {
    let Some((mut entered, reading)) = touch(tx, enquiry, enquiry.starts_at, context).await? else {
        return Ok(Applied::nothing(DeliveryOutcome::Quarantined, DeliveryReason::Nobody));
    };
    name(tx, &mut entered, enquiry).await?;
    let said = Said::at(enquiry.starts_at, enquiry.text(), &enquiry.payload);
    let activity = tell(tx, &entered.lead.id, &said, context).await?;
    Ok(taken_in(&entered, activity, reading))
}

/// The booking of a lead was moved or cancelled.
async fn note(
    tx: &mut Tx,
    notice: &Notice,
    enquiry: &Enquiry,
    context: Context<'_>,
) -> Result<Applied, Fault> {
    // The date of the call is changed below, whatever it was.
    let Some((entered, reading)) = touch(tx, enquiry, None, context).await? else {
        return Ok(Applied::nothing(DeliveryOutcome::Quarantined, DeliveryReason::Nobody));
    };
    let mut lead = entered.lead;
    let call_date = match notice {
        Notice::Moved(_) => enquiry.starts_at.or(lead.call_date),
        _ => lead.call_date.filter(|date| Some(*date) != enquiry.starts_at),
    };
    if call_date != lead.call_date {
        sqlx::query("UPDATE lead SET call_date = $1 WHERE id = $2")
            .bind(call_date.map(Timestamp::as_millis))
            .bind(lead.id.as_str())
            .execute(&mut **tx)
            .await?;
        lead.call_date = call_date;
    }
    let said = said(notice, enquiry, context.language);
    let activity = tell(tx, &lead.id, &said, context).await?;
    // The date that the lead had before is none of its own.
    let before = entered.before.map(|before| match notice {
        Notice::Moved(_) => Lead { call_date: None, ..before },
        _ => before,
    });
    let reading = reading.given_to(&lead, before.as_ref(), false);
    Ok(Applied::something(DeliveryOutcome::Noted, lead.id, activity, reading))
}

/// The lead of an enquiry, and what was read of it; none: it says nothing about anybody.
async fn touch(
    tx: &mut Tx,
    enquiry: &Enquiry,
    starts_at: Option<Timestamp>,
    context: Context<'_>,
) -> Result<Option<(Entered, Reading)>, Fault> {
    let Some(name) = called(enquiry) else { return Ok(None) };
    let contact = Contact {
        name: &name,
        email: enquiry.email.as_ref(),
        phone: enquiry.phone.as_deref(),
        company: enquiry.company.as_deref(),
        source: enquiry.source.as_deref().unwrap_or(context.source),
        starts_at,
        at: context.received_at,
    };
    let entered = create_or_touch(tx, &contact).await?;
    let reading = Reading::of(enquiry, name, context.source);
    Ok(Some((entered, reading)))
}

/// Gives an old lead, called by their e-mail or telephone number until now, the name that came.
async fn name(tx: &mut Tx, entered: &mut Entered, enquiry: &Enquiry) -> Result<(), Fault> {
    let (Some(_), Some(name)) = (&entered.before, &enquiry.name) else { return Ok(()) };
    if is_nameless(&entered.lead) && *name != entered.lead.name {
        sqlx::query("UPDATE lead SET name = $1 WHERE id = $2")
            .bind(name)
            .bind(entered.lead.id.as_str())
            .execute(&mut **tx)
            .await?;
        search_index::refresh(tx, Index::Lead, entered.lead.id.as_str()).await?;
        entered.lead.name.clone_from(name);
        // It had none of its own.
        if let Some(before) = &mut entered.before {
            before.name.clear();
        }
    }
    Ok(())
}

fn taken_in(entered: &Entered, activity: ActivityId, reading: Reading) -> Applied {
    let (outcome, is_new) = match entered.outcome() {
        IntakeOutcome::Created => (DeliveryOutcome::Created, true),
        IntakeOutcome::Updated => (DeliveryOutcome::Updated, false),
    };
    let reading = reading.given_to(&entered.lead, entered.before.as_ref(), is_new);
    Applied::something(outcome, entered.lead.id.clone(), activity, reading)
}

/// Writes down what a delivery did; it counts once, when it is taken in for the first time.
pub(super) async fn conclude(tx: &mut Tx, state: &State, applied: &Applied) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE lead_delivery SET outcome = $1, error = $2, lead_id = $3, activity_id = $4, reading = $5 \
         WHERE id = $6",
    )
    .bind(applied.outcome.as_str())
    // A detail may quote what was received.
    .bind(applied.error.as_ref().map(|error| error.to_string().replace('\0', "\u{fffd}")))
    .bind(applied.lead_id.as_ref().map(LeadId::as_str))
    .bind(applied.activity_id.as_ref().map(ActivityId::as_str))
    .bind(applied.reading.as_ref().map(Reading::to_json).transpose()?)
    .bind(state.id.as_str())
    .execute(&mut **tx)
    .await?;
    let is_new = applied.outcome.is_taken_in() && !state.outcome.is_taken_in();
    if let (Some(source), true) = (&state.source_id, is_new && !state.is_trial) {
        count_taken_in(tx, source, state.received_at).await?;
    }
    Ok(())
}

//! Applying a parsed delivery to leads.

use domain::id::{ActivityId, LeadId};
use domain::leads::{DeliveryError, DeliveryOutcome, DeliveryReason, LeadFields, ParsedLead};
use domain::{Language, Lead, Timestamp};
use lead_intake::{NewActivity, ParsedDelivery, WebhookEvent};

use super::super::sources::count_taken_in;
use super::super::upsert::{UpsertedLead, find_by_email, upsert};
use super::applied_fields::{AppliedFields, is_nameless};
use super::row::State;
use super::{ProcessedDelivery, activity};
use crate::db::Tx;
use crate::search_index::{self, Index};
use crate::{Fault, Result};

/// Data about a delivery besides its body.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// The name of its source.
    pub(super) source: &'a str,
    /// The outcome when it cannot be parsed.
    pub(super) failure: DeliveryOutcome,
    pub(super) received_at: Timestamp,
    /// The language of its activity.
    pub(super) language: Language,
    /// The activity that an earlier run wrote, at any lead.
    pub(super) activity: Option<&'a ActivityId>,
}

/// The result of applying a delivery.
pub(super) struct Applied {
    pub(super) outcome: DeliveryOutcome,
    pub(super) error: Option<DeliveryError>,
    pub(super) lead_id: Option<LeadId>,
    activity_id: Option<ActivityId>,
    fields: Option<AppliedFields>,
}

impl Applied {
    /// Nothing was changed, because of `error`.
    fn nothing(outcome: DeliveryOutcome, error: impl Into<DeliveryError>) -> Self {
        Self { outcome, error: Some(error.into()), lead_id: None, activity_id: None, fields: None }
    }
}

impl From<Applied> for ProcessedDelivery {
    fn from(applied: Applied) -> Self {
        Self { outcome: applied.outcome, lead_id: applied.lead_id, error: applied.error }
    }
}

/// Applies a parsed delivery, or returns why there is nothing to apply.
pub(super) async fn apply(
    tx: &mut Tx,
    parsed: &Result<ParsedDelivery, DeliveryError>,
    context: Context<'_>,
) -> Result<Applied, Fault> {
    let ParsedDelivery { sender, event } = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return Ok(Applied::nothing(context.failure, error.clone())),
    };
    let lead = match (event, event.lead()) {
        (WebhookEvent::Enquiry(lead), _) => return apply_enquiry(tx, lead, context).await,
        (_, Ok(lead)) => lead,
        (WebhookEvent::Spam, Err(error)) => return Ok(Applied::nothing(DeliveryOutcome::Spam, error)),
        (_, Err(error)) => return Ok(Applied::nothing(DeliveryOutcome::Ignored, error)),
    };
    let lead_exists = match &lead.fields.email {
        Some(email) => find_by_email(tx, email).await?.is_some(),
        None => false,
    };
    match event {
        _ if lead_exists => apply_change(tx, event, lead, context).await,
        WebhookEvent::Moved(lead) if lead_intake::sender(*sender).moves_by_booking_again => {
            apply_enquiry(tx, lead, context).await
        }
        _ => Ok(Applied::nothing(DeliveryOutcome::Ignored, DeliveryReason::UnknownLead)),
    }
}

/// Applies an enquiry or a booking: creates a lead, or adds an activity to an existing one.
async fn apply_enquiry(tx: &mut Tx, parsed: &ParsedLead, context: Context<'_>) -> Result<Applied, Fault> {
    let Some((mut upserted, fields)) = upsert_lead(tx, parsed, parsed.fields.starts_at, context).await? else {
        return Ok(Applied::nothing(context.failure, DeliveryReason::Nobody));
    };
    fill_name(tx, &mut upserted, &parsed.fields).await?;
    let UpsertedLead { lead, before, is_new } = upserted;
    let activity_id =
        activity::write(tx, &lead.id, &NewActivity::enquiry(parsed), context.activity, context.received_at).await?;
    Ok(Applied {
        outcome: if is_new { DeliveryOutcome::Created } else { DeliveryOutcome::Updated },
        error: None,
        fields: Some(fields.given_to(&lead, before.as_ref(), is_new)),
        lead_id: Some(lead.id),
        activity_id: Some(activity_id),
    })
}

/// Applies the rescheduling or cancellation of a booking to its lead.
async fn apply_change(
    tx: &mut Tx,
    event: &WebhookEvent,
    parsed: &ParsedLead,
    context: Context<'_>,
) -> Result<Applied, Fault> {
    // `starts_at` is not passed: the date of the call is set below, whatever it was.
    let (Some((upserted, fields)), Some(new_activity)) =
        (upsert_lead(tx, parsed, None, context).await?, event.activity(context.language))
    else {
        return Ok(Applied::nothing(context.failure, DeliveryReason::Nobody));
    };
    let UpsertedLead { mut lead, before, .. } = upserted;
    let starts_at = parsed.fields.starts_at;
    let is_moved = matches!(event, WebhookEvent::Moved(_));
    let call_date =
        if is_moved { starts_at.or(lead.call_date) } else { lead.call_date.filter(|date| Some(*date) != starts_at) };
    if call_date != lead.call_date {
        tx.execute("UPDATE lead SET call_date = $1 WHERE id = $2", (call_date, &lead.id)).await?;
        lead.call_date = call_date;
    }
    let activity_id = activity::write(tx, &lead.id, &new_activity, context.activity, context.received_at).await?;
    // The old date was overwritten, so the new one counts as from this delivery.
    let before = before.map(|before| if is_moved { Lead { call_date: None, ..before } } else { before });
    Ok(Applied {
        outcome: DeliveryOutcome::Noted,
        error: None,
        fields: Some(fields.given_to(&lead, before.as_ref(), false)),
        lead_id: Some(lead.id),
        activity_id: Some(activity_id),
    })
}

/// Creates or updates the lead of a delivery; returns it with the fields that were used. `None` when no field
/// identifies the person.
async fn upsert_lead(
    tx: &mut Tx,
    parsed: &ParsedLead,
    starts_at: Option<Timestamp>,
    context: Context<'_>,
) -> Result<Option<(UpsertedLead, AppliedFields)>, Fault> {
    let Some(applied) = AppliedFields::new(&parsed.fields, context.source) else { return Ok(None) };
    let fields = LeadFields { starts_at, ..applied.fields.clone() };
    Ok(Some((upsert(tx, &fields, context.received_at).await?, applied)))
}

/// Sets the name of an existing lead whose name was its e-mail or telephone number.
async fn fill_name(tx: &mut Tx, upserted: &mut UpsertedLead, fields: &LeadFields) -> Result<(), Fault> {
    let UpsertedLead { lead, before: Some(before), .. } = upserted else { return Ok(()) };
    let Some(name) = fields.name.as_ref().filter(|name| is_nameless(lead) && **name != lead.name) else {
        return Ok(());
    };
    tx.execute("UPDATE lead SET name = $1 WHERE id = $2", (name, &lead.id)).await?;
    search_index::refresh(tx, Index::Lead, lead.id.as_str()).await?;
    lead.name.clone_from(name);
    // The old name was a fallback, so the new one counts as from this delivery.
    before.name.clear();
    Ok(())
}

/// Stores the result of a delivery, and counts it for its source when it is taken in for the first time.
pub(super) async fn store_result(tx: &mut Tx, state: &State, applied: &Applied) -> Result<(), Fault> {
    let sql = "UPDATE lead_delivery SET outcome = $1, error = $2, lead_id = $3, activity_id = $4, reading = $5 \
         WHERE id = $6";
    tx.execute(
        sql,
        (
            &applied.outcome,
            &applied.error,
            &applied.lead_id,
            &applied.activity_id,
            applied.fields.as_ref().map(AppliedFields::to_json).transpose()?,
            &state.id,
        ),
    )
    .await?;
    let is_new = applied.outcome.is_taken_in() && !state.outcome.is_taken_in();
    if let (Some(source), true) = (&state.source_id, is_new && !state.is_test) {
        count_taken_in(tx, source, state.received_at).await?;
    }
    Ok(())
}

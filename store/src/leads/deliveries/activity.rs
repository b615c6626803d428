//! What stands of a delivery in the history of a lead.

use domain::id::{ActivityId, LeadId};
use domain::lead::{Enquiry, Notice};
use domain::{ActivityKind, Language, Timestamp};

use super::super::intake::{Said, add_activity};
use super::apply::Context;
use crate::Fault;
use crate::db::Tx;

/// The activity of a delivery at `lead`: a new one, or the one that it has already.
pub(super) async fn tell(
    tx: &mut Tx,
    lead: &LeadId,
    said: &Said<'_>,
    context: Context<'_>,
) -> Result<ActivityId, Fault> {
    match context.activity {
        None => add_activity(tx, lead, said, context.received_at).await,
        Some(activity) => {
            rewrite(tx, activity, lead, said).await?;
            Ok(activity.clone())
        }
    }
}

/// Writes an activity anew, at `lead`. One that was deleted stays so.
pub(super) async fn rewrite(
    tx: &mut Tx,
    activity: &ActivityId,
    lead: &LeadId,
    said: &Said<'_>,
) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE activity SET lead_id = $1, kind = $2, text = $3, starts_at = $4, payload = $5 WHERE id = $6",
    )
    .bind(lead.as_str())
    .bind(said.kind.as_str())
    .bind(&said.text)
    .bind(said.starts_at.map(Timestamp::as_millis))
    .bind(said.payload.to_string())
    .bind(activity.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The activity of a notice about `enquiry`.
pub(super) fn said<'a>(notice: &Notice, enquiry: &'a Enquiry, language: Language) -> Said<'a> {
    let text = notice.text(language);
    let payload = &enquiry.payload;
    match notice {
        // A meeting even where the sender does not say when, or where it is off.
        Notice::Moved(_) => Said { kind: ActivityKind::Meeting, text, starts_at: enquiry.starts_at, payload },
        Notice::Cancelled(_) => Said { kind: ActivityKind::Meeting, text, starts_at: None, payload },
        _ => Said::at(enquiry.starts_at, text, payload),
    }
}

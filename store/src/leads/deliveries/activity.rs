//! The activity that a delivery writes to the history of its lead.

use domain::Timestamp;
use domain::id::{ActivityId, LeadId};
use lead_intake::NewActivity;

use super::super::upsert::insert_activity;
use crate::Fault;
use crate::db::Tx;

/// Writes the activity of a delivery: overwrites `existing`, which an earlier run wrote, or inserts a new one.
pub(super) async fn write(
    tx: &mut Tx,
    lead: &LeadId,
    new: &NewActivity<'_>,
    existing: Option<&ActivityId>,
    received_at: Timestamp,
) -> Result<ActivityId, Fault> {
    match existing {
        None => insert_activity(tx, lead, new, received_at).await,
        Some(activity) => {
            update(tx, activity, lead, new).await?;
            Ok(activity.clone())
        }
    }
}

/// Overwrites an activity and assigns it to `lead`. A deleted activity is not inserted again.
pub(super) async fn update(
    tx: &mut Tx,
    activity: &ActivityId,
    lead: &LeadId,
    new: &NewActivity<'_>,
) -> Result<(), Fault> {
    let sql = "UPDATE activity SET lead_id = $1, kind = $2, text = $3, starts_at = $4, payload = $5 WHERE id = $6";
    tx.execute(sql, (&lead, &new.kind, &new.text, new.starts_at, &new.payload, &activity)).await?;
    Ok(())
}

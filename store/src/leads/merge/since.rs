//! What came by the e-mail of a lead after it was merged: it belongs to that lead.

use std::collections::HashSet;

use domain::id::LeadId;
use domain::lead::merge::Merge;
use domain::{EmailAddress, Timestamp};

use crate::Fault;
use crate::db::Tx;

/// A delivery that came after a merge.
pub(super) struct Late {
    pub(super) id: String,
    pub(super) activity_id: Option<String>,
    pub(super) received_at: Timestamp,
}

/// The deliveries `lead` has since `moment` that came by one of these e-mails.
pub(super) async fn deliveries(
    tx: &mut Tx,
    lead: &LeadId,
    moment: Timestamp,
    emails: &HashSet<EmailAddress>,
) -> Result<Vec<Late>, Fault> {
    let rows: Vec<(String, Option<String>, i64, Option<String>)> = sqlx::query_as(
        "SELECT id, activity_id, received_at, reading FROM lead_delivery \
         WHERE lead_id = $1 AND received_at >= $2",
    )
    .bind(lead.as_str())
    .bind(moment.as_millis())
    .fetch_all(&mut **tx)
    .await?;
    let late = rows.into_iter().filter(|(.., reading)| {
        let email = reading.as_deref().and_then(email_of);
        email.is_some_and(|email| emails.contains(&email))
    });
    Ok(late
        .map(|(id, activity_id, at, _)| Late { id, activity_id, received_at: Timestamp::from_millis(at) })
        .collect())
}

/// The e-mail that was read in a delivery.
fn email_of(reading: &str) -> Option<EmailAddress> {
    let reading: serde_json::Value = serde_json::from_str(reading).ok()?;
    EmailAddress::parse(reading.get("email")?.as_str()?).ok()
}

/// They come no more from another lead.
pub(super) fn forget(merge: &mut Merge, late: &[Late]) {
    merge.snapshot.deliveries.retain(|one| late.iter().all(|late| late.id != one.as_str()));
    merge
        .snapshot
        .activities
        .retain(|one| late.iter().all(|late| late.activity_id.as_deref() != Some(one.as_str())));
}

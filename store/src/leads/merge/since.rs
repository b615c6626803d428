//! What came by the e-mail of a lead that was merged: what was taken in since belongs to that lead.

use std::collections::{HashMap, HashSet};

use domain::id::{DeliveryId, LeadId, MergeId};
use domain::lead::merge::Merge;
use domain::{EmailAddress, Timestamp};

use crate::Fault;
use crate::db::Tx;
use crate::rows::stored;

/// A delivery that came by an e-mail of a lead that was merged.
pub(super) struct ByEmail {
    pub(super) id: DeliveryId,
    pub(super) activity_id: Option<String>,
    pub(super) received_at: Timestamp,
}

/// The deliveries `lead` has that came by one of these e-mails.
pub(super) async fn deliveries(
    tx: &mut Tx,
    lead: &LeadId,
    emails: &HashSet<EmailAddress>,
) -> Result<Vec<ByEmail>, Fault> {
    if emails.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, Option<String>, i64, Option<String>)> =
        sqlx::query_as("SELECT id, activity_id, received_at, reading FROM lead_delivery WHERE lead_id = $1")
            .bind(lead.as_str())
            .fetch_all(&mut **tx)
            .await?;
    let by_email = rows.into_iter().filter(|(.., reading)| {
        let email = reading.as_deref().and_then(email_of);
        email.is_some_and(|email| emails.contains(&email))
    });
    let by_email = by_email.map(|(id, activity_id, at, _)| {
        Ok(ByEmail { id: stored(id)?, activity_id, received_at: Timestamp::from_millis(at) })
    });
    by_email.collect()
}

/// Of the deliveries that came by an e-mail of the lead that went in the merge `undone`, those that were
/// taken in since. By when they came that cannot be told: what waited in quarantine came before.
///
/// They are those that neither came along with another lead nor were there before: not with the lead that
/// stayed, nor with one into which that went itself. `all` is every merge of the lead that has them now.
pub(super) fn late(by_email: Vec<ByEmail>, undone: &Merge, all: &HashMap<MergeId, Merge>) -> Vec<ByEmail> {
    let around: Vec<&Merge> =
        std::iter::successors(Some(undone), |merge| all.get(merge.outer.as_ref()?)).collect();
    let is_around = |merge: &&Merge| around.iter().any(|one| one.id == merge.id);
    let with_another = all.values().filter(|merge| !is_around(merge)).map(|merge| &merge.snapshot.deliveries);
    let before = around.iter().map(|merge| &merge.snapshot.stood);
    let others: HashSet<&DeliveryId> =
        with_another.chain(before).chain([&undone.snapshot.deliveries]).flatten().collect();
    by_email.into_iter().filter(|one| !others.contains(&one.id)).collect()
}

/// The e-mail that was read in a delivery.
fn email_of(reading: &str) -> Option<EmailAddress> {
    let reading: serde_json::Value = serde_json::from_str(reading).ok()?;
    EmailAddress::parse(reading.get("email")?.as_str()?).ok()
}

/// They come no more from another lead.
pub(super) fn forget(merge: &mut Merge, late: &[ByEmail]) {
    merge.snapshot.deliveries.retain(|one| late.iter().all(|late| late.id != *one));
    merge
        .snapshot
        .activities
        .retain(|one| late.iter().all(|late| late.activity_id.as_deref() != Some(one.as_str())));
}

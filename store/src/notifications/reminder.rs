//! Deliverables that have waited for days, as their e-mails say it.

use domain::id::PhaseId;
use domain::notifications::{NoticeEvent, Place, Recipient, SkipReason};
use domain::{Channel, Client, DeliverableStatus, ProjectStatus, Timestamp};

use super::channel::{self, Deliverable};
use super::compose::{Content, Reading};
use crate::Fault;
use crate::db::Tx;
use crate::db::rows::stored;

/// Those that have waited since the right day, and still do; or why there are none.
pub(super) async fn content(
    tx: &mut Tx,
    reading: &Reading<'_>,
    client: &Client,
    phase: &PhaseId,
) -> Result<Result<Content, SkipReason>, Fault> {
    if !client.remind_approvals {
        return Ok(Err(SkipReason::Off));
    }
    let Some((name, project)) = channel::phase(tx, client, phase).await? else {
        return Ok(Err(SkipReason::Deleted));
    };
    let status: String = sqlx::query_scalar("SELECT status FROM project WHERE id = $1")
        .bind(project.as_str())
        .fetch_one(&mut **tx)
        .await?;
    let is_active = status == ProjectStatus::Active.as_str();
    let deliverables = channel::deliverables(tx, phase).await?;
    let mut waiting: Vec<(i64, &Deliverable)> = deliverables
        .iter()
        .filter(|one| is_active && one.status == DeliverableStatus::InReview.as_str())
        .filter_map(|one| Some((days(reading, one.status_since?)?, one)))
        .collect();
    waiting.sort_by_key(|(days, _)| -days);
    let Some((_, first)) = waiting.first() else { return Ok(Err(reason(reading, &deliverables))) };
    let channel = Channel::Phase(phase.clone()).key();
    let place = match reading.recipient {
        Recipient::Admin => Place::Thread { client: client.id.clone(), channel },
        Recipient::Client(_) => Place::Portal {
            slug: client.slug.clone(),
            project: Some(project),
            channel: Some(channel),
            deliverable: Some(stored(first.id.clone())?),
        },
    };
    let event = |(days, one): (i64, &Deliverable)| match reading.recipient {
        Recipient::Admin => {
            NoticeEvent::NotApproved { title: one.title.clone(), client: client.name.clone(), days }
        }
        Recipient::Client(_) => NoticeEvent::Reminder { title: one.title.clone(), days },
    };
    Ok(Ok(Content { topic: Some(name), place, events: waiting.into_iter().map(event).collect() }))
}

/// How many days it has waited, if this is a morning for it.
fn days(reading: &Reading<'_>, since: i64) -> Option<i64> {
    let since = reading.zone.date(Timestamp::from_millis(since));
    reading.mornings().of_review(reading.recipient, since)?;
    Some(reading.today().days_since_1970() - since.days_since_1970())
}

fn reason(reading: &Reading<'_>, deliverables: &[Deliverable]) -> SkipReason {
    let has = |status: DeliverableStatus| {
        let since = reading.since.as_millis();
        deliverables.iter().any(|one| one.status == status.as_str() && one.status_since >= Some(since))
    };
    if has(DeliverableStatus::Approved) {
        SkipReason::Approved
    } else if has(DeliverableStatus::ChangesRequested) {
        SkipReason::Answered
    } else {
        SkipReason::Deleted
    }
}

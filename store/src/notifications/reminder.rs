//! Deliverables that have waited for days, as their e-mails say it.

use std::ops::Range;

use domain::id::PhaseId;
use domain::notifications::{NoticeEvent, Place, Recipient, SkipReason};
use domain::{Channel, Client, Date, DeliverableStatus, ProjectStatus, Timestamp};

use super::channel;
use super::channel::deliverables::{self, Deliverable};
use super::compose::{Content, Reading};
use crate::Fault;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::portal::credential;

/// Those that have waited since the right day, and still do, and how many more there are; or why there are none.
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
    let waiting = if status == ProjectStatus::Active.as_str() {
        deliverables::waiting(tx, phase, &times(reading)).await?
    } else {
        Vec::new()
    };
    let Some(first) = waiting.first() else { return Ok(Err(reason(tx, reading, phase).await?)) };
    let unlisted = channel::unlisted(0, first.total - channel::count(waiting.len()));
    let channel = Channel::Phase(phase.clone()).key();
    let place = match reading.recipient {
        Recipient::Admin => Place::Thread { client: client.id.clone(), channel },
        Recipient::Client(_) => Place::Portal {
            slug: client.slug.clone(),
            link: credential::link::of(client),
            project: Some(project),
            channel: Some(channel),
            deliverable: Some(stored(first.id.clone())?),
        },
    };
    let event = |one: &Deliverable| {
        let (title, days) = (one.title.clone(), days(reading, one.since));
        match reading.recipient {
            Recipient::Admin => NoticeEvent::NotApproved { title, client: client.name.clone(), days },
            Recipient::Client(_) => NoticeEvent::Reminder { title, days },
        }
    };
    let events = waiting.iter().map(event).chain(unlisted).collect();
    Ok(Ok(Content { topic: Some(name), place, events }))
}

/// The times of entering review for which this is a morning.
fn times(reading: &Reading<'_>) -> Vec<Range<i64>> {
    let midnight = |day: Date| reading.zone.midnight(day).as_millis();
    let times = |(first, last): (Date, Date)| midnight(first)..midnight(last.days_later(1));
    reading.mornings().spans_of_review(reading.recipient).map(times).collect()
}

/// How many days it has waited.
fn days(reading: &Reading<'_>, since: i64) -> i64 {
    let since = reading.zone.date(Timestamp::from_millis(since));
    reading.today().days_since_1970() - since.days_since_1970()
}

async fn reason(tx: &mut Tx, reading: &Reading<'_>, phase: &PhaseId) -> Result<SkipReason, Fault> {
    let status: Option<String> = sqlx::query_scalar(
        "SELECT MIN(deliverable.status) FROM task JOIN deliverable ON deliverable.task_id = task.id \
         WHERE task.phase_id = $1 AND deliverable.status_since >= $2 \
         AND deliverable.status IN ('approved', 'changes_requested')",
    )
    .bind(phase.as_str())
    .bind(reading.since.as_millis())
    .fetch_one(&mut **tx)
    .await?;
    Ok(match status {
        Some(status) if status == DeliverableStatus::Approved.as_str() => SkipReason::Approved,
        Some(_) => SkipReason::Answered,
        None => SkipReason::Deleted,
    })
}

//! Deliverables that have waited for days.

use std::ops::Range;

use domain::id::PhaseId;
use domain::notifications::{NotificationEvent, SkipReason};
use domain::{Author, Channel, Date, DeliverableStatus, Person, ProjectStatus, Timestamp};

use super::context::{ComposeContext, NotComposed, UnseenEvents, unlisted, unlisted_count};
use super::phase::{self, ASKED_FOR, Deliverable, IN_REVIEW};
use crate::Fault;
use crate::db::Tx;

/// The deliverables that the agency asks for, and those that have waited since the right day of which it has not reminded today;
/// they still wait. And how many more there are.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: &Person,
    id: &PhaseId,
) -> Result<UnseenEvents, NotComposed> {
    let client = &person.client;
    let ((project, project_name), name) = phase::project_and_name(tx, client, id).await?;
    let status: String = tx.fetch_value("SELECT status FROM project WHERE id = $1", [&project]).await?;
    let (mut waiting, asked_before) = match context.recipient.side() {
        Author::Client => {
            let asked_for = phase::oldest(tx, id, &ASKED_FOR, &[asked_times(context)], i64::MAX).await?;
            (asked_for, context.asked_since.as_millis())
        }
        Author::Admin => (Vec::new(), i64::MAX),
    };
    let mut total = waiting.first().map_or(0, |one| one.total);
    if status == ProjectStatus::Active.as_str() {
        let due = phase::oldest(tx, id, &IN_REVIEW, &review_times(context), asked_before).await?;
        total += due.first().map_or(0, |one| one.total);
        waiting.extend(due);
        waiting.truncate(NotificationEvent::MAX_LISTED);
    }
    let Some(first) = waiting.first() else { return Err(skip_reason(tx, context, id).await?.into()) };
    let channel = Channel::Phase(id.clone()).key();
    let target = context.target(person, Some(project), Some(channel), Some(first.id.clone()));
    let event = |one: &Deliverable| {
        let (title, days) = (one.title.clone(), days_since(context, one.since));
        match context.recipient.side() {
            Author::Admin => NotificationEvent::NotApproved { title, client: client.name.clone(), days },
            Author::Client => NotificationEvent::Reminder { title, description: one.description.clone(), days },
        }
    };
    let unlisted = unlisted(0, unlisted_count(waiting.len(), Some(total)));
    let events = waiting.iter().map(event).chain(unlisted).collect();
    Ok(UnseenEvents { project_name: Some(project_name), topic_name: Some(name), target, events })
}

/// The times at which the agency asked for this reminder.
const fn asked_times(context: &ComposeContext<'_>) -> Range<i64> {
    context.since.as_millis()..context.until.as_millis()
}

/// The times of entering review of which somebody is reminded now.
fn review_times(context: &ComposeContext<'_>) -> Vec<Range<i64>> {
    let midnight = |day: Date| context.zone.midnight(day).as_millis();
    let times = |(first, last): (Date, Date)| midnight(first)..midnight(last.days_later(1));
    context.reminder_days().review_spans(context.recipient.side()).map(times).collect()
}

fn days_since(context: &ComposeContext<'_>, time: i64) -> i64 {
    let day = context.zone.date(Timestamp::from_millis(time));
    context.today().days_since_1970() - day.days_since_1970()
}

async fn skip_reason(tx: &mut Tx, context: &ComposeContext<'_>, phase: &PhaseId) -> Result<SkipReason, Fault> {
    let sql = "SELECT MIN(deliverable.status) FROM task JOIN deliverable ON deliverable.task_id = task.id \
         WHERE task.phase_id = $1 AND (deliverable.status_since >= $2 \
           AND deliverable.status IN ('approved', 'changes_requested') \
         OR deliverable.reminded_at >= $3 AND deliverable.status = 'in_review')";
    let status: Option<DeliverableStatus> = tx.fetch_value(sql, (&phase, context.since, context.asked_since)).await?;
    Ok(match status {
        Some(DeliverableStatus::Approved) => SkipReason::Approved,
        Some(DeliverableStatus::InReview) => SkipReason::Empty,
        Some(_) => SkipReason::Answered,
        None => SkipReason::Deleted,
    })
}

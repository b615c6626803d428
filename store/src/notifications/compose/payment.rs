//! A payment that is due soon, without its amount.

use domain::id::{PaymentId, ProjectId};
use domain::notifications::{NotificationEvent, SkipReason};
use domain::{Date, Person, ProjectStatus, Timestamp};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::db::Tx;

/// Label, due date, time of payment, when the agency asked for a reminder, id, name and status of the project.
type Row = (String, Option<Date>, Option<Timestamp>, Option<Timestamp>, ProjectId, String, ProjectStatus);

/// Skipped once it is paid; or due on another day or of an archived project, unless the agency asked for it; or if it did so in
/// an earlier row of today.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: &Person,
    payment: &PaymentId,
) -> Result<UnseenEvents, NotComposed> {
    let sql = "SELECT payment.label, payment.due_on, payment.paid_at, payment.reminded_at, project.id, project.name, \
         project.status FROM payment JOIN project ON project.id = payment.project_id \
         WHERE payment.id = $1 AND project.client_id = $2";
    let found: Option<Row> = tx.fetch_optional(sql, (&payment, &person.client.id)).await?;
    let (label, due_on, paid_at, reminded_at, project, name, status) = found.ok_or(SkipReason::Deleted)?;
    if paid_at.is_some() {
        return Err(SkipReason::Paid.into());
    }
    let days = context.reminder_days();
    let is_near = |due_on: &Date| *due_on >= context.today() && days.payment_reminder_day(*due_on).is_some();
    let is_asked = reminded_at.is_some_and(|at| at >= context.since);
    if status == ProjectStatus::Archived && !is_asked {
        return Err(SkipReason::Deleted.into());
    }
    if !is_asked && reminded_at.is_some_and(|at| at >= context.asked_since) {
        return Err(SkipReason::Empty.into());
    }
    let due_on = due_on.filter(|due_on| is_asked || is_near(due_on)).ok_or(SkipReason::Stale)?;
    let target = context.target(person, Some(project), None, None);
    let event = if due_on < context.today() {
        NotificationEvent::PaymentOverdue { label, due_on }
    } else {
        NotificationEvent::PaymentDue { label, due_on }
    };
    let events = vec![event];
    Ok(UnseenEvents { project_name: Some(name), topic_name: None, target, events })
}

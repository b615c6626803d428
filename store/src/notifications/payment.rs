//! A payment that is due soon, as its e-mail says it: without its amount.

use domain::id::PaymentId;
use domain::notifications::{NoticeEvent, Place, SkipReason};
use domain::{Client, Date};

use super::compose::{Content, Reading};
use crate::Fault;
use crate::db::Tx;
use crate::db::rows::{stored, stored_option};
use crate::portal::credential;

/// Label, due date, time of payment, project.
type Row = (String, Option<String>, Option<i64>, String);

/// Nothing once it is paid, or due on another day.
pub(super) async fn content(
    tx: &mut Tx,
    reading: &Reading<'_>,
    client: &Client,
    payment: &PaymentId,
) -> Result<Result<Content, SkipReason>, Fault> {
    if !client.remind_payments {
        return Ok(Err(SkipReason::Off));
    }
    let found: Option<Row> = sqlx::query_as(
        "SELECT payment.label, payment.due_on, payment.paid_at, project.id FROM payment \
         JOIN project ON project.id = payment.project_id \
         WHERE payment.id = $1 AND project.client_id = $2 AND project.status <> 'archived'",
    )
    .bind(payment.as_str())
    .bind(client.id.as_str())
    .fetch_optional(&mut **tx)
    .await?;
    let Some((label, due_on, paid_at, project)) = found else { return Ok(Err(SkipReason::Deleted)) };
    if paid_at.is_some() {
        return Ok(Err(SkipReason::Paid));
    }
    let is_near =
        |due_on: &Date| *due_on >= reading.today() && reading.mornings().of_payment(*due_on).is_some();
    let Some(due_on) = stored_option(due_on)?.filter(is_near) else { return Ok(Err(SkipReason::Stale)) };
    let place = Place::Portal {
        slug: client.slug.clone(),
        link: credential::link::of(client),
        project: Some(stored(project)?),
        channel: None,
        deliverable: None,
    };
    let events = vec![NoticeEvent::PaymentDue { label, due_on }];
    Ok(Ok(Content { topic: None, place, events }))
}

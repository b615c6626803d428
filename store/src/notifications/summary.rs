//! The agency's summary of a morning.

use domain::Date;
use domain::notifications::{NoticeEvent, Place, SkipReason, Summary, morning};

use super::compose::{Content, Reading};
use crate::Fault;
use crate::db::{Connection, Tx};
use crate::overview::agenda;

/// Only on its day.
pub(super) async fn content(
    tx: &mut Tx,
    reading: &Reading<'_>,
    date: Date,
) -> Result<Result<Content, SkipReason>, Fault> {
    if date != reading.today() {
        return Ok(Err(SkipReason::Stale));
    }
    if !is_on(tx).await? {
        return Ok(Err(SkipReason::Off));
    }
    let summary = summary(tx, reading, date).await?;
    if summary == Summary::default() {
        return Ok(Err(SkipReason::Empty));
    }
    let events = vec![NoticeEvent::Summary(summary)];
    Ok(Ok(Content { topic: None, place: Place::Today, events }))
}

/// The setting `morning_summary`.
pub(super) async fn is_on(connection: &mut Connection) -> Result<bool, Fault> {
    let value: Option<String> = sqlx::query_scalar("SELECT value FROM setting WHERE key = 'morning_summary'")
        .fetch_optional(connection)
        .await?;
    Ok(value.as_deref() == Some("on"))
}

async fn summary(tx: &mut Tx, reading: &Reading<'_>, date: Date) -> Result<Summary, Fault> {
    let zone = reading.zone;
    let (messages, leads, approvals, to_approve, calls_today): (i64, i64, i64, i64, i64) =
        sqlx::query_as(COUNTS)
            .bind(morning(date.days_later(-1), zone).as_millis())
            .bind(morning(date, zone).as_millis())
            .bind(zone.midnight(date).as_millis())
            .bind(zone.midnight(date.days_later(1)).as_millis())
            .fetch_one(&mut **tx)
            .await?;
    let due_today = agenda::count_on(tx, date).await?;
    Ok(Summary { messages, leads, approvals, to_approve, due_today, calls_today })
}

const COUNTS: &str = "SELECT (SELECT COUNT(*) FROM client JOIN comment ON comment.client_id = client.id \
       WHERE COALESCE(client.last_comment_at, 0) >= $1 AND comment.created_at >= $1 AND comment.created_at < $2 \
       AND comment.author = 'client'), \
     (SELECT COUNT(*) FROM lead WHERE created_at >= $1 AND created_at < $2), \
     (SELECT COUNT(*) FROM audit WHERE action = 'approved' AND at >= $1 AND at < $2), \
     (SELECT COUNT(*) FROM deliverable WHERE status = 'in_review'), \
     (SELECT COUNT(*) FROM lead WHERE call_date >= $3 AND call_date < $4)";

//! The agency's summary of a morning.

use domain::Date;
use domain::notifications::{NotificationEvent, SkipReason, Summary, morning};

use sqlx::AssertSqlSafe;

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::Fault;
use crate::db::Tx;
use crate::overview::{NOT_ARCHIVED, agenda};

/// Skipped when its day is past, or when there is nothing to say.
pub(super) async fn unseen(tx: &mut Tx, context: &ComposeContext<'_>, date: Date) -> Result<UnseenEvents, NotComposed> {
    if date != context.today() {
        return Err(SkipReason::Stale.into());
    }
    let summary = summary(tx, context, date).await?;
    if summary == Summary::default() {
        return Err(SkipReason::Empty.into());
    }
    let events = vec![NotificationEvent::Summary(summary)];
    Ok(UnseenEvents { project_name: None, topic_name: None, target: context.topic.agency_target(), events })
}

async fn summary(tx: &mut Tx, context: &ComposeContext<'_>, date: Date) -> Result<Summary, Fault> {
    let zone = context.zone;
    let to_approve = format!("(SELECT COUNT(*) FROM deliverable WHERE status = 'in_review' AND {NOT_ARCHIVED})");
    let (messages, leads, approvals, calls_today, to_approve): (i64, i64, i64, i64, i64) = tx
        .fetch_one(
            AssertSqlSafe(format!("SELECT {COUNTS}, {to_approve}")),
            (
                morning(date.days_later(-1), zone).as_millis(),
                morning(date, zone).as_millis(),
                zone.midnight(date),
                zone.midnight(date.days_later(1)),
            ),
        )
        .await?;
    let due_today = agenda::count_on(tx, date).await?;
    Ok(Summary { messages, leads, approvals, to_approve, due_today, calls_today })
}

const COUNTS: &str = "(SELECT COUNT(*) FROM client JOIN comment ON comment.client_id = client.id \
       WHERE COALESCE(client.last_comment_at, 0) >= $1 AND comment.created_at >= $1 AND comment.created_at < $2 \
       AND comment.author = 'client'), \
     (SELECT COUNT(*) FROM lead WHERE created_at >= $1 AND created_at < $2), \
     (SELECT COUNT(*) FROM audit WHERE action = 'approved' AND at >= $1 AND at < $2), \
     (SELECT COUNT(*) FROM lead WHERE call_date >= $3 AND call_date < $4)";

//! The invitation to the portal.

use domain::notifications::{NotificationEvent, SkipReason};
use domain::{Access, Client};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::db::Tx;

/// Skipped once the client has come by themselves.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    client: &Client,
) -> Result<UnseenEvents, NotComposed> {
    let sql = "SELECT invitation, last_visit_at FROM client WHERE id = $1";
    let (text, visit): (Option<String>, Option<i64>) = tx.fetch_one(sql, [&client.id]).await?;
    if visit.is_some_and(|at| at >= context.since.as_millis()) {
        return Err(SkipReason::Read.into());
    }
    let target = context.target(client, None, None, None);
    let events = vec![NotificationEvent::Invitation {
        text: text.unwrap_or_default(),
        needs_code: client.access == Access::Code,
    }];
    Ok(UnseenEvents { project_name: None, topic_name: None, target, events })
}

//! The invitation to the portal.

use domain::notifications::{NotificationEvent, SkipReason};
use domain::{Access, Person};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::db::Tx;

/// Skipped once the person has come by themselves.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: &Person,
) -> Result<UnseenEvents, NotComposed> {
    let (sql, id) = match &person.contact {
        None => ("SELECT invitation, last_visit_at FROM client WHERE id = $1", person.client.id.as_str()),
        Some(contact) => ("SELECT invitation, last_visit_at FROM contact WHERE id = $1", contact.id.as_str()),
    };
    let (text, visit): (Option<String>, Option<i64>) = tx.fetch_one(sql, [id]).await?;
    if visit.is_some_and(|at| at >= context.since.as_millis()) {
        return Err(SkipReason::Read.into());
    }
    let target = context.target(person, None, None, None);
    let events = vec![NotificationEvent::Invitation {
        text: text.unwrap_or_default(),
        needs_code: person.client.access == Access::Code,
    }];
    Ok(UnseenEvents { project_name: None, topic_name: None, target, events })
}

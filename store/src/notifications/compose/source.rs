//! A source of leads that is silent or failing.

use domain::id::SourceId;
use domain::leads::source::SourceTrouble;
use domain::notifications::{NotificationEvent, SkipReason};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::db::Tx;
use crate::leads::sources::source_line;

/// Skipped once the source works again.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    id: &SourceId,
) -> Result<UnseenEvents, NotComposed> {
    let line = source_line(tx, id, context.now).await?.ok_or(SkipReason::Deleted)?;
    let name = line.source.name;
    let event = match line.trouble {
        Some(SourceTrouble::Failing) => NotificationEvent::SourceFailing { name },
        Some(SourceTrouble::Silent) => NotificationEvent::SourceSilent { name },
        _ => return Err(SkipReason::Recovered.into()),
    };
    Ok(UnseenEvents {
        project_name: None,
        topic_name: None,
        target: context.topic.agency_target(),
        events: vec![event],
    })
}

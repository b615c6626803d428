//! New leads.

use domain::id::{LeadId, SourceId};
use domain::notifications::{LinkTarget, NotificationEvent, SkipReason};
use domain::{Lead, LeadStatus};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::Fault;
use crate::db::Tx;
use crate::db::query::row;
use crate::notifications::queue::notified_source;
use crate::tables::select_one;

/// Skipped once the agency is in contact with the lead.
pub(super) async fn unseen_lead(tx: &mut Tx, lead: &LeadId) -> Result<UnseenEvents, NotComposed> {
    let found: Option<Lead> = select_one(tx, "lead WHERE lead.id = $1", [lead.as_str()]).await?;
    let lead = found.ok_or(SkipReason::Deleted)?;
    if lead.status != LeadStatus::New {
        return Err(SkipReason::Answered.into());
    }
    Ok(single_lead(lead.id, lead.name))
}

/// The leads of a source that the agency is not in contact with yet.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    source: Option<&SourceId>,
) -> Result<UnseenEvents, NotComposed> {
    let (all, count) = counts(tx, context, source).await?;
    let mut first = first_leads(tx, context, source).await?;
    let event = match (first.len(), all) {
        (0, 0) => return Err(SkipReason::Deleted.into()),
        (0, _) => return Err(SkipReason::Answered.into()),
        (1, _) => {
            let Row { id, name, .. } = first.remove(0);
            return Ok(single_lead(id, name));
        }
        _ => NotificationEvent::Leads { names: first.iter().map(|lead| lead.name.clone()).collect(), count },
    };
    let topic_name = match source {
        Some(source) => source_name(tx, source).await?,
        None => None,
    };
    // The list filters by what the leads say, which may be an earlier name of the source.
    let origin = first.swap_remove(0).source;
    let is_shared = source.is_some() && first.iter().all(|lead| lead.source == origin);
    let target = LinkTarget::NewLeads(origin.filter(|_| is_shared));
    Ok(UnseenEvents { project_name: None, topic_name, target, events: vec![event] })
}

fn single_lead(id: LeadId, name: String) -> UnseenEvents {
    let events = vec![NotificationEvent::Lead { name }];
    UnseenEvents { project_name: None, topic_name: None, target: LinkTarget::Lead(id), events }
}

macro_rules! of_row {
    ($select:literal, $rest:literal) => {
        concat!($select, " FROM lead WHERE notified_source = $1 AND notified_at >= $2 AND notified_at < $3", $rest)
    };
}
const COUNTS: &str = of_row!("SELECT COUNT(*), COUNT(CASE WHEN status = 'new' THEN 1 END)", "");
const FIRST: &str = of_row!("SELECT id, name, source", " AND status = 'new' ORDER BY notified_at, id LIMIT $4");

/// How many leads there are, and how many of them are new.
async fn counts(tx: &mut Tx, context: &ComposeContext<'_>, source: Option<&SourceId>) -> Result<(i64, i64), Fault> {
    tx.fetch_one(COUNTS, (notified_source(source), context.since, context.until)).await
}

row! {
    struct Row {
        id: LeadId,
        name: String,
        source: Option<String>,
    }
}

async fn first_leads(tx: &mut Tx, context: &ComposeContext<'_>, source: Option<&SourceId>) -> Result<Vec<Row>, Fault> {
    tx.fetch_all(FIRST, (notified_source(source), context.since, context.until, NotificationEvent::MAX_LISTED)).await
}

async fn source_name(tx: &mut Tx, source: &SourceId) -> Result<Option<String>, Fault> {
    tx.fetch_optional_value("SELECT name FROM lead_source WHERE id = $1", [&source]).await
}

//! New leads, as their e-mail says it.

use domain::id::{LeadId, SourceId};
use domain::notifications::{NoticeEvent, Place, SkipReason};
use domain::{Lead, LeadStatus};
use sqlx::FromRow;

use super::compose::{Content, Reading};
use crate::Fault;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::tables::select_one;

/// Nothing once the agency is in contact with the lead.
pub(super) async fn content(tx: &mut Tx, lead: &LeadId) -> Result<Result<Content, SkipReason>, Fault> {
    let found: Option<Lead> = select_one(tx, "lead WHERE lead.id = $1", &[lead.as_str()]).await?;
    Ok(match found {
        None => Err(SkipReason::Deleted),
        Some(lead) if lead.status != LeadStatus::New => Err(SkipReason::Answered),
        Some(lead) => Ok(one(lead.id, lead.name)),
    })
}

/// The leads of a source that the agency is not in contact with yet.
pub(super) async fn content_of_source(
    tx: &mut Tx,
    reading: &Reading<'_>,
    source: Option<&SourceId>,
) -> Result<Result<Content, SkipReason>, Fault> {
    let (all, count) = counts(tx, reading, source).await?;
    let mut first = first_names(tx, reading, source).await?;
    let event = match (first.len(), all) {
        (0, 0) => return Ok(Err(SkipReason::Deleted)),
        (0, _) => return Ok(Err(SkipReason::Answered)),
        (1, _) => {
            let Row { id, name, .. } = first.remove(0);
            return Ok(Ok(one(stored(id)?, name)));
        }
        _ => NoticeEvent::Leads { names: first.iter().map(|lead| lead.name.clone()).collect(), count },
    };
    let topic = match source {
        Some(source) => source_name(tx, source).await?,
        None => None,
    };
    // The list filters by what the leads say, which may be an earlier name of the source.
    let origin = first.swap_remove(0).source;
    let is_shared = source.is_some() && first.iter().all(|lead| lead.source == origin);
    let place = Place::NewLeads(origin.filter(|_| is_shared));
    Ok(Ok(Content { topic, place, events: vec![event] }))
}

fn one(id: LeadId, name: String) -> Content {
    Content { topic: None, place: Place::Lead(id), events: vec![NoticeEvent::Lead { name }] }
}

macro_rules! of_row {
    ($select:literal, $rest:literal) => {
        concat!(
            $select,
            " FROM lead WHERE notified_source = $1 AND notified_at >= $2 AND notified_at < $3",
            $rest
        )
    };
}
const COUNTS: &str = of_row!("SELECT COUNT(*), COUNT(CASE WHEN status = 'new' THEN 1 END)", "");
const FIRST: &str =
    of_row!("SELECT id, name, source", " AND status = 'new' ORDER BY notified_at, id LIMIT $4");

/// How many leads there are, and how many of them are new.
async fn counts(tx: &mut Tx, reading: &Reading<'_>, source: Option<&SourceId>) -> Result<(i64, i64), Fault> {
    Ok(sqlx::query_as(COUNTS)
        .bind(notified_source(source))
        .bind(reading.since.as_millis())
        .bind(reading.until.as_millis())
        .fetch_one(&mut **tx)
        .await?)
}

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    source: Option<String>,
}

async fn first_names(
    tx: &mut Tx,
    reading: &Reading<'_>,
    source: Option<&SourceId>,
) -> Result<Vec<Row>, Fault> {
    Ok(sqlx::query_as(FIRST)
        .bind(notified_source(source))
        .bind(reading.since.as_millis())
        .bind(reading.until.as_millis())
        .bind(i64::try_from(NoticeEvent::MOST).unwrap_or(i64::MAX))
        .fetch_all(&mut **tx)
        .await?)
}

async fn source_name(tx: &mut Tx, source: &SourceId) -> Result<Option<String>, Fault> {
    Ok(sqlx::query_scalar("SELECT name FROM lead_source WHERE id = $1")
        .bind(source.as_str())
        .fetch_optional(&mut **tx)
        .await?)
}

/// The column of the same name.
pub(super) fn notified_source(source: Option<&SourceId>) -> &str {
    source.map_or("", SourceId::as_str)
}

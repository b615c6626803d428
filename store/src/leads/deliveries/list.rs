//! The list of deliveries, newest first.

use domain::leads::DeliveryOutcome;
use domain::leads::delivery::{DeliveredTo, Deliveries, DeliveryFilter, DeliveryLine};
use domain::{Cursor, Page, Timestamp, paging};
use sqlx::{AssertSqlSafe, FromRow};

use super::body;
use crate::db::rows::{stored, stored_enum};
use crate::{Fault, Result, Store};

impl Store {
    /// A page of the deliveries that match `filter`, newest first, after the cursor `after`.
    pub async fn deliveries(&self, filter: &DeliveryFilter, after: Option<&Cursor>) -> Result<Deliveries> {
        let after = after.and_then(|after| Some((after.number()?, after.id.as_str())));
        let mut query = sqlx::query_as::<_, LineRow>(AssertSqlSafe(select(filter, after.is_some())))
            .bind(body::READ_FOR_EXCERPT)
            .bind(i64::try_from(paging::MAX_ITEMS + 1).unwrap_or(i64::MAX));
        for value in values(filter) {
            query = query.bind(value);
        }
        if let Some((at, id)) = after {
            query = query.bind(at).bind(id);
        }
        let rows = query.fetch_all(self.db.readers()).await?;
        let lines = rows.into_iter().map(DeliveryLine::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::of(lines, |line| Cursor::new(line.received_at.as_millis(), &line.id)))
    }
}

/// The columns of a [`LineRow`], from `lead_delivery d`; $1 is how many characters of the body are read.
/// Subqueries by id instead of joins: their cost depends on the page, not on the number of sources and leads.
macro_rules! line_columns {
    () => {
        "d.id, d.source_id, d.received_at, d.outcome, d.error, d.lead_id, d.repeats, d.trial, d.encoding, \
         SUBSTR(d.body, 1, CAST($1 AS INTEGER)) AS beginning, \
         (SELECT SUBSTR(a.text, 1, CAST($1 AS INTEGER)) FROM activity a WHERE a.id = d.activity_id) AS activity_text, \
         (SELECT s.name FROM lead_source s WHERE s.id = d.source_id) AS source_name, \
         (SELECT l.name FROM lead l WHERE l.id = d.lead_id) AS lead_name"
    };
}
pub(super) use line_columns;

/// The SELECT: $1 is the length of the excerpt, $2 the number of rows, then the values of the conditions.
/// Each combination of conditions has its index (`migrations/0013_lead_sources.sql`).
fn select(filter: &DeliveryFilter, has_cursor: bool) -> String {
    let mut conditions = conditions(filter, 2);
    if has_cursor {
        let last = 2 + values(filter).count();
        conditions.push(format!("(d.received_at, d.id) < (${}, ${})", last + 1, last + 2));
    }
    let conditions =
        if conditions.is_empty() { String::new() } else { format!("WHERE {} ", conditions.join(" AND ")) };
    format!(
        "SELECT {} FROM lead_delivery d {conditions}ORDER BY d.received_at DESC, d.id DESC LIMIT $2",
        line_columns!()
    )
}

/// On `lead_delivery d`. The parameters after the number `last` are the [`values`].
pub(super) fn conditions(filter: &DeliveryFilter, last: usize) -> Vec<String> {
    let columns = [filter.from.as_ref().map(|_| "d.source_id"), filter.outcome.map(|_| "d.outcome")];
    let is_main = filter.from == Some(DeliveredTo::Main);
    let mut number = last;
    let condition = |column: &str| {
        if is_main && column == "d.source_id" {
            return format!("{column} IS NULL");
        }
        number += 1;
        format!("{column} = ${number}")
    };
    columns.into_iter().flatten().map(condition).collect()
}

/// What the filter compares columns with.
pub(super) fn values(filter: &DeliveryFilter) -> impl Iterator<Item = &str> {
    let source = match &filter.from {
        Some(DeliveredTo::Source(source)) => Some(source.as_str()),
        Some(DeliveredTo::Main) | None => None,
    };
    source.into_iter().chain(filter.outcome.map(DeliveryOutcome::as_str))
}

#[derive(FromRow)]
pub(super) struct LineRow {
    id: String,
    source_id: Option<String>,
    received_at: i64,
    outcome: String,
    error: Option<String>,
    lead_id: Option<String>,
    repeats: i64,
    trial: i64,
    encoding: String,
    beginning: String,
    activity_text: Option<String>,
    source_name: Option<String>,
    lead_name: Option<String>,
}

impl TryFrom<LineRow> for DeliveryLine {
    type Error = Fault;

    fn try_from(row: LineRow) -> Result<Self, Fault> {
        let source = row.source_id.zip(row.source_name).map(|(id, name)| Ok::<_, Fault>((stored(id)?, name)));
        let lead = row.lead_id.zip(row.lead_name).map(|(id, name)| Ok::<_, Fault>((stored(id)?, name)));
        let activity =
            row.activity_text.map(|text| body::activity_excerpt(&text)).filter(|text| !text.is_empty());
        Ok(Self {
            id: stored(row.id)?,
            source: source.transpose()?,
            received_at: Timestamp::from_millis(row.received_at),
            outcome: stored_enum(&row.outcome)?,
            error: row.error.as_deref().map(stored_enum).transpose()?,
            lead: lead.transpose()?,
            repeats: row.repeats,
            is_test: row.trial == 1,
            excerpt: activity.unwrap_or_else(|| body::excerpt(&row.encoding, row.beginning)),
        })
    }
}

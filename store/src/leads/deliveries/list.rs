//! Deliveries in a list, newest first.

use domain::leads::delivery::{DeliveredTo, Deliveries, DeliveryFilter, DeliveryLine};
use domain::{Cursor, Page, Timestamp, paging};
use sqlx::{AssertSqlSafe, FromRow};

use super::body;
use crate::db::rows::{stored, word};
use crate::{Fault, Result, Store};

impl Store {
    /// A page of the deliveries `filter` lets through, newest first, after `after`.
    ///
    /// # Errors
    /// A fault.
    pub async fn deliveries(&self, filter: &DeliveryFilter, after: Option<&Cursor>) -> Result<Deliveries> {
        let after = after.and_then(|after| Some((after.number()?, after.id.as_str())));
        let mut query = sqlx::query_as::<_, LineRow>(AssertSqlSafe(select(filter, after.is_some())))
            .bind(body::READ_FOR_EXCERPT)
            .bind(i64::try_from(paging::MOST + 1).unwrap_or(i64::MAX));
        if let Some(DeliveredTo::Source(source)) = &filter.from {
            query = query.bind(source.as_str());
        }
        if let Some(outcome) = filter.outcome {
            query = query.bind(outcome.as_str());
        }
        if let Some((at, id)) = after {
            query = query.bind(at).bind(id);
        }
        let rows = query.fetch_all(self.db.readers()).await?;
        let lines = rows.into_iter().map(DeliveryLine::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::of(lines, |line| Cursor::new(line.received_at.as_millis(), &line.id)))
    }
}

/// The columns of a [`LineRow`], from `lead_delivery d`; $1 is how much of the body is read. What is
/// looked up is looked up by id, line by line, however many sources and leads there are.
macro_rules! line_columns {
    () => {
        "d.id, d.source_id, d.received_at, d.outcome, d.error, d.lead_id, d.repeats, d.trial, d.encoding, \
         SUBSTR(d.body, 1, CAST($1 AS INTEGER)) AS beginning, \
         (SELECT SUBSTR(a.text, 1, CAST($1 AS INTEGER)) FROM activity a WHERE a.id = d.activity_id) AS said, \
         (SELECT s.name FROM lead_source s WHERE s.id = d.source_id) AS source_name, \
         (SELECT l.name FROM lead l WHERE l.id = d.lead_id) AS lead_name"
    };
}
pub(super) use line_columns;

/// The statement: $1 how much of a body, $2 how many lines, then what there is to compare with. Each
/// combination has its index (`migrations/0013_lead_sources.sql`).
fn select(filter: &DeliveryFilter, goes_on: bool) -> String {
    let mut conditions = Vec::new();
    let mut next = 2;
    let mut place = || {
        next += 1;
        next
    };
    match filter.from {
        None => {}
        Some(DeliveredTo::Main) => conditions.push("d.source_id IS NULL".to_owned()),
        Some(DeliveredTo::Source(_)) => conditions.push(format!("d.source_id = ${}", place())),
    }
    if filter.outcome.is_some() {
        conditions.push(format!("d.outcome = ${}", place()));
    }
    if goes_on {
        conditions.push(format!("(d.received_at, d.id) < (${}, ${})", place(), place()));
    }
    let conditions =
        if conditions.is_empty() { String::new() } else { format!("WHERE {} ", conditions.join(" AND ")) };
    format!(
        "SELECT {} FROM lead_delivery d {conditions}ORDER BY d.received_at DESC, d.id DESC LIMIT $2",
        line_columns!()
    )
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
    said: Option<String>,
    source_name: Option<String>,
    lead_name: Option<String>,
}

impl TryFrom<LineRow> for DeliveryLine {
    type Error = Fault;

    fn try_from(row: LineRow) -> Result<Self, Fault> {
        let source = row.source_id.zip(row.source_name).map(|(id, name)| Ok::<_, Fault>((stored(id)?, name)));
        let lead = row.lead_id.zip(row.lead_name).map(|(id, name)| Ok::<_, Fault>((stored(id)?, name)));
        let said = row.said.map(|text| body::activity_excerpt(&text)).filter(|said| !said.is_empty());
        Ok(Self {
            id: stored(row.id)?,
            source: source.transpose()?,
            received_at: Timestamp::from_millis(row.received_at),
            outcome: word(&row.outcome)?,
            error: row.error.as_deref().map(word).transpose()?,
            lead: lead.transpose()?,
            repeats: row.repeats,
            is_trial: row.trial == 1,
            excerpt: said.unwrap_or_else(|| body::excerpt(&row.encoding, row.beginning)),
        })
    }
}

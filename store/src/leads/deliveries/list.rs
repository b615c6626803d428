//! The list of deliveries, newest first.

use domain::leads::delivery::{DeliveredTo, Deliveries, DeliveryFilter, DeliveryLine};
use domain::{Cursor, Page, paging};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use super::body;
use crate::db::column::read;
use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of the deliveries that match `filter`, newest first, after the cursor `after`.
    pub async fn deliveries(&self, filter: &DeliveryFilter, after: Option<&Cursor>) -> Result<Deliveries> {
        let mut conditions = Conditions::after((body::READ_FOR_EXCERPT, paging::MAX_ITEMS + 1));
        add_conditions(&mut conditions, filter);
        if let Some((at, id)) = after.and_then(|after| Some((after.number()?, &after.id))) {
            conditions.add("(d.received_at, d.id) < ($1, $2)", (at, id));
        }
        let sql = format!(
            "SELECT {} FROM lead_delivery d{} ORDER BY d.received_at DESC, d.id DESC LIMIT $2",
            line_columns!(),
            conditions.filter()
        );
        let lines: Vec<DeliveryLine> = self.db.readers().fetch_all(AssertSqlSafe(sql), conditions.values).await?;
        Ok(Page::of(lines, |line| Cursor::new(line.received_at.as_millis(), &line.id)))
    }
}

/// The columns of a [`DeliveryLine`], from `lead_delivery d`; $1 is how many characters of the body are read.
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

/// On `lead_delivery d`. Each combination of conditions has its index (`migrations/0013_lead_sources.sql`).
pub(super) fn add_conditions(conditions: &mut Conditions, filter: &DeliveryFilter) {
    match &filter.from {
        Some(DeliveredTo::Source(source)) => conditions.add("d.source_id = $1", [source]),
        Some(DeliveredTo::Main) => conditions.add("d.source_id IS NULL", ()),
        None => {}
    }
    if let Some(outcome) = filter.outcome {
        conditions.add("d.outcome = $1", [outcome]);
    }
}

row! {
    row => DeliveryLine {
        id, received_at, outcome, error, repeats;
        source: read::<Option<_>>(row, "source_id")?.zip(read(row, "source_name")?),
        lead: read::<Option<_>>(row, "lead_id")?.zip(read(row, "lead_name")?),
        is_test: read(row, "trial")?,
        excerpt: excerpt(row)?,
    }
}

/// Of the activity, else of the body.
fn excerpt(row: &AnyRow) -> Result<String, Fault> {
    let activity = read::<Option<String>>(row, "activity_text")?.map(|text| body::activity_excerpt(&text));
    match activity.filter(|text| !text.is_empty()) {
        Some(text) => Ok(text),
        None => Ok(body::excerpt(&read::<String>(row, "encoding")?, read(row, "beginning")?)),
    }
}

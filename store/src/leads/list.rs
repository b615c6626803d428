//! Lists of leads: the filtered list page by page, the pipeline, and the export.

use domain::id::LeadId;
use domain::leads::{LeadColumn, LeadCounts, LeadFilter, LeadList};
use domain::overview::LeadOrder;
use domain::paging::{Cursor, MAX_ITEMS, Page};
use domain::{Lead, LeadStatus};
use sqlx::AssertSqlSafe;

use crate::db::Tx;
use crate::db::keyset::Conditions;
use crate::db::saturating_sum::saturating_sum;
use crate::search_index::{Index, Search};
use crate::tables::select;
use crate::{Fault, Result, Store};

/// Leads per batch of an export.
const BATCH: i64 = 500;

impl Store {
    /// The leads that match `filter`, after the cursor `after`.
    pub async fn lead_list(&self, filter: &LeadFilter, after: Option<&Cursor>) -> Result<LeadList> {
        let mut tx = self.db.snapshot().await?;
        let found = filtered(&mut tx, filter, after, MAX_ITEMS + 1).await?;
        let page = Page::of(found, |lead| {
            let at = match filter.sort.by {
                LeadOrder::Contact => lead.last_contact_date,
                LeadOrder::Arrival => lead.created_at,
            };
            Cursor::new(at.as_millis(), &lead.id)
        });
        let counts = counts(&mut tx, filter.source.as_deref()).await?;
        let sources = sources(&mut tx).await?;
        tx.commit().await?;
        Ok(LeadList { page, counts, sources })
    }

    /// The distinct sources of leads, sorted; at most [`LeadList::SOURCES`].
    pub async fn lead_source_names(&self) -> Result<Vec<String>> {
        let mut tx = self.db.snapshot().await?;
        let sources = sources(&mut tx).await?;
        tx.commit().await?;
        Ok(sources)
    }

    /// The pipeline: a column for each status, in the order of the statuses.
    pub async fn lead_board(&self) -> Result<Vec<LeadColumn>> {
        let mut tx = self.db.snapshot().await?;
        let counts = counts(&mut tx, None).await?;
        let values = format!(
            "SELECT status, {} AS leads FROM lead WHERE value_cents IS NOT NULL GROUP BY status",
            saturating_sum("value_cents")
        );
        let values = LeadCounts(tx.fetch_all(AssertSqlSafe(values), ()).await?);
        let mut columns = Vec::new();
        for &status in LeadStatus::ALL {
            let filter = LeadFilter { status: Some(status), ..LeadFilter::default() };
            let leads = filtered(&mut tx, &filter, None, LeadColumn::MAX_LEADS).await?;
            columns.push(LeadColumn { status, count: counts.of(status), value_cents: values.of(status), leads });
        }
        tx.commit().await?;
        Ok(columns)
    }

    /// Up to 500 leads after the id `after`, by id. Repeated calls until the result is empty return every
    /// lead once.
    pub async fn leads_after(&self, after: Option<&LeadId>) -> Result<Vec<Lead>> {
        let from = "lead WHERE lead.id > $1 ORDER BY lead.id LIMIT $2";
        let mut connection = self.db.readers().acquire().await?;
        Ok(select(&mut connection, from, (after.map(LeadId::as_str).unwrap_or_default(), BATCH)).await?)
    }
}

/// At most `most` leads that match `filter`. Each combination of status, source and order has its index.
pub(super) async fn filtered(
    tx: &mut Tx,
    filter: &LeadFilter,
    after: Option<&Cursor>,
    most: usize,
) -> Result<Vec<Lead>, Fault> {
    let key = match filter.sort.by {
        LeadOrder::Contact => "lead.last_contact_date",
        LeadOrder::Arrival => "lead.created_at",
    };
    let (compared, direction) = if filter.sort.descending { ('<', " DESC") } else { ('>', "") };
    let mut conditions = Conditions::after([most]);
    if let Some(status) = filter.status {
        conditions.add("lead.status = $1", [status]);
    }
    if let Some(source) = &filter.source {
        conditions.add("lead.source = $1", [without_nul(source)]);
    }
    if let Some((at, id)) = after.and_then(|cursor| Some((cursor.number()?, &cursor.id))) {
        conditions.add(&format!("({key}, lead.id) {compared} ($1, $2)"), (at, id));
    }
    if let Some(search) = Search::parse(&filter.search) {
        conditions.add(&search.condition(&[(Index::Lead, "lead.id")], 1), search.values());
    }
    let order = format!("ORDER BY {key}{direction}, lead.id{direction} LIMIT $1");
    select(tx, &format!("lead{} {order}", conditions.filter()), conditions.values).await
}

/// Replaces NUL, which PostgreSQL refuses as a parameter; no stored source has one.
fn without_nul(source: &str) -> String {
    source.replace('\0', "\u{fffd}")
}

/// How many leads have each status; of one source, if given.
async fn counts(tx: &mut Tx, source: Option<&str>) -> Result<LeadCounts, Fault> {
    let source = source.map(without_nul);
    let of_source = if source.is_some() { " AND source = $1" } else { "" };
    let count = |status: &LeadStatus| {
        format!("SELECT '{status}' AS status, COUNT(*) AS leads FROM lead WHERE status = '{status}'{of_source}")
    };
    let sql = LeadStatus::ALL.iter().map(count).collect::<Vec<_>>().join(" UNION ALL ");
    Ok(LeadCounts(tx.fetch_all(AssertSqlSafe(sql), source.as_slice()).await?))
}

/// The distinct sources. Recursive, so that each source costs one step in the index, however many leads it
/// has.
async fn sources(tx: &mut Tx) -> Result<Vec<String>, Fault> {
    let sql = "WITH RECURSIVE one (source, place) AS ( \
           SELECT (SELECT MIN(lead.source) FROM lead), CAST(1 AS BIGINT) \
           UNION ALL \
           SELECT (SELECT MIN(lead.source) FROM lead WHERE lead.source > one.source), one.place + 1 \
           FROM one WHERE one.source IS NOT NULL AND one.place < $1) \
         SELECT source FROM one WHERE source IS NOT NULL ORDER BY place";
    tx.fetch_values(sql, [LeadList::SOURCES]).await
}

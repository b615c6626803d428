//! Lists of leads: the filtered list page by page, the pipeline, and the export.

use std::fmt::Write;

use domain::id::LeadId;
use domain::leads::{LeadColumn, LeadCounts, LeadFilter, LeadList};
use domain::overview::LeadOrder;
use domain::paging::{Cursor, MAX_ITEMS, Page};
use domain::{Lead, LeadStatus};
use sqlx::AssertSqlSafe;

use crate::db::Tx;
use crate::search_index::{Index, Search};
use crate::tables::{Record as _, Row};
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
        let mut columns = Vec::new();
        for &status in LeadStatus::ALL {
            let filter = LeadFilter { status: Some(status), ..LeadFilter::default() };
            let leads = filtered(&mut tx, &filter, None, LeadColumn::MAX_LEADS).await?;
            columns.push(LeadColumn { status, count: counts.of(status), leads });
        }
        tx.commit().await?;
        Ok(columns)
    }

    /// Up to 500 leads after the id `after`, by id. Repeated calls until the result is empty return every
    /// lead once.
    pub async fn leads_after(&self, after: Option<&LeadId>) -> Result<Vec<Lead>> {
        let select =
            format!("SELECT {} FROM lead WHERE lead.id > $1 ORDER BY lead.id LIMIT $2", Lead::COLUMNS);
        let rows: Vec<Row<Lead>> = sqlx::query_as(AssertSqlSafe(select))
            .bind(after.map(LeadId::as_str).unwrap_or_default())
            .bind(BATCH)
            .fetch_all(self.db.readers())
            .await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }
}

/// At most `most` leads that match `filter`.
pub(super) async fn filtered(
    tx: &mut Tx,
    filter: &LeadFilter,
    after: Option<&Cursor>,
    most: usize,
) -> Result<Vec<Lead>, Fault> {
    let after = after.and_then(|cursor| Some((cursor.number()?, cursor.id.as_str())));
    let search = Search::parse(&filter.search);
    let mut query = sqlx::query_as(AssertSqlSafe(filter_sql(filter, after.is_some(), search.as_ref())))
        .bind(i64::try_from(most).unwrap_or(i64::MAX));
    if let Some(status) = filter.status {
        query = query.bind(status.as_str());
    }
    if let Some(source) = &filter.source {
        query = query.bind(without_nul(source));
    }
    if let Some((contact, id)) = after {
        query = query.bind(contact).bind(id);
    }
    if let Some(search) = &search {
        query = search.bind(query);
    }
    let rows: Vec<Row<Lead>> = query.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The SELECT of [`filtered`]; each combination of status, source and order has its index.
fn filter_sql(filter: &LeadFilter, has_cursor: bool, search: Option<&Search>) -> String {
    let key = match filter.sort.by {
        LeadOrder::Contact => "lead.last_contact_date",
        LeadOrder::Arrival => "lead.created_at",
    };
    let (compared, direction) = if filter.sort.descending { ('<', " DESC") } else { ('>', "") };
    let mut conditions = Vec::new();
    // $1 is the number of rows.
    let mut next = 2;
    if filter.status.is_some() {
        conditions.push(format!("lead.status = ${next}"));
        next += 1;
    }
    if filter.source.is_some() {
        conditions.push(format!("lead.source = ${next}"));
        next += 1;
    }
    if has_cursor {
        conditions.push(format!("({key}, lead.id) {compared} (${next}, ${})", next + 1));
        next += 2;
    }
    conditions.extend(search.map(|search| search.condition(&[(Index::Lead, "lead.id")], next)));
    let mut sql = format!("SELECT {} FROM lead", Lead::COLUMNS);
    for (index, condition) in conditions.iter().enumerate() {
        sql.push_str(if index == 0 { " WHERE " } else { " AND " });
        sql.push_str(condition);
    }
    let order = format!(" ORDER BY {key}{direction}, lead.id{direction} LIMIT $1");
    sql + &order
}

/// Replaces NUL, which PostgreSQL refuses as a parameter; no stored source has one.
fn without_nul(source: &str) -> String {
    source.replace('\0', "\u{fffd}")
}

/// How many leads have each status; of one source, if given.
async fn counts(tx: &mut Tx, source: Option<&str>) -> Result<LeadCounts, Fault> {
    let of_source = if source.is_some() { " AND source = $1" } else { "" };
    let mut sql = String::new();
    for (index, status) in LeadStatus::ALL.iter().enumerate() {
        let union = if index == 0 { "" } else { " UNION ALL " };
        write!(
            sql,
            "{union}SELECT '{status}' AS status, COUNT(*) AS leads FROM lead WHERE status = '{status}'{of_source}"
        )
        .expect("writing to a string cannot fail");
    }
    let mut query = sqlx::query_as(AssertSqlSafe(sql));
    if let Some(source) = source {
        query = query.bind(without_nul(source));
    }
    let rows: Vec<(String, i64)> = query.fetch_all(&mut **tx).await?;
    rows.into_iter()
        .map(|(status, count)| Ok((crate::db::rows::stored_enum(&status)?, count)))
        .collect::<Result<_, Fault>>()
        .map(LeadCounts)
}

/// The distinct sources. Recursive, so that each source costs one step in the index, however many leads it
/// has.
async fn sources(tx: &mut Tx) -> Result<Vec<String>, Fault> {
    Ok(sqlx::query_scalar(
        "WITH RECURSIVE one (source, place) AS ( \
           SELECT (SELECT MIN(lead.source) FROM lead), CAST(1 AS BIGINT) \
           UNION ALL \
           SELECT (SELECT MIN(lead.source) FROM lead WHERE lead.source > one.source), one.place + 1 \
           FROM one WHERE one.source IS NOT NULL AND one.place < $1) \
         SELECT source FROM one WHERE source IS NOT NULL ORDER BY place",
    )
    .bind(i64::try_from(LeadList::SOURCES).unwrap_or(i64::MAX))
    .fetch_all(&mut **tx)
    .await?)
}

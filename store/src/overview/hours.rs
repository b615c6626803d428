//! Hours over all projects.

use std::collections::HashMap;

use domain::id::ProjectId;
use domain::overview::HoursLine;
use domain::{Cursor, Date, Page, Quantity, paging};
use sqlx::{AssertSqlSafe, FromRow};

use super::month_start;
use crate::db::Connection;
use crate::db::rows::stored;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of the projects with hours in the month of `month`, most first, after the cursor `after`.
    pub async fn hours_list(&self, month: Date, after: Option<&Cursor>) -> Result<Page<HoursLine>> {
        let after = after.and_then(|after| Some((after.number()?, after.id.clone())));
        let sum = saturating_sum("minutes");
        let position =
            if after.is_some() { format!(" HAVING ({sum}, project_id) < ($3, $4)") } else { String::new() };
        let sql = format!(
            "SELECT found.project_id, project.name AS project_name, client.name AS client_name, \
             found.month_minutes, (SELECT {sum} FROM time_entry spent \
               WHERE spent.project_id = found.project_id) AS total_minutes \
             FROM (SELECT project_id, {sum} AS month_minutes FROM time_entry \
               WHERE spent_on >= $1 AND spent_on < $2 GROUP BY project_id{position} \
               ORDER BY month_minutes DESC, project_id DESC LIMIT {}) AS found \
             JOIN project ON project.id = found.project_id JOIN client ON client.id = project.client_id \
             ORDER BY found.month_minutes DESC, found.project_id DESC",
            paging::MAX_ITEMS + 1
        );
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(sql))
            .bind(month_start(month, 0).to_string())
            .bind(month_start(month, 1).to_string());
        if let Some((minutes, id)) = after {
            query = query.bind(minutes).bind(id);
        }
        let mut tx = self.db.snapshot().await?;
        let rows = query.fetch_all(&mut *tx).await?;
        let page = Page::of(rows, |row| Cursor::new(row.month_minutes, &row.project_id));
        let ids: Vec<&str> = page.items.iter().map(|row| row.project_id.as_str()).collect();
        let mut quotes = quote_totals(&mut tx, &ids).await?;
        tx.commit().await?;
        let line = |row: Row| {
            let quote_cents = quotes.remove(&row.project_id);
            row.line(quote_cents)
        };
        let items = page.items.into_iter().map(line).collect::<Result<_, Fault>>()?;
        Ok(Page { items, next: page.next })
    }

    /// The total of the quote of a project in cents; `None` without a quote.
    pub async fn quote_cents(&self, project: &ProjectId) -> Result<Option<i128>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(quote_totals(&mut connection, &[project.as_str()]).await?.remove(project.as_str()))
    }

    /// Minutes by month over all projects, for the `months` months that end with the one of `last`; oldest
    /// first.
    pub async fn hours_by_month(&self, last: Date, months: i64) -> Result<Vec<(Date, i64)>> {
        let sql = format!(
            "SELECT substr(spent_on, 1, 7) AS month, {} FROM time_entry \
             WHERE spent_on >= $1 AND spent_on < $2 GROUP BY substr(spent_on, 1, 7)",
            saturating_sum("minutes")
        );
        let rows: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(month_start(last, 1 - months).to_string())
            .bind(month_start(last, 1).to_string())
            .fetch_all(self.db.readers())
            .await?;
        let minutes: HashMap<String, i64> = rows.into_iter().collect();
        let of = |start: Date| {
            let month = start.to_string();
            (start, minutes.get(&month[..7]).copied().unwrap_or(0))
        };
        Ok((1 - months..=0).map(|ago| of(month_start(last, ago))).collect())
    }
}

/// The total of the quote of each project that has one.
async fn quote_totals(
    connection: &mut Connection,
    projects: &[&str],
) -> Result<HashMap<String, i128>, Fault> {
    if projects.is_empty() {
        return Ok(HashMap::new());
    }
    let parameters: Vec<String> = (1..=projects.len()).map(|number| format!("${number}")).collect();
    let sql = format!(
        "SELECT project_id, quantity, unit_price_cents FROM quote_item WHERE project_id IN ({})",
        parameters.join(", ")
    );
    let mut query = sqlx::query_as::<_, (String, String, i64)>(AssertSqlSafe(sql));
    for project in projects {
        query = query.bind(*project);
    }
    let mut totals = HashMap::new();
    for (project, quantity, price) in query.fetch_all(connection).await? {
        let quantity: Quantity = stored(quantity)?;
        let total: &mut i128 = totals.entry(project).or_default();
        *total = total.saturating_add(quantity.times(price));
    }
    Ok(totals)
}

#[derive(FromRow)]
struct Row {
    project_id: String,
    project_name: String,
    client_name: String,
    month_minutes: i64,
    total_minutes: i64,
}

impl Row {
    fn line(self, quote_cents: Option<i128>) -> Result<HoursLine, Fault> {
        Ok(HoursLine {
            project_id: stored(self.project_id)?,
            project_name: self.project_name,
            client_name: self.client_name,
            month_minutes: self.month_minutes,
            total_minutes: self.total_minutes,
            quote_cents,
        })
    }
}

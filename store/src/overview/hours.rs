//! Hours over all projects.

use std::cmp::Reverse;
use std::collections::HashMap;

use domain::id::{MemberId, ProjectId};
use domain::overview::{HoursLine, HoursOf, PersonHours};
use domain::{Cursor, Date, Page, Quantity, paging};
use sqlx::AssertSqlSafe;

use super::month_start;
use crate::db::Connection;
use crate::db::column::{Cell, Column as _};
use crate::db::keyset::placeholders;
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of the projects with hours of `whose` in the month of `month`, most first, after the cursor `after`. The
    /// total of a project is everybody's.
    pub async fn hours_list(&self, month: Date, whose: &HoursOf, after: Option<&Cursor>) -> Result<Page<HoursLine>> {
        let after = after.and_then(|after| Some((after.number()?, after.id.clone())));
        let sum = saturating_sum("minutes");
        let mut values = vec![month_start(month, 0).into_cell(), month_start(month, 1).into_cell()];
        let person = person(whose, &mut values);
        let number = values.len() + 1;
        let position = if after.is_some() {
            format!(" HAVING ({sum}, project_id) < (${number}, ${})", number + 1)
        } else {
            String::new()
        };
        if let Some((minutes, id)) = after {
            values.extend([minutes.into_cell(), id.into_cell()]);
        }
        let sql = format!(
            "SELECT found.project_id, project.name AS project_name, client.name AS client_name, \
             found.month_minutes, (SELECT {sum} FROM time_entry spent \
               WHERE spent.project_id = found.project_id) AS total_minutes, {ESTIMATE} AS estimate_minutes \
             FROM (SELECT project_id, {sum} AS month_minutes FROM time_entry \
               WHERE spent_on >= $1 AND spent_on < $2{person} GROUP BY project_id{position} \
               ORDER BY month_minutes DESC, project_id DESC LIMIT {}) AS found \
             JOIN project ON project.id = found.project_id JOIN client ON client.id = project.client_id \
             ORDER BY found.month_minutes DESC, found.project_id DESC",
            paging::MAX_ITEMS + 1
        );
        let mut tx = self.db.snapshot().await?;
        let lines = tx.fetch_all::<HoursLine>(AssertSqlSafe(sql), values).await?;
        let mut page = Page::of(lines, |line| Cursor::new(line.month_minutes, &line.project_id));
        let ids: Vec<&ProjectId> = page.items.iter().map(|line| &line.project_id).collect();
        let mut quotes = quote_totals(&mut tx, &ids).await?;
        tx.commit().await?;
        for line in &mut page.items {
            line.quote_cents = quotes.remove(&line.project_id);
        }
        Ok(page)
    }

    /// The minutes of each member in the month of `month`, and those without one, most first: members who have spent some
    /// or may sign in. Empty without members.
    pub async fn hours_by_person(&self, month: Date) -> Result<Vec<PersonHours>> {
        let members = "SELECT id, name, disabled_at FROM member ORDER BY created_at, id";
        let minutes = format!(
            "SELECT member_id, {} FROM time_entry WHERE spent_on >= $1 AND spent_on < $2 GROUP BY member_id",
            saturating_sum("minutes")
        );
        let mut tx = self.db.snapshot().await?;
        let members: Vec<(MemberId, String, Option<i64>)> = tx.fetch_all(members, ()).await?;
        let values = (month_start(month, 0), month_start(month, 1));
        let minutes: Vec<(Option<MemberId>, i64)> = tx.fetch_all(AssertSqlSafe(minutes), values).await?;
        tx.commit().await?;
        if members.is_empty() {
            return Ok(Vec::new());
        }
        let mut minutes: HashMap<Option<MemberId>, i64> = minutes.into_iter().collect();
        let mut of = |id: Option<&MemberId>| minutes.remove(&id.cloned()).unwrap_or(0);
        let agency = PersonHours { member: None, minutes: of(None) };
        let members = members.into_iter().filter_map(|(id, name, disabled_at)| {
            let minutes = of(Some(&id));
            (minutes > 0 || disabled_at.is_none()).then_some(PersonHours { member: Some((id, name)), minutes })
        });
        let mut people: Vec<_> = members.chain([agency]).collect();
        people.sort_by_key(|person| Reverse(person.minutes));
        Ok(people)
    }

    /// The estimate of a project, else the sum of those of its tasks, in minutes.
    pub async fn estimate_minutes(&self, project: &ProjectId) -> Result<Option<i64>> {
        let sql = format!("SELECT {ESTIMATE} FROM project WHERE project.id = $1");
        Ok(self.db.readers().fetch_optional_value::<Option<i64>>(AssertSqlSafe(sql), [project]).await?.flatten())
    }

    /// The total of the quote of a project in cents; `None` without a quote.
    pub async fn quote_cents(&self, project: &ProjectId) -> Result<Option<i128>> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(quote_totals(&mut connection, &[project]).await?.remove(project))
    }

    /// Minutes of `whose` by month over all projects, for the `months` months that end with the one of `last`; oldest
    /// first.
    pub async fn hours_by_month(&self, last: Date, whose: &HoursOf, months: i64) -> Result<Vec<(Date, i64)>> {
        let mut values = vec![month_start(last, 1 - months).into_cell(), month_start(last, 1).into_cell()];
        let person = person(whose, &mut values);
        let sql = format!(
            "SELECT substr(spent_on, 1, 7) AS month, {} FROM time_entry \
             WHERE spent_on >= $1 AND spent_on < $2{person} GROUP BY substr(spent_on, 1, 7)",
            saturating_sum("minutes")
        );
        let rows: Vec<(String, i64)> = self.db.readers().fetch_all(AssertSqlSafe(sql), values).await?;
        let minutes: HashMap<String, i64> = rows.into_iter().collect();
        let of = |start: Date| {
            let month = start.to_string();
            (start, minutes.get(&month[..7]).copied().unwrap_or(0))
        };
        Ok((1 - months..=0).map(|ago| of(month_start(last, ago))).collect())
    }
}

/// The condition on whose hours they are; its value is added to `values`.
fn person(whose: &HoursOf, values: &mut Vec<Cell>) -> String {
    match whose {
        HoursOf::Everybody => String::new(),
        HoursOf::Agency => " AND member_id IS NULL".to_owned(),
        HoursOf::Member(id) => {
            values.push(id.into_cell());
            format!(" AND member_id = ${}", values.len())
        }
    }
}

const ESTIMATE: &str = "COALESCE(project.estimate_minutes, (SELECT CAST(SUM(task.estimate_minutes) AS BIGINT) \
     FROM phase JOIN task ON task.phase_id = phase.id WHERE phase.project_id = project.id))";

/// The total of the quote of each project that has one.
async fn quote_totals(connection: &mut Connection, projects: &[&ProjectId]) -> Result<HashMap<ProjectId, i128>, Fault> {
    if projects.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT project_id, quantity, unit_price_cents FROM quote_item WHERE project_id IN ({})",
        placeholders(projects.len())
    );
    let items: Vec<(ProjectId, Quantity, i64)> = connection.fetch_all(AssertSqlSafe(sql), projects).await?;
    let mut totals = HashMap::new();
    for (project, quantity, price) in items {
        let total: &mut i128 = totals.entry(project).or_default();
        *total = total.saturating_add(quantity.times(price));
    }
    Ok(totals)
}

row! {
    row => HoursLine { project_id, project_name, client_name, month_minutes, total_minutes, estimate_minutes; quote_cents: None }
}

//! What is due, over all projects in progress.

use domain::overview::{AgendaItem, AgendaKind, Appointment, LeadStep};
use domain::{Cursor, Date, Page, Timestamp, paging};
use sqlx::AssertSqlSafe;

use crate::db::Connection;
use crate::db::query::Values as _;
use crate::db::query::row;
use crate::{Fault, Result, Store};

/// Before every date that is stored.
const EARLIEST: &str = "0000-01-01";

impl Store {
    /// A page of what is overdue, the oldest first.
    pub async fn overdue(&self, after: Option<&Cursor>) -> Result<Page<AgendaItem>> {
        let today = self.today().await?.to_string();
        Ok(due(&mut self.db.readers().acquire().await?, EARLIEST, &today, after).await?)
    }

    /// A page of what is due within `days` days, today included.
    pub async fn agenda(&self, days: i64, after: Option<&Cursor>) -> Result<Page<AgendaItem>> {
        let today = self.today().await?;
        Ok(upcoming(&mut self.db.readers().acquire().await?, today, days, after).await?)
    }
}

/// What is due from `today` on, within `days` days.
pub(super) async fn upcoming(
    connection: &mut Connection,
    today: Date,
    days: i64,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let end = today.days_later(days + 1).to_string();
    due(connection, &today.to_string(), &end, after).await
}

/// What is due from `from` on and before `end`. The key of a cursor is the date and the kind: `2026-11-20 task`.
async fn due(
    connection: &mut Connection,
    from: &str,
    end: &str,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let after = after.and_then(|after| Some((after.key.split_once(' ')?, after.id.as_str())));
    let parts = PARTS.map(|part| part.sql(after.is_some())).join(" UNION ALL ");
    let sql = format!(
        "SELECT dated.kind, dated.id, dated.due_on, dated.title, dated.project_id, project.name AS project_name, \
         client.name AS client_name FROM (SELECT * FROM ({parts}) AS parts ORDER BY due_on, kind, id LIMIT {}) AS dated \
         JOIN project ON project.id = dated.project_id JOIN client ON client.id = project.client_id \
         ORDER BY dated.due_on, dated.kind, dated.id",
        paging::MAX_ITEMS + 1
    );
    let values = match after {
        // From the day of the cursor on, so that an index finds it.
        Some(((day, kind), id)) => [day, end, kind, id].into_cells(),
        None => [from, end].into_cells(),
    };
    let items = connection.fetch_all::<AgendaItem>(AssertSqlSafe(sql), values).await?;
    Ok(Page::of(items, |item| Cursor::new(format!("{} {}", item.due_on, item.kind), &item.id)))
}

/// One kind of record. The status of the project is a subquery, so that both databases begin with the index on
/// the due date.
struct Part {
    kind: AgendaKind,
    table: &'static str,
    due_on: &'static str,
    title: &'static str,
    project: &'static str,
    open: &'static str,
}

const PARTS: [Part; 4] = [
    Part {
        kind: AgendaKind::Payment,
        table: "payment",
        due_on: "COALESCE(payment.due_on, '9999-12-31')",
        title: "payment.label",
        project: "payment.project_id",
        open: "payment.paid_at IS NULL",
    },
    Part {
        kind: AgendaKind::Phase,
        table: "phase",
        due_on: "phase.due_on",
        title: "phase.name",
        project: "phase.project_id",
        open: "phase.status <> 'completed' AND \
             (SELECT project.status FROM project WHERE project.id = phase.project_id) = 'active'",
    },
    Part {
        kind: AgendaKind::Project,
        table: "project",
        due_on: "COALESCE(project.due_on, '9999-12-31')",
        title: "project.name",
        project: "project.id",
        open: "project.status = 'active'",
    },
    Part {
        kind: AgendaKind::Task,
        table: "task",
        due_on: "task.due_on",
        title: "task.title",
        project: "(SELECT phase.project_id FROM phase WHERE phase.id = task.phase_id)",
        open: "task.status <> 'done' AND (SELECT project.status FROM phase JOIN project \
             ON project.id = phase.project_id WHERE phase.id = task.phase_id) = 'active'",
    },
];

impl Part {
    /// What is due from `$1` on and before `$2`, after the kind `$3` and the id `$4` on the first day.
    fn sql(&self, has_cursor: bool) -> String {
        let Self { kind, table, due_on, title, project, open } = self;
        let position = if has_cursor {
            format!(" AND ({due_on}, '{kind}', {table}.id) > ($1, CAST($3 AS TEXT), $4)")
        } else {
            String::new()
        };
        format!(
            "SELECT * FROM (SELECT '{kind}' AS kind, {table}.id AS id, {due_on} AS due_on, {title} AS title, \
             {project} AS project_id FROM {table} WHERE {open} AND {due_on} >= $1 AND {due_on} < $2{position} \
             ORDER BY {due_on}, {table}.id LIMIT {}) AS {kind}_part",
            paging::MAX_ITEMS + 1
        )
    }

    /// Counts what is due from `$1` on and before `$2`.
    fn count_between(&self) -> String {
        let Self { table, due_on, open, .. } = self;
        format!("(SELECT COUNT(*) FROM {table} WHERE {open} AND {due_on} >= $1 AND {due_on} < $2)")
    }

    /// Counts what is due before `$1`, up to `most`.
    fn count(&self, most: i64) -> String {
        let Self { kind, table, due_on, open, .. } = self;
        format!(
            "(SELECT COUNT(*) FROM (SELECT 1 AS one FROM {table} WHERE {open} AND {due_on} < $1 \
             ORDER BY {due_on} LIMIT {most}) AS {kind}_part)"
        )
    }
}

/// How much is overdue today; at most `most` of each kind are counted.
pub(super) async fn count_overdue(connection: &mut Connection, today: Date, most: i64) -> Result<i64, Fault> {
    let sql = format!("SELECT {}", PARTS.map(|part| part.count(most)).join(" + "));
    connection.fetch_value(AssertSqlSafe(sql), [&today]).await
}

/// How much is due on `day`.
pub(crate) async fn count_on(connection: &mut Connection, day: Date) -> Result<i64, Fault> {
    let sql = format!("SELECT {}", PARTS.map(|part| part.count_between()).join(" + "));
    connection.fetch_value(AssertSqlSafe(sql), (&day, day.days_later(1).to_string())).await
}

/// The calls with leads from `from` on and before `end`.
pub(super) async fn appointments(
    connection: &mut Connection,
    from: Timestamp,
    end: Timestamp,
) -> Result<Vec<Appointment>, Fault> {
    let sql = "SELECT id AS lead_id, name, call_date AS at FROM lead \
         WHERE call_date >= $1 AND call_date < $2 ORDER BY call_date, id LIMIT 20";
    connection.fetch_all(sql, (from, end)).await
}

/// The next steps with open leads that are due until `day`, the oldest first.
pub(super) async fn lead_steps(connection: &mut Connection, day: Date) -> Result<Vec<LeadStep>, Fault> {
    let sql = "SELECT id AS lead_id, name, next_step AS step, next_step_on AS due_on, value_cents FROM lead \
         WHERE next_step_on <= $1 AND next_step_on IS NOT NULL AND next_step IS NOT NULL \
         AND status NOT IN ('won', 'lost') ORDER BY next_step_on, id LIMIT 20";
    connection.fetch_all(sql, [day]).await
}

row! { LeadStep { lead_id, name, step, due_on, value_cents } }
row! { AgendaItem { kind, id, due_on, title, project_id, project_name, client_name } }
row! { Appointment { lead_id, name, at } }

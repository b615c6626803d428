//! The list of deliverables over all projects.

use domain::overview::DeliverableLine;
use domain::{Cursor, DeliverableStatus, Page, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::db::keyset::{Keyset, filter};
use crate::db::rows::{stored, stored_enum};
use crate::{Fault, Result, Store};

/// 0 where it is not known: those come first.
const SINCE: &str = "COALESCE(deliverable.status_since, deliverable.approved_at, 0)";

impl Store {
    /// A page of deliverables by when they got their status, after the cursor `after`; with `status`, only
    /// those that have it.
    pub async fn deliverable_list(
        &self,
        status: Option<DeliverableStatus>,
        newest_first: bool,
        after: Option<&Cursor>,
    ) -> Result<Page<DeliverableLine>> {
        let keyset = Keyset::by_number(SINCE, "deliverable.id", newest_first, after);
        let mut next = 1;
        let mut conditions = Vec::new();
        if status.is_some() {
            conditions.push("deliverable.status = $1".to_owned());
            next += 1;
        }
        conditions.extend(keyset.condition(&mut next));
        let direction = if newest_first { " DESC" } else { "" };
        let sql = format!(
            "SELECT found.id, found.title, found.status, found.since, project.id AS project_id, \
             project.name AS project_name, client.id AS client_id, client.name AS client_name \
             FROM (SELECT deliverable.id, deliverable.task_id, deliverable.title, deliverable.status, \
               {SINCE} AS since FROM deliverable{}{}) AS found \
             JOIN task ON task.id = found.task_id JOIN phase ON phase.id = task.phase_id \
             JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
             ORDER BY found.since{direction}, found.id{direction}",
            filter(&conditions),
            keyset.order()
        );
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(sql));
        if let Some(status) = status {
            query = query.bind(status.as_str());
        }
        let rows = keyset.bind(query).fetch_all(self.db.readers()).await?;
        let page = Page::of(rows, |row| Cursor::new(row.since, &row.id));
        let items = page.items.into_iter().map(DeliverableLine::try_from).collect::<Result<_, Fault>>()?;
        Ok(Page { items, next: page.next })
    }
}

#[derive(FromRow)]
struct Row {
    id: String,
    title: String,
    status: String,
    since: i64,
    project_id: String,
    project_name: String,
    client_id: String,
    client_name: String,
}

impl TryFrom<Row> for DeliverableLine {
    type Error = Fault;

    fn try_from(row: Row) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            title: row.title,
            status: stored_enum(&row.status)?,
            since: Some(row.since).filter(|since| *since != 0).map(Timestamp::from_millis),
            project_id: stored(row.project_id)?,
            project_name: row.project_name,
            client_id: stored(row.client_id)?,
            client_name: row.client_name,
        })
    }
}

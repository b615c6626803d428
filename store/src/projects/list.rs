//! The list of projects.

use domain::overview::{ProjectOrder, Sort};
use domain::projects::board::{Progress, ProjectLine};
use domain::{Cursor, Page, ProjectStatus, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::db::keyset::{Keyset, filter};
use crate::db::rows::{stored, stored_enum, stored_option};
use crate::search_index::Search;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of projects after the cursor `after`: those with `status`, if given, and those where every word
    /// of `q` begins a word of the name, the description or the client's name.
    pub async fn project_list(
        &self,
        q: &str,
        status: Option<ProjectStatus>,
        sort: Sort<ProjectOrder>,
        after: Option<&Cursor>,
    ) -> Result<Page<ProjectLine>> {
        let search = Search::parse(q);
        let keyset = match sort.by {
            ProjectOrder::Created => {
                Keyset::by_number("project.created_at", "project.id", sort.descending, after)
            }
            ProjectOrder::Due => Keyset::by_text(DUE, "project.id", sort.descending, after),
        };
        let sql = statement(search.as_ref(), status.is_some(), &keyset, sort);
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(sql));
        if let Some(status) = status {
            query = query.bind(status.as_str());
        }
        query = keyset.bind(query);
        if let Some(search) = &search {
            query = search.bind(query);
        }
        let rows = query.fetch_all(self.db.readers()).await?;
        let lines = rows.into_iter().map(ProjectLine::try_from).collect::<Result<Vec<_>, Fault>>()?;
        Ok(Page::of(lines, |line| match (sort.by, line.due_on) {
            (ProjectOrder::Created, _) => Cursor::new(line.created_at.as_millis(), &line.id),
            (ProjectOrder::Due, Some(due)) => Cursor::new(due, &line.id),
            (ProjectOrder::Due, None) => Cursor::new(NO_DATE, &line.id),
        }))
    }
}

/// The sources of project ids for a search word: the project's own texts, and its client's.
const SOURCES: [&str; 2] = [
    "SELECT project_id FROM project_word WHERE",
    "SELECT own.id FROM client_word JOIN project own ON own.client_id = client_word.client_id WHERE",
];

/// Projects without a due date are the last ones.
const DUE: &str = "COALESCE(project.due_on, '9999-12-31')";
const NO_DATE: &str = "9999-12-31";

/// The SELECT of a page and one more row. Tasks and deliverables are counted for these rows only; the order is
/// that of an index, with a status and without. `CROSS JOIN` makes SQLite begin with the project.
fn statement(search: Option<&Search>, has_status: bool, keyset: &Keyset, sort: Sort<ProjectOrder>) -> String {
    let mut conditions = Vec::new();
    let mut next = 1;
    if has_status {
        conditions.push("project.status = $1".to_owned());
        next += 1;
    }
    conditions.extend(keyset.condition(&mut next));
    conditions.extend(search.map(|search| search.among("project.id", &SOURCES, next)));
    let key = match sort.by {
        ProjectOrder::Created => "found.created_at",
        ProjectOrder::Due => "found.due_key",
    };
    let direction = if sort.descending { " DESC" } else { "" };
    format!(
        "SELECT found.id, found.name, found.client_id, client.name AS client_name, found.status, \
         found.due_on, found.created_at, \
         (SELECT COUNT(*) FROM phase JOIN task ON task.phase_id = phase.id \
           WHERE phase.project_id = found.id) AS tasks, \
         (SELECT COUNT(*) FROM phase JOIN task ON task.phase_id = phase.id \
           WHERE phase.project_id = found.id AND task.status = 'done') AS done, \
         (SELECT COUNT(*) FROM {IN_REVIEW}) AS in_review, \
         (SELECT MIN(deliverable.status_since) FROM {IN_REVIEW}) AS in_review_since \
         FROM (SELECT project.id, project.client_id, project.name, project.status, project.due_on, \
           project.created_at, {DUE} AS due_key FROM project{}{}) AS found \
         JOIN client ON client.id = found.client_id \
         ORDER BY {key}{direction}, found.id{direction}",
        filter(&conditions),
        keyset.order()
    )
}

const IN_REVIEW: &str = "phase CROSS JOIN task CROSS JOIN deliverable WHERE phase.project_id = found.id \
     AND task.phase_id = phase.id AND deliverable.task_id = task.id AND deliverable.status = 'in_review'";

#[derive(FromRow)]
struct Row {
    id: String,
    name: String,
    client_id: String,
    client_name: String,
    status: String,
    due_on: Option<String>,
    created_at: i64,
    tasks: i64,
    done: i64,
    in_review: i64,
    in_review_since: Option<i64>,
}

impl TryFrom<Row> for ProjectLine {
    type Error = Fault;

    fn try_from(row: Row) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            name: row.name,
            client_id: stored(row.client_id)?,
            client_name: row.client_name,
            status: stored_enum(&row.status)?,
            due_on: stored_option(row.due_on)?,
            created_at: Timestamp::from_millis(row.created_at),
            progress: Progress { done: row.done, all: row.tasks },
            in_review: (row.in_review, row.in_review_since.map(Timestamp::from_millis)),
        })
    }
}

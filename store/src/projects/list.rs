//! The list of projects.

use domain::projects::board::{Progress, ProjectLine};
use domain::{Cursor, Page, ProjectStatus, Timestamp, paging};
use sqlx::{AssertSqlSafe, FromRow};

use crate::db::rows::{stored, stored_enum, stored_option};
use crate::search_index::Search;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of projects, newest first, after the cursor `after`: those with `status`, if given, and those
    /// where every word of `q` begins a word of the name, the description or the client's name.
    pub async fn project_list(
        &self,
        q: &str,
        status: Option<ProjectStatus>,
        after: Option<&Cursor>,
    ) -> Result<Page<ProjectLine>> {
        let search = Search::parse(q);
        let after = after.and_then(|after| Some((after.number()?, after.id.as_str())));
        let sql = statement(search.as_ref(), status.is_some(), after.is_some());
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(sql));
        if let Some(status) = status {
            query = query.bind(status.as_str());
        }
        if let Some((created_at, id)) = after {
            query = query.bind(created_at).bind(id);
        }
        if let Some(search) = &search {
            query = search.bind(query);
        }
        let rows = query.fetch_all(self.db.readers()).await?;
        let lines = rows.into_iter().map(ProjectLine::try_from).collect::<Result<Vec<_>, Fault>>()?;
        Ok(Page::of(lines, |line| Cursor::new(line.created_at.as_millis(), &line.id)))
    }
}

/// The sources of project ids for a search word: the project's own texts, and its client's.
const SOURCES: [&str; 2] = [
    "SELECT project_id FROM project_word WHERE",
    "SELECT own.id FROM client_word JOIN project own ON own.client_id = client_word.client_id WHERE",
];

/// The SELECT of a page and one more row. Tasks are counted for these rows only; the order is that of an
/// index, with a status and without.
fn statement(search: Option<&Search>, has_status: bool, has_cursor: bool) -> String {
    let mut conditions = Vec::new();
    let mut next = 1;
    if has_status {
        conditions.push(format!("project.status = ${next}"));
        next += 1;
    }
    if has_cursor {
        conditions.push(format!("(project.created_at, project.id) < (${next}, ${})", next + 1));
        next += 2;
    }
    if let Some(search) = search {
        conditions.push(search.among("project.id", &SOURCES, next));
    }
    let conditions =
        if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    let most = paging::MOST + 1;
    format!(
        "SELECT found.id, found.name, found.client_id, client.name AS client_name, found.status, \
         found.due_on, found.created_at, \
         (SELECT COUNT(*) FROM phase JOIN task ON task.phase_id = phase.id \
           WHERE phase.project_id = found.id) AS tasks, \
         (SELECT COUNT(*) FROM phase JOIN task ON task.phase_id = phase.id \
           WHERE phase.project_id = found.id AND task.status = 'done') AS done \
         FROM (SELECT project.id, project.client_id, project.name, project.status, project.due_on, \
           project.created_at FROM project {conditions} \
           ORDER BY project.created_at DESC, project.id DESC LIMIT {most}) found \
         JOIN client ON client.id = found.client_id \
         ORDER BY found.created_at DESC, found.id DESC"
    )
}

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
        })
    }
}

//! The list of projects.

use domain::id::MemberId;
use domain::overview::{ProjectOrder, Sort};
use domain::projects::board::{Progress, ProjectLine};
use domain::{Cursor, Page, ProjectStatus};
use sqlx::AssertSqlSafe;

use crate::db::column::read;
use crate::db::keyset::{Conditions, Keyset};
use crate::db::query::row;
use crate::people::assigned::{is_project_assigned, quoted};
use crate::search_index::Search;
use crate::{Result, Store};

impl Store {
    /// A page of projects after the cursor `after`: those of the clients that `assigned_to` looks after and
    /// those with `status`, if given, and those where every word of `q` begins a word of the name, the description or the
    /// client's name.
    pub async fn project_list(
        &self,
        assigned_to: Option<&MemberId>,
        q: &str,
        status: Option<ProjectStatus>,
        sort: Sort<ProjectOrder>,
        after: Option<&Cursor>,
    ) -> Result<Page<ProjectLine>> {
        let search = Search::parse(q);
        let keyset = match sort.by {
            ProjectOrder::Created => Keyset::by_number("project.created_at", "project.id", sort.descending, after),
            ProjectOrder::Due => Keyset::by_text(DUE, "project.id", sort.descending, after),
        };
        let mut conditions = Conditions::default();
        if let Some(status) = status {
            conditions.add("project.status = $1", [status]);
        }
        if let Some(member) = assigned_to {
            conditions.add(&is_project_assigned("project.id"), [quoted(member)]);
        }
        keyset.add_to(&mut conditions);
        if let Some(search) = search {
            conditions.add(&search.among("project.id", &SOURCES, 1), search.values());
        }
        let sql = AssertSqlSafe(statement(&conditions, &keyset, sort.by));
        let lines: Vec<ProjectLine> = self.db.readers().fetch_all(sql, conditions.values).await?;
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
fn statement(conditions: &Conditions, keyset: &Keyset, by: ProjectOrder) -> String {
    let key = match by {
        ProjectOrder::Created => "found.created_at",
        ProjectOrder::Due => "found.due_key",
    };
    let direction = keyset.direction();
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
        conditions.filter(),
        keyset.order()
    )
}

const IN_REVIEW: &str = "phase CROSS JOIN task CROSS JOIN deliverable WHERE phase.project_id = found.id \
     AND task.phase_id = phase.id AND deliverable.task_id = task.id AND deliverable.status = 'in_review'";

row! {
    row => ProjectLine {
        id, name, client_id, client_name, status, due_on, created_at;
        progress: Progress { done: read(row, "done")?, all: read(row, "tasks")? },
        in_review: (read(row, "in_review")?, read(row, "in_review_since")?),
    }
}

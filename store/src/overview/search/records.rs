//! The records that have all words of a search.

use domain::overview::{Hit, HitGroup, HitKind};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::db::column::{Cell, Column};
use crate::db::keyset::placeholders;
use crate::db::query::row;
use crate::search_index::{Index, Search};

/// Of so many hits for each one that is shown the first are chosen; then of four times as many, and so on.
const HITS_FOR_EACH: usize = 4;
/// Between the ids of [`found_ids`].
const SEPARATOR: char = '\u{1e}';

/// Where the records of a kind are.
pub(super) struct Source {
    index: Index,
    /// Their title, the rest of their texts, client, status, due date and time.
    columns: [&'static str; 6],
    /// The joins with their project; `None` if they have none.
    to_project: Option<&'static str>,
}

const NONE: &str = "CAST(NULL AS TEXT)";
const NO_TIME: &str = "CAST(NULL AS BIGINT)";

/// `None` for messages.
pub(super) const fn source(kind: HitKind) -> Option<Source> {
    const DESCRIBED: &str = "COALESCE(deliverable.description || ' ', '') || COALESCE(deliverable.url, '')";
    const REACHED: &str = "COALESCE(client.email || ' ', '') || COALESCE(client.phone, '')";
    const LEAD_REACHED: &str = "COALESCE(lead.email || ' ', '') || COALESCE(lead.phone, '')";
    let (index, columns, to_project) = match kind {
        HitKind::Client => (Index::Client, ["client.name", REACHED, "client.company", NONE, NONE, NO_TIME], None),
        HitKind::Project => (
            Index::Project,
            ["project.name", "project.description", "client.name", "project.status", "project.due_on", NO_TIME],
            Some(""),
        ),
        HitKind::Phase => (
            Index::Phase,
            ["phase.name", "phase.description", "client.name", "phase.status", "phase.due_on", NO_TIME],
            Some(" JOIN project ON project.id = phase.project_id"),
        ),
        HitKind::Task => (
            Index::Task,
            ["task.title", "task.description", "client.name", "task.status", "task.due_on", NO_TIME],
            Some(" JOIN phase ON phase.id = task.phase_id JOIN project ON project.id = phase.project_id"),
        ),
        HitKind::Deliverable => (
            Index::Deliverable,
            ["deliverable.title", DESCRIBED, "client.name", "deliverable.status", NONE, NO_TIME],
            Some(
                " JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
                 JOIN project ON project.id = phase.project_id",
            ),
        ),
        HitKind::Document => (
            Index::Document,
            ["document.name", "COALESCE(document.url, '')", "client.name", NONE, NONE, "document.created_at"],
            Some(" JOIN project ON project.id = document.project_id"),
        ),
        HitKind::Note => (
            Index::Note,
            ["note.text", NONE, "client.name", NONE, NONE, "note.created_at"],
            Some(" JOIN project ON project.id = note.project_id"),
        ),
        HitKind::Lead => (Index::Lead, ["lead.name", LEAD_REACHED, "lead.company", "lead.status", NONE, NO_TIME], None),
        HitKind::Message => return None,
    };
    Some(Source { index, columns, to_project })
}

/// At most `most` hits: of projects in progress first, then the newer ids.
pub(super) async fn find(
    tx: &mut Tx,
    search: &Search,
    kind: HitKind,
    source: &Source,
    most: usize,
) -> Result<HitGroup, Fault> {
    let ids = found_ids(tx, search, source.index).await?;
    let count = i64::try_from(ids.len()).unwrap_or(i64::MAX);
    let rows = source.first(tx, &ids, most).await?;
    Ok(HitGroup { kind, hits: rows.into_iter().map(|row| row.hit(search)).collect(), count })
}

/// The newer ids first. They come in one value: three hundred rows would take longer to get here than to be found.
async fn found_ids(tx: &mut Tx, search: &Search, index: Index) -> Result<Vec<String>, Fault> {
    let ids = search.ids(index, HitGroup::MAX_COUNTED);
    let sql = format!("SELECT STRING_AGG(id, '{SEPARATOR}') FROM (SELECT DISTINCT id FROM ({ids}) AS found) AS found");
    let ids: Option<String> = tx.fetch_value(AssertSqlSafe(sql), search.values()).await?;
    let mut ids: Vec<String> = ids.iter().flat_map(|ids| ids.split(SEPARATOR)).map(str::to_owned).collect();
    ids.sort_unstable_by(|one, other| other.cmp(one));
    Ok(ids)
}

/// The placeholders and values of a list of ids. The last is repeated up to the next power of two, so that there are few
/// statements, which are cached.
fn one_of(ids: &[String]) -> (String, Vec<Cell>) {
    let count = ids.len().next_power_of_two();
    let padded = ids.iter().chain(std::iter::repeat(&ids[ids.len() - 1])).take(count);
    (format!("({})", placeholders(count)), padded.map(Column::into_cell).collect())
}

impl Source {
    /// The first `most` of `ids`, those of projects in progress before the others. Reads no more of them than that takes.
    async fn first(&self, tx: &mut Tx, ids: &[String], most: usize) -> Result<Vec<Row>, Fault> {
        let (mut open, mut others) = (Vec::new(), Vec::new());
        let (mut rest, mut next) = (ids, HITS_FOR_EACH * most);
        while open.len() < most && !rest.is_empty() {
            let (some, later) = rest.split_at(rest.len().min(next));
            let rows = self.rows(tx, some, most).await?;
            let (some_open, some_others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.is_open);
            open.extend(some_open);
            others.extend(some_others);
            (rest, next) = (later, 4 * next);
        }
        Ok(open.into_iter().chain(others).take(most).collect())
    }

    /// The first `most` of those with these ids.
    async fn rows(&self, tx: &mut Tx, ids: &[String], most: usize) -> Result<Vec<Row>, Fault> {
        let Self { index, columns: [title, text, client, status, due_on, at], to_project } = self;
        let table = index.records();
        let (project, is_open, joins) = match to_project {
            Some(joins) => (
                "project.id AS project_id, project.name AS project",
                // No condition, by which PostgreSQL would begin with all projects in progress.
                "CASE WHEN project.status = 'active' THEN 1 ELSE 0 END",
                format!("{joins} JOIN client ON client.id = project.client_id"),
            ),
            None => ("CAST(NULL AS TEXT) AS project_id, CAST(NULL AS TEXT) AS project", "1", String::new()),
        };
        let (list, values) = one_of(ids);
        let sql = format!(
            "SELECT {table}.id, {title} AS title, {text} AS text, {client} AS client, {project}, {status} AS status, \
             {due_on} AS due_on, {at} AS at, {is_open} AS is_open FROM {table}{joins} WHERE {table}.id IN {list} \
             ORDER BY is_open DESC, {table}.id DESC LIMIT {most}"
        );
        tx.fetch_all(AssertSqlSafe(sql), values).await
    }
}

row! {
    struct Row {
        id: String,
        title: String,
        text: Option<String>,
        client: Option<String>,
        project_id: Option<String>,
        project: Option<String>,
        status: Option<String>,
        due_on: Option<domain::Date>,
        at: Option<domain::Timestamp>,
        is_open: bool,
    }
}

impl Row {
    fn hit(self, search: &Search) -> Hit {
        let Self { id, title, text, client, project_id, project, status, due_on, at, is_open: _ } = self;
        let found_at = text.as_deref().and_then(|text| search.match_offset(text));
        Hit { id, title, text, client, project_id, project, status, due_on, at, client_id: None, found_at }
    }
}

//! The search over everything: a few records of each kind.

use domain::id::ClientId;
use domain::overview::{Hit, HitGroup, HitKind};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use sqlx::AssertSqlSafe;

use crate::conversation::inbox::found;
use crate::db::Tx;
use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

/// So many kinds are searched at the same time, each on a connection: one search leaves connections to others.
const KINDS_AT_ONCE: usize = 2;

impl Store {
    /// The records where each word of `q` begins a word, by kind: a few of every kind, or many of `only` one. Records of
    /// projects in progress come first, then the newer ids.
    pub async fn search(&self, q: &str, only: Option<HitKind>) -> Result<Vec<HitGroup>> {
        let Some(search) = Search::parse(q) else { return Ok(Vec::new()) };
        let most = if only.is_some() { HitGroup::MANY } else { HitGroup::FEW };
        let kinds = HitKind::ALL.iter().copied().filter(|kind| only.is_none_or(|only| only == *kind));
        let searches = kinds.map(|kind| self.search_kind(&search, kind, most)).collect::<Vec<_>>();
        let mut groups: Vec<HitGroup> = stream::iter(searches).buffered(KINDS_AT_ONCE).try_collect().await?;
        groups.retain(|group| !group.hits.is_empty());
        Ok(groups)
    }

    async fn search_kind(&self, search: &Search, kind: HitKind, most: usize) -> Result<HitGroup> {
        let mut tx = self.db.snapshot().await?;
        let group = match source(kind) {
            Some(source) => records(&mut tx, search, kind, &source, most).await?,
            None => messages(&mut tx, search, most).await?,
        };
        tx.commit().await?;
        Ok(group)
    }
}

/// `text` in pieces, each with whether `q` searches for it.
pub fn marked<'a>(q: &str, text: &'a str) -> Vec<(&'a str, bool)> {
    Search::parse(q).map_or_else(|| vec![(text, false)], |search| search.marked(text))
}

/// Where the records of a kind are.
struct Source {
    index: Index,
    /// Their title, the rest of their texts, client, status, due date and time.
    columns: [&'static str; 6],
    /// The joins from their id to their project and client.
    from: &'static str,
    has_project: bool,
}

const fn source(kind: HitKind) -> Option<Source> {
    const DESCRIBED: &str = "COALESCE(deliverable.description || ' ', '') || COALESCE(deliverable.url, '')";
    const REACHED: &str = "COALESCE(client.email || ' ', '') || COALESCE(client.phone, '')";
    const LEAD_REACHED: &str = "COALESCE(lead.email || ' ', '') || COALESCE(lead.phone, '')";
    let (index, columns, from, has_project) = match kind {
        HitKind::Client => (
            Index::Client,
            ["client.name", REACHED, "client.company", NONE, NONE, NO_TIME],
            "client ON client.id = hit.id",
            false,
        ),
        HitKind::Project => (
            Index::Project,
            ["project.name", "project.description", "client.name", "project.status", "project.due_on", NO_TIME],
            "project ON project.id = hit.id",
            true,
        ),
        HitKind::Phase => (
            Index::Phase,
            ["phase.name", "phase.description", "client.name", "phase.status", "phase.due_on", NO_TIME],
            "phase ON phase.id = hit.id JOIN project ON project.id = phase.project_id",
            true,
        ),
        HitKind::Task => (
            Index::Task,
            ["task.title", "task.description", "client.name", "task.status", "task.due_on", NO_TIME],
            "task ON task.id = hit.id JOIN phase ON phase.id = task.phase_id JOIN project ON project.id = phase.project_id",
            true,
        ),
        HitKind::Deliverable => (
            Index::Deliverable,
            ["deliverable.title", DESCRIBED, "client.name", "deliverable.status", NONE, NO_TIME],
            "deliverable ON deliverable.id = hit.id JOIN task ON task.id = deliverable.task_id \
             JOIN phase ON phase.id = task.phase_id JOIN project ON project.id = phase.project_id",
            true,
        ),
        HitKind::Document => (
            Index::Document,
            ["document.name", "COALESCE(document.url, '')", "client.name", NONE, NONE, "document.created_at"],
            "document ON document.id = hit.id JOIN project ON project.id = document.project_id",
            true,
        ),
        HitKind::Note => (
            Index::Note,
            ["note.text", NONE, "client.name", NONE, NONE, "note.created_at"],
            "note ON note.id = hit.id JOIN project ON project.id = note.project_id",
            true,
        ),
        HitKind::Lead => (
            Index::Lead,
            ["lead.name", LEAD_REACHED, "lead.company", "lead.status", NONE, NO_TIME],
            "lead ON lead.id = hit.id",
            false,
        ),
        HitKind::Message => return None,
    };
    Some(Source { index, columns, from, has_project })
}

const NONE: &str = "CAST(NULL AS TEXT)";
const NO_TIME: &str = "CAST(NULL AS BIGINT)";

async fn records(tx: &mut Tx, search: &Search, kind: HitKind, source: &Source, most: usize) -> Result<HitGroup, Fault> {
    let Source { index, columns: [title, text, client, status, due_on, at], from, has_project } = source;
    let (project, client_join, order) = if *has_project {
        let order = "CASE WHEN project.status = 'active' THEN 0 ELSE 1 END, hit.id DESC";
        ("project.id AS project_id, project.name AS project", " JOIN client ON client.id = project.client_id", order)
    } else {
        ("CAST(NULL AS TEXT) AS project_id, CAST(NULL AS TEXT) AS project", "", "hit.id DESC")
    };
    // Texts are read of what is shown only, not of all that is counted.
    let sql = format!(
        "SELECT hit.id, {title} AS title, {text} AS text, {client} AS client, {project}, {status} AS status, \
         {due_on} AS due_on, {at} AS at, hit.total \
         FROM (SELECT hit.id, COUNT(*) OVER () AS total FROM (SELECT DISTINCT id FROM ({}) AS rows) AS hit JOIN {from} \
           ORDER BY {order} LIMIT {most}) AS hit JOIN {from}{client_join} ORDER BY {order}",
        search.ids(*index, HitGroup::MAX_COUNTED)
    );
    let rows: Vec<Row> = tx.fetch_all(AssertSqlSafe(sql), search.values()).await?;
    let count = rows.first().map_or(0, |row| row.total);
    Ok(HitGroup { kind, hits: rows.into_iter().map(|row| row.hit(search)).collect(), count })
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
        total: i64,
    }
}

impl Row {
    fn hit(self, search: &Search) -> Hit {
        let Self { id, title, text, client, project_id, project, status, due_on, at, .. } = self;
        let found_at = text.as_deref().and_then(|text| search.match_offset(text));
        Hit { id, title, text, client, project_id, project, status, due_on, at, client_id: None, found_at }
    }
}

/// The newest message of each client that has the words, those with the latest conversations. The words may be spread
/// over the messages of a client, as in the inbox.
async fn messages(tx: &mut Tx, search: &Search, most: usize) -> Result<HitGroup, Fault> {
    let mut conditions = Conditions::default();
    conditions.add(&search.condition(&[(Index::Thread, "client.id")], 1), search.values());
    let sql = format!(
        "SELECT client.id, client.name FROM client{} \
         ORDER BY COALESCE(client.last_comment_at, 0) DESC, client.id DESC LIMIT {}",
        conditions.filter(),
        domain::paging::MAX_ITEMS
    );
    let clients: Vec<(ClientId, String)> = tx.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
    let ids: Vec<&ClientId> = clients.iter().map(|(id, _)| id).collect();
    let mut found = found::recent(tx, search, &ids).await?;
    let mut hits = Vec::new();
    for (id, name) in &clients {
        let message = match found.remove(id) {
            Some((message, _)) => Some(message),
            // Older ones are searched for where there is room for them.
            None if hits.len() < most => found::anywhere(tx, search, id).await?,
            None => None,
        };
        let Some(message) = message else { continue };
        let text = message.text.to_string();
        hits.push(Hit {
            id: message.id.to_string(),
            title: name.clone(),
            found_at: search.match_offset(&text),
            text: Some(text),
            at: Some(message.created_at),
            client_id: Some(id.to_string()),
            ..Hit::default()
        });
    }
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.at));
    hits.truncate(most);
    Ok(HitGroup { kind: HitKind::Message, hits, count: i64::try_from(clients.len()).unwrap_or(i64::MAX) })
}

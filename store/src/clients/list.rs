//! The list of clients.

use domain::clients::ClientLine;
use domain::paging::MOST;
use domain::{Cursor, Page, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::conversation::unread;
use crate::db::rows::stored;
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

impl Store {
    /// A page of clients by name, after the cursor `after`. With `typed`, only those that match every word in
    /// name, company, e-mail or telephone.
    pub async fn client_list(&self, typed: &str, after: Option<&Cursor>) -> Result<Page<ClientLine>> {
        let search = Search::parse(typed);
        let mut query =
            sqlx::query_as::<_, LineRow>(AssertSqlSafe(statement(search.as_ref(), after.is_some())));
        if let Some(after) = after {
            query = query.bind(&after.key).bind(&after.id);
        }
        if let Some(search) = &search {
            query = search.bind(query);
        }
        let mut tx = self.db.snapshot().await?;
        let rows = query.fetch_all(&mut *tx).await?;
        let page = Page::of(rows, |row| Cursor::new(&row.sort_name, &row.id));
        let ids: Vec<&str> = page.items.iter().map(|row| row.id.as_str()).collect();
        let mut unread = unread::by_client(&mut tx, &ids).await?;
        tx.commit().await?;
        let line = |row: LineRow| {
            let unread = unread.remove(&row.id).unwrap_or(0);
            row.line(unread)
        };
        let items = page.items.into_iter().map(line).collect::<Result<_, Fault>>()?;
        Ok(Page { items, next: page.next })
    }
}

/// The SELECT of a page and one more row. The subqueries use indexes and run for these rows only.
fn statement(search: Option<&Search>, after: bool) -> String {
    let position = after.then(|| "(client.sort_name, client.id) > ($1, $2)".to_owned());
    let first = if after { 3 } else { 1 };
    let words = search.map(|search| search.condition(&[(Index::Client, "client.id")], first));
    let conditions: Vec<String> = [position, words].into_iter().flatten().collect();
    let filter =
        if conditions.is_empty() { String::new() } else { format!("WHERE {} ", conditions.join(" AND ")) };
    format!("{LINE}{filter}ORDER BY client.sort_name, client.id LIMIT {}", MOST + 1)
}

const LINE: &str = "SELECT client.id, client.name, client.company, COALESCE(client.sort_name, client.name) AS sort_name, \
     (SELECT COUNT(*) FROM project \
        WHERE project.client_id = client.id AND project.status = 'active') AS active_projects, \
     (SELECT MAX(comment.created_at) FROM comment WHERE comment.client_id = client.id) AS last_contact \
     FROM client ";

#[derive(FromRow)]
struct LineRow {
    id: String,
    name: String,
    company: Option<String>,
    sort_name: String,
    active_projects: i64,
    last_contact: Option<i64>,
}

impl LineRow {
    fn line(self, unread: i64) -> Result<ClientLine, Fault> {
        Ok(ClientLine {
            client_id: stored(self.id)?,
            name: self.name,
            company: self.company,
            unread,
            active_projects: self.active_projects,
            last_contact: self.last_contact.map(Timestamp::from_millis),
        })
    }
}

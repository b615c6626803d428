//! The inbox: the conversations with all clients, those with something unread first.

mod found;

use std::collections::HashMap;

use domain::Comment;
use domain::conversation::inbox::ThreadSummary;
use domain::id::ClientId;
use domain::paging::{Cursor, MOST, Page};
use sqlx::AssertSqlSafe;

use crate::conversation::unread;
use crate::db::Tx;
use crate::db::rows::{CommentRow, comment_columns, comment_joins, stored};
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

/// The two parts of the inbox, one after the other; a cursor's key begins with its part's letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Unread,
    Read,
}

/// What of the inbox is asked for.
#[derive(Debug, Default)]
struct Asked<'a> {
    search: Option<Search>,
    unread_only: bool,
    /// A client whose thread stands among the unread whether it is or not.
    kept: Option<&'a str>,
}

/// Where in a part to go on: after this moment and id.
type After = (i64, String);

/// Id, name and company of a client, and when something was last written.
type Line = (String, String, Option<String>, i64);

impl Store {
    /// The beginning of the inbox, as it stands beside an open thread: with `kept`, that thread keeps its
    /// place among the unread, where it stood when it was opened, so that the next one is the next one.
    ///
    /// # Errors
    /// A fault.
    pub async fn inbox_beside(&self, kept: Option<&ClientId>) -> Result<Page<ThreadSummary>> {
        self.inbox_page(&Asked { kept: kept.map(ClientId::as_str), ..Asked::default() }, None).await
    }

    /// One line per client, by last message: those with something unread, then the others, unless only
    /// the unread are asked for. With `q`, only those whose name, company, address or messages have the
    /// beginnings of all its words.
    ///
    /// # Errors
    /// A fault.
    pub async fn inbox(
        &self,
        q: &str,
        unread_only: bool,
        after: Option<&Cursor>,
    ) -> Result<Page<ThreadSummary>> {
        self.inbox_page(&Asked { search: Search::parse(q), unread_only, kept: None }, after).await
    }

    async fn inbox_page(&self, asked: &Asked<'_>, after: Option<&Cursor>) -> Result<Page<ThreadSummary>> {
        let (begin, from) = after.and_then(begins).unwrap_or((Part::Unread, first()));
        let mut tx = self.db.snapshot().await?;
        let mut lines = part(&mut tx, begin, asked, from, MOST + 1).await?;
        let mut unread = if begin == Part::Unread { lines.len() } else { 0 };
        if begin == Part::Unread && !asked.unread_only && lines.len() <= MOST {
            let room = MOST + 1 - lines.len();
            lines.extend(part(&mut tx, Part::Read, asked, first(), room).await?);
        }
        unread = unread.min(MOST);
        let page = Page::of(lines, |(id, _, _, at)| {
            Cursor::new(format!("{}{at}", if unread == MOST { 'u' } else { 'r' }), id)
        });
        let threads = summaries(&mut tx, asked.search.as_ref(), page.items).await?;
        tx.commit().await?;
        Ok(Page { items: threads, next: page.next })
    }

    /// How many messages of clients nobody has read; a thread that is marked as unread counts one more.
    ///
    /// # Errors
    /// A fault.
    pub async fn inbox_unread(&self) -> Result<i64> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(unread::in_all(&mut connection).await?)
    }
}

/// Before everything.
fn first() -> After {
    (i64::MAX, String::new())
}

/// Where a cursor says to begin; one that says nothing begins at the beginning.
fn begins(cursor: &Cursor) -> Option<(Part, After)> {
    let part = match cursor.key.chars().next()? {
        'u' => Part::Unread,
        'r' => Part::Read,
        _ => return None,
    };
    Some((part, (cursor.key[1..].parse().ok()?, cursor.id.clone())))
}

/// The lines of a part after `from`, at most `most`. The clients are walked in the order of the inbox;
/// whether one has something unread, the small index of what is unread tells.
async fn part(
    tx: &mut Tx,
    part: Part,
    asked: &Asked<'_>,
    (at, id): After,
    most: usize,
) -> Result<Vec<Line>, Fault> {
    let is = if part == Part::Unread { "" } else { "NOT " };
    let places = [(Index::Client, "client.id"), (Index::Thread, "client.id")];
    let found = asked.search.as_ref().map(|search| format!(" AND {}", search.condition(&places, 5)));
    let found = found.unwrap_or_default();
    let sql = format!(
        "SELECT client.id, client.name, client.company, COALESCE(client.last_comment_at, 0) FROM client \
         WHERE (COALESCE(client.last_comment_at, 0), client.id) < ($1, $2) AND {is}{HAS_UNREAD}{found} \
         ORDER BY COALESCE(client.last_comment_at, 0) DESC, client.id DESC LIMIT $3"
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut query = sqlx::query_as::<_, Line>(AssertSqlSafe(sql)).bind(at).bind(id).bind(most);
    query = query.bind(asked.kept.unwrap_or_default());
    if let Some(search) = &asked.search {
        query = search.bind(query);
    }
    Ok(query.fetch_all(&mut **tx).await?)
}

const HAS_UNREAD: &str = "(EXISTS (SELECT 1 FROM comment WHERE comment.client_id = client.id AND comment.unseen = 1) \
     OR EXISTS (SELECT 1 FROM unread_mark WHERE unread_mark.client_id = client.id) OR client.id = $4)";

/// The lines with what is said in them.
async fn summaries(
    tx: &mut Tx,
    search: Option<&Search>,
    lines: Vec<Line>,
) -> Result<Vec<ThreadSummary>, Fault> {
    let clients: Vec<&str> = lines.iter().map(|(id, ..)| id.as_str()).collect();
    let mut unread = unread::by_client(tx, &clients).await?;
    let mut last = last_messages(tx, &clients).await?;
    let mut found = match search {
        Some(search) => found::newest(tx, search, &clients).await?,
        None => HashMap::new(),
    };
    let summary = |(id, client_name, company, _): Line| {
        let is_named =
            |search: &Search| search.is_in(&format!("{client_name} {}", company.as_deref().unwrap_or("")));
        let is_found_elsewhere = !found.contains_key(&id) && search.is_some_and(|search| !is_named(search));
        let (message, found_at) = match found.remove(&id) {
            Some((message, at)) => (Some(message), Some(at)),
            None => (last.remove(&id), None),
        };
        let unread = unread.remove(&id).unwrap_or(0);
        let client_id = stored(id)?;
        Ok(ThreadSummary { client_id, client_name, company, message, found_at, is_found_elsewhere, unread })
    };
    lines.into_iter().map(summary).collect()
}

/// The newest message of each of these clients that has any, by client.
async fn last_messages(tx: &mut Tx, clients: &[&str]) -> Result<HashMap<String, Comment>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let places: Vec<String> = (1..=clients.len()).map(|place| format!("${place}")).collect();
    let sql = format!("{LAST_MESSAGES} ({})", places.join(", "));
    let mut query = sqlx::query_as::<_, CommentRow>(AssertSqlSafe(sql));
    for client in clients {
        query = query.bind(*client);
    }
    let rows = query.fetch_all(&mut **tx).await?;
    rows.into_iter().map(|row| Ok((row.client().to_owned(), Comment::try_from(row)?))).collect()
}

const LAST_MESSAGES: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM client JOIN comment c ON c.id = (\
       SELECT newest.id FROM comment newest WHERE newest.client_id = client.id \
       ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1)",
    comment_joins!(),
    "WHERE client.id IN",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_resumes_in_unread_or_read_part() {
        let after = |key: &str| begins(&Cursor::new(key, "rossi"));
        assert_eq!(after("u-5"), Some((Part::Unread, (-5, "rossi".to_owned()))));
        assert_eq!(after("r17"), Some((Part::Read, (17, "rossi".to_owned()))));
        for odd in ["", "u", "x5", "è5", "rr", "u5.5", "r99999999999999999999"] {
            assert_eq!(after(odd), None, "{odd}");
        }
    }
}

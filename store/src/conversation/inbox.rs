//! The inbox: the threads of all clients, those with unread messages first.

pub(crate) mod found;

use std::collections::HashMap;

use domain::conversation::inbox::ThreadSummary;
use domain::id::ClientId;
use domain::paging::{Cursor, MAX_ITEMS, Page};
use domain::{ChannelDeliverable, Comment};
use sqlx::AssertSqlSafe;

use crate::conversation::unread;
use crate::db::Tx;
use crate::db::keyset::{Conditions, placeholders};
use crate::db::rows::{CommentRow, comment_columns, comment_joins};
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

/// The two parts of the inbox, in their order; a cursor's key begins with the letter of its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Unread,
    Read,
}

#[derive(Debug, Default)]
struct InboxQuery<'a> {
    search: Option<Search>,
    unread_only: bool,
    /// A client whose thread is listed among the unread in any case.
    pinned: Option<&'a str>,
}

/// The position in a part: time of the last message and client id.
type After = (i64, String);

/// Id, name and company of a client, and the time of the last message.
type Line = (ClientId, String, Option<String>, i64);

impl Store {
    /// The first page of the inbox beside an open thread, as [`Store::inbox`] lists it. The thread of `pinned` stays listed among the unread,
    /// so that opening it does not reorder the list.
    pub async fn inbox_with_open_thread(
        &self,
        q: &str,
        unread_only: bool,
        pinned: Option<&ClientId>,
    ) -> Result<Page<ThreadSummary>> {
        let pinned = pinned.map(ClientId::as_str);
        self.inbox_page(&InboxQuery { search: Search::parse(q), unread_only, pinned }, None).await
    }

    /// One line per client, by last message: those with unread messages, then the others unless
    /// `unread_only`. With `q`, only clients whose name, company, address or messages match the beginnings of
    /// all its words.
    pub async fn inbox(&self, q: &str, unread_only: bool, after: Option<&Cursor>) -> Result<Page<ThreadSummary>> {
        self.inbox_page(&InboxQuery { search: Search::parse(q), unread_only, pinned: None }, after).await
    }

    async fn inbox_page(&self, query: &InboxQuery<'_>, after: Option<&Cursor>) -> Result<Page<ThreadSummary>> {
        let (start_part, from) = after.and_then(parse_cursor).unwrap_or((Part::Unread, start()));
        let mut tx = self.db.snapshot().await?;
        let mut lines = part(&mut tx, start_part, query, from, MAX_ITEMS + 1).await?;
        let mut unread = if start_part == Part::Unread { lines.len() } else { 0 };
        if start_part == Part::Unread && !query.unread_only && lines.len() <= MAX_ITEMS {
            let room = MAX_ITEMS + 1 - lines.len();
            lines.extend(part(&mut tx, Part::Read, query, start(), room).await?);
        }
        unread = unread.min(MAX_ITEMS);
        let page = Page::of(lines, |(id, _, _, at)| {
            Cursor::new(format!("{}{at}", if unread == MAX_ITEMS { 'u' } else { 'r' }), id)
        });
        let threads = summaries(&mut tx, query.search.as_ref(), page.items).await?;
        tx.commit().await?;
        Ok(Page { items: threads, next: page.next })
    }

    /// How many messages of clients are unread; a thread marked as unread adds one.
    pub async fn inbox_unread(&self) -> Result<i64> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(unread::total(&mut connection).await?)
    }
}

/// The position before every client.
fn start() -> After {
    (i64::MAX, String::new())
}

/// The part and position of a cursor; `None` for a malformed one.
fn parse_cursor(cursor: &Cursor) -> Option<(Part, After)> {
    let part = match cursor.key.chars().next()? {
        'u' => Part::Unread,
        'r' => Part::Read,
        _ => return None,
    };
    Some((part, (cursor.key[1..].parse().ok()?, cursor.id.clone())))
}

/// The lines of a part after the position, at most `most`. Clients are scanned in the order of the inbox; the
/// partial index on unread comments decides the part.
async fn part(
    tx: &mut Tx,
    part: Part,
    query: &InboxQuery<'_>,
    (at, id): After,
    most: usize,
) -> Result<Vec<Line>, Fault> {
    let not = if part == Part::Unread { "" } else { "NOT " };
    let indexes = [(Index::Client, "client.id"), (Index::Thread, "client.id")];
    let mut conditions = Conditions::after((at, id, most, query.pinned.unwrap_or_default()));
    if let Some(search) = &query.search {
        conditions.add(&search.condition(&indexes, 1), search.values());
    }
    let sql = format!(
        "SELECT client.id, client.name, client.company, COALESCE(client.last_comment_at, 0) FROM client \
         WHERE (COALESCE(client.last_comment_at, 0), client.id) < ($1, $2) AND {not}{HAS_UNREAD}{} \
         ORDER BY COALESCE(client.last_comment_at, 0) DESC, client.id DESC LIMIT $3",
        conditions.and()
    );
    tx.fetch_all(AssertSqlSafe(sql), conditions.values).await
}

const HAS_UNREAD: &str = "(EXISTS (SELECT 1 FROM comment WHERE comment.client_id = client.id AND comment.unseen = 1) \
     OR EXISTS (SELECT 1 FROM unseen_approval WHERE unseen_approval.client_id = client.id) \
     OR EXISTS (SELECT 1 FROM unread_mark WHERE unread_mark.client_id = client.id) OR client.id = $4)";

/// Adds messages and unread counts to the lines.
async fn summaries(tx: &mut Tx, search: Option<&Search>, lines: Vec<Line>) -> Result<Vec<ThreadSummary>, Fault> {
    let clients: Vec<&ClientId> = lines.iter().map(|(id, ..)| id).collect();
    let mut unread = unread::by_client(tx, &clients).await?;
    let mut last = last_messages(tx, &clients).await?;
    let mut approvals = unseen_approvals(tx, &clients).await?;
    let mut found = match search {
        Some(search) => found::recent(tx, search, &clients).await?,
        None => HashMap::new(),
    };
    let summary = |(id, client_name, company, _): Line| {
        let is_named = |search: &Search| search.matches(&format!("{client_name} {}", company.as_deref().unwrap_or("")));
        let is_found_elsewhere = !found.contains_key(&id) && search.is_some_and(|search| !is_named(search));
        let (message, found_at) = match found.remove(&id) {
            Some((message, at)) => (Some(message), Some(at)),
            None => (last.remove(&id), None),
        };
        let written_at = message.as_ref().map(|message| message.created_at);
        let approval = approvals.remove(&id).filter(|one| found_at.is_none() && one.approved_at > written_at);
        let unread = unread.remove(&id).unwrap_or(0);
        ThreadSummary { client_id: id, client_name, company, message, approval, found_at, is_found_elsewhere, unread }
    };
    Ok(lines.into_iter().map(summary).collect())
}

/// The newest unread message of each client, else the newest one, by client id.
async fn last_messages(tx: &mut Tx, clients: &[&ClientId]) -> Result<HashMap<ClientId, Comment>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = AssertSqlSafe(format!("{LAST_MESSAGES} ({})", placeholders(clients.len())));
    let rows: Vec<CommentRow> = tx.fetch_all(sql, clients).await?;
    Ok(rows.into_iter().map(|row| (row.client_id, row.comment)).collect())
}

/// The newest unseen approval of each client that has one, by client id.
async fn unseen_approvals(tx: &mut Tx, clients: &[&ClientId]) -> Result<HashMap<ClientId, ChannelDeliverable>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT unseen_approval.client_id, deliverable.id, deliverable.title, deliverable.approved_at \
         FROM unseen_approval JOIN deliverable ON deliverable.id = unseen_approval.deliverable_id \
         WHERE unseen_approval.client_id IN ({}) ORDER BY deliverable.approved_at",
        placeholders(clients.len())
    );
    let newest = |(client, id, title, approved_at)| (client, ChannelDeliverable { id, title, approved_at });
    Ok(tx.fetch_all(AssertSqlSafe(sql), clients).await?.into_iter().map(newest).collect())
}

const LAST_MESSAGES: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM client JOIN comment c ON c.id = COALESCE((\
       SELECT unread.id FROM comment unread WHERE unread.client_id = client.id AND unread.unseen = 1 \
       ORDER BY unread.created_at DESC, unread.id DESC LIMIT 1), (\
       SELECT newest.id FROM comment newest WHERE newest.client_id = client.id \
       ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1))",
    comment_joins!(),
    "WHERE client.id IN",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_resumes_in_unread_or_read_part() {
        let after = |key: &str| parse_cursor(&Cursor::new(key, "rossi"));
        assert_eq!(after("u-5"), Some((Part::Unread, (-5, "rossi".to_owned()))));
        assert_eq!(after("r17"), Some((Part::Read, (17, "rossi".to_owned()))));
        for odd in ["", "u", "x5", "è5", "rr", "u5.5", "r99999999999999999999"] {
            assert_eq!(after(odd), None, "{odd}");
        }
    }
}

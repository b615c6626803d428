//! The inbox: the threads of all clients, those who wait for an answer first.

pub(crate) mod found;
mod summaries;

use domain::conversation::inbox::{ThreadState, ThreadSummary};
use domain::id::{ClientId, MemberId};
use domain::overview::Turn;
use domain::paging::{Cursor, MAX_ITEMS, Page};
use domain::{Date, Timestamp};
use sqlx::AssertSqlSafe;

use crate::conversation::follow_up::{IS_NOT_SNOOZED, IS_SNOOZED};
use crate::db::Tx;
use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::people::assigned::{IS_ASSIGNED, quoted};
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

/// The two parts of the inbox, in their order; a cursor's key begins with the letter of its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Who waits for an answer, the longest first.
    Waiting,
    /// The others, by their newest event.
    Other,
}

#[derive(Debug, Default)]
struct InboxQuery<'a> {
    search: Option<Search>,
    unread_only: bool,
    /// A client whose thread is listed among the unread in any case.
    pinned: Option<&'a str>,
    set_aside_only: bool,
    /// Only the clients that this member looks after.
    assigned_to: Option<&'a MemberId>,
}

/// The position in a part: its key and the client id.
type After = (i64, String);

impl Store {
    /// The first page of the inbox beside an open thread, as [`Store::inbox`] lists it. The thread of `pinned` stays listed among the unread,
    /// so that opening it does not remove it from the list.
    pub async fn inbox_with_open_thread(
        &self,
        q: &str,
        unread_only: bool,
        assigned_to: Option<&MemberId>,
        pinned: Option<&ClientId>,
    ) -> Result<Page<ThreadSummary>> {
        let (search, pinned) = (Search::parse(q), pinned.map(ClientId::as_str));
        let query = InboxQuery { search, unread_only, pinned, assigned_to, ..InboxQuery::default() };
        self.inbox_page(&query, None).await
    }

    /// One line per client: those who wait for an answer, the longest first, then the others by their newest event; with
    /// `unread_only` only those with something unread. With `q`, only clients whose name, company, address or messages
    /// match the beginnings of all its words.
    pub async fn inbox(&self, q: &str, unread_only: bool, after: Option<&Cursor>) -> Result<Page<ThreadSummary>> {
        self.inbox_of(None, q, unread_only, after).await
    }

    /// As [`Store::inbox`], of the clients that a member looks after, if one is given.
    pub async fn inbox_of(
        &self,
        assigned_to: Option<&MemberId>,
        q: &str,
        unread_only: bool,
        after: Option<&Cursor>,
    ) -> Result<Page<ThreadSummary>> {
        let query = InboxQuery { search: Search::parse(q), unread_only, assigned_to, ..InboxQuery::default() };
        self.inbox_page(&query, after).await
    }

    async fn inbox_page(&self, query: &InboxQuery<'_>, after: Option<&Cursor>) -> Result<Page<ThreadSummary>> {
        let (start_part, from) = after.and_then(parse_cursor).unwrap_or((Part::Waiting, Part::Waiting.start()));
        let today = self.today().await?;
        let mut tx = self.db.snapshot().await?;
        let mut rows = part(&mut tx, start_part, query, today, from, MAX_ITEMS + 1).await?;
        if start_part == Part::Waiting && rows.len() <= MAX_ITEMS {
            let room = MAX_ITEMS + 1 - rows.len();
            rows.extend(part(&mut tx, Part::Other, query, today, Part::Other.start(), room).await?);
        }
        let page = Page::of(rows, LineRow::cursor);
        let threads = summaries::of(&mut tx, query.search.as_ref(), page.items).await?;
        tx.commit().await?;
        Ok(Page { items: threads, next: page.next })
    }

    /// How many clients wait for an answer.
    pub async fn waiting_count(&self, today: Date) -> Result<i64> {
        let sql = format!("SELECT {}", waiting_count(""));
        Ok(self.db.readers().fetch_value(AssertSqlSafe(sql), [today]).await?)
    }
}

/// How many of the clients that meet the further condition `and` wait for an answer, as an expression; `$1` is today.
pub(crate) fn waiting_count(and: &str) -> String {
    format!("(SELECT COUNT(*) FROM client{FOLLOW_UP} WHERE {}{and})", Part::Waiting.condition())
}

/// The first who wait for an answer, and the last who were set aside; of those that `assigned_to` looks after, if given.
pub(crate) async fn waiting_and_set_aside(
    tx: &mut Tx,
    today: Date,
    (most_waiting, most_set_aside): (usize, usize),
    assigned_to: Option<&MemberId>,
) -> Result<(Vec<ThreadSummary>, Vec<ThreadSummary>), Fault> {
    let query = InboxQuery { assigned_to, ..InboxQuery::default() };
    let mut rows = part(tx, Part::Waiting, &query, today, Part::Waiting.start(), most_waiting).await?;
    let waiting = rows.len();
    let query = InboxQuery { set_aside_only: true, ..query };
    rows.extend(part(tx, Part::Other, &query, today, Part::Other.start(), most_set_aside).await?);
    let mut threads = summaries::of(tx, None, rows).await?;
    let set_aside = threads.split_off(waiting);
    Ok((threads, set_aside))
}

/// The state of one thread, and when its newest entry was written.
pub(crate) async fn state(
    tx: &mut Tx,
    client: &ClientId,
    today: Date,
) -> Result<(ThreadState, Option<Timestamp>), Fault> {
    let sql = format!("{} WHERE client.id = $2", Part::Other.select());
    let row: Option<LineRow> = tx.fetch_optional(AssertSqlSafe(sql), (today, client)).await?;
    Ok(row.map_or((ThreadState::Answered, None), |row| (row.state(), row.last_comment_at)))
}

const FOLLOW_UP: &str = " LEFT JOIN follow_up ON follow_up.client_id = client.id";

impl Part {
    const fn start(self) -> After {
        let key = match self {
            Self::Waiting => i64::MIN,
            Self::Other => i64::MAX,
        };
        (key, String::new())
    }

    /// Its key in the order of the part, which is never null.
    const fn key(self) -> &'static str {
        match self {
            Self::Waiting => "COALESCE(client.turn_since, 0)",
            Self::Other => "COALESCE(client.last_comment_at, 0)",
        }
    }

    /// Which clients it has; `$1` is today.
    fn condition(self) -> String {
        match self {
            Self::Waiting => format!("client.turn = 'admin' AND {IS_NOT_SNOOZED}"),
            Self::Other => format!("(client.turn IS NULL OR client.turn <> 'admin' OR {IS_SNOOZED})"),
        }
    }

    fn select(self) -> String {
        let key = self.key();
        format!(
            "SELECT client.id, client.name, client.company, {key} AS key, client.turn, client.turn_since, \
             client.last_comment_at, (SELECT MAX(aside.set_aside_at) FROM comment aside \
               WHERE aside.client_id = client.id AND aside.set_aside_at IS NOT NULL) AS set_aside_at, \
             CASE WHEN {IS_SNOOZED} THEN 1 ELSE 0 END AS snoozed, follow_up.until \
             FROM client{FOLLOW_UP}"
        )
    }
}

row! {
    struct LineRow {
        id: ClientId,
        name: String,
        company: Option<String>,
        key: i64,
        turn: Option<Turn>,
        turn_since: Option<Timestamp>,
        last_comment_at: Option<Timestamp>,
        set_aside_at: Option<Timestamp>,
        snoozed: i64,
        until: Option<Date>,
    }
}

impl LineRow {
    fn state(&self) -> ThreadState {
        match (self.turn, self.turn_since, self.set_aside_at) {
            _ if self.snoozed > 0 => ThreadState::Snoozed(self.until),
            (Some(Turn::Admin), Some(since), _) => ThreadState::Waits(since),
            (None, _, Some(_)) => ThreadState::SetAside,
            _ => ThreadState::Answered,
        }
    }

    fn cursor(&self) -> Cursor {
        let part = if matches!(self.state(), ThreadState::Waits(_)) { 'w' } else { 'o' };
        Cursor::new(format!("{part}{}", self.key), &self.id)
    }
}

/// The part and position of a cursor; `None` for a malformed one.
fn parse_cursor(cursor: &Cursor) -> Option<(Part, After)> {
    let part = match cursor.key.chars().next()? {
        'w' => Part::Waiting,
        'o' => Part::Other,
        _ => return None,
    };
    Some((part, (cursor.key[1..].parse().ok()?, cursor.id.clone())))
}

/// The lines of a part after the position, at most `most`.
async fn part(
    tx: &mut Tx,
    part: Part,
    query: &InboxQuery<'_>,
    today: Date,
    (at, id): After,
    most: usize,
) -> Result<Vec<LineRow>, Fault> {
    let indexes = [(Index::Client, "client.id"), (Index::Thread, "client.id")];
    let mut conditions = Conditions::after((today, at, id, most));
    if query.unread_only {
        conditions.add(HAS_UNREAD, [query.pinned.unwrap_or_default()]);
    }
    if let Some(member) = query.assigned_to {
        conditions.add(IS_ASSIGNED, [quoted(member)]);
    }
    if query.set_aside_only {
        conditions.add(SET_ASIDE, ());
    }
    if let Some(search) = &query.search {
        conditions.add(&search.condition(&indexes, 1), search.values());
    }
    let (key, after, order) = match part {
        Part::Waiting => (part.key(), '>', "ASC"),
        Part::Other => (part.key(), '<', "DESC"),
    };
    let sql = format!(
        "{} WHERE ({key}, client.id) {after} ($2, $3) AND {}{} ORDER BY {key} {order}, client.id {order} LIMIT $4",
        part.select(),
        part.condition(),
        conditions.and()
    );
    tx.fetch_all(AssertSqlSafe(sql), conditions.values).await
}

const SET_ASIDE: &str = "client.turn IS NULL AND EXISTS (SELECT 1 FROM comment aside \
     WHERE aside.client_id = client.id AND aside.set_aside_at IS NOT NULL)";

const HAS_UNREAD: &str = "(EXISTS (SELECT 1 FROM comment WHERE comment.client_id = client.id AND comment.unseen = 1) \
     OR EXISTS (SELECT 1 FROM unseen_approval WHERE unseen_approval.client_id = client.id) \
     OR EXISTS (SELECT 1 FROM unread_mark WHERE unread_mark.client_id = client.id) OR client.id = $1)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_resumes_in_waiting_or_other_part() {
        let after = |key: &str| parse_cursor(&Cursor::new(key, "rossi"));
        assert_eq!(after("w-5"), Some((Part::Waiting, (-5, "rossi".to_owned()))));
        assert_eq!(after("o17"), Some((Part::Other, (17, "rossi".to_owned()))));
        for odd in ["", "w", "x5", "è5", "oo", "w5.5", "o99999999999999999999"] {
            assert_eq!(after(odd), None, "{odd}");
        }
    }
}

//! The inbox: the threads of all clients, those who wait for an answer first.

pub(crate) mod found;

use std::collections::HashMap;

use domain::conversation::inbox::{PhasePlace, ThreadState, ThreadSummary};
use domain::id::{ClientId, MemberId, PhaseId};
use domain::overview::Turn;
use domain::paging::{Cursor, MAX_ITEMS, Page};
use domain::{Channel, ChannelDeliverable, Comment, Date, Timestamp};
use sqlx::AssertSqlSafe;

use crate::conversation::follow_up::{IS_NOT_SNOOZED, IS_SNOOZED};
use crate::conversation::unread;
use crate::db::Tx;
use crate::db::keyset::{Conditions, placeholders};
use crate::db::query::row;
use crate::db::rows::{CommentRow, comment_columns, comment_joins};
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
        let threads = summaries(&mut tx, query.search.as_ref(), page.items).await?;
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
    let mut threads = summaries(tx, None, rows).await?;
    let set_aside = threads.split_off(waiting);
    Ok((threads, set_aside))
}

/// The state of one thread.
pub(crate) async fn state(tx: &mut Tx, client: &ClientId, today: Date) -> Result<ThreadState, Fault> {
    let sql = format!("{} WHERE client.id = $2", Part::Other.select());
    let row: Option<LineRow> = tx.fetch_optional(AssertSqlSafe(sql), (today, client)).await?;
    Ok(row.map_or(ThreadState::Answered, |row| row.state()))
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
             (SELECT MAX(aside.set_aside_at) FROM comment aside \
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

/// Adds messages and unread counts to the lines.
async fn summaries(tx: &mut Tx, search: Option<&Search>, lines: Vec<LineRow>) -> Result<Vec<ThreadSummary>, Fault> {
    let clients: Vec<&ClientId> = lines.iter().map(|line| &line.id).collect();
    let mut unread = unread::by_client(tx, &clients).await?;
    let mut found = match search {
        Some(search) => found::recent(tx, search, &clients).await?,
        None => HashMap::new(),
    };
    // A line shows the message that was found, else one that waits, else the newest.
    let without = lines.iter().filter(|line| !found.contains_key(&line.id));
    let waiting = without.clone().filter(|line| matches!(line.state(), ThreadState::Waits(_)));
    let waiting: Vec<&ClientId> = waiting.map(|line| &line.id).collect();
    let without: Vec<&ClientId> = without.map(|line| &line.id).collect();
    let mut last = messages(tx, WAITING_MESSAGES, &waiting).await?;
    let others: Vec<&ClientId> = without.iter().filter(|client| !last.contains_key(**client)).copied().collect();
    last.extend(messages(tx, NEWEST_MESSAGES, &others).await?);
    let mut approvals = approvals(tx, &without).await?;
    let summary = |line: LineRow| {
        let state = line.state();
        let LineRow { id, name: client_name, company, .. } = line;
        let is_named = |search: &Search| search.matches(&format!("{client_name} {}", company.as_deref().unwrap_or("")));
        let is_found_elsewhere = !found.contains_key(&id) && search.is_some_and(|search| !is_named(search));
        let (message, found_at) = match found.remove(&id) {
            Some((message, at)) => (Some(message), Some(at)),
            None => (last.remove(&id), None),
        };
        let is_waiting = matches!(state, ThreadState::Waits(_));
        let approval = approvals.remove(&id).filter(|_| found_at.is_none() && (!is_waiting || message.is_none()));
        let unread = unread.remove(&id).unwrap_or(0);
        let place = None;
        ThreadSummary {
            client_id: id,
            client_name,
            company,
            state,
            message,
            place,
            approval,
            found_at,
            is_found_elsewhere,
            unread,
        }
    };
    let mut threads: Vec<ThreadSummary> = lines.into_iter().map(summary).collect();
    add_places(tx, &mut threads).await?;
    Ok(threads)
}

/// Adds the names of phase and project of each message.
async fn add_places(tx: &mut Tx, threads: &mut [ThreadSummary]) -> Result<(), Fault> {
    let phase = |thread: &ThreadSummary| match Channel::named(
        thread.message.as_ref()?.channel_key.as_str(),
        &thread.client_id,
    )? {
        Channel::Phase(phase) => Some(phase),
        Channel::General(_) => None,
    };
    let phases: Vec<PhaseId> = threads.iter().filter_map(phase).collect();
    if phases.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "SELECT phase.id, (SELECT project.name FROM project WHERE project.id = phase.project_id), phase.name FROM phase \
         WHERE phase.id IN ({})",
        placeholders(phases.len())
    );
    let rows: Vec<(PhaseId, String, String)> = tx.fetch_all(AssertSqlSafe(sql), &*phases).await?;
    let places: HashMap<_, _> =
        rows.into_iter().map(|(id, project, phase)| (id, PhasePlace { project, phase })).collect();
    for thread in threads {
        thread.place = phase(thread).and_then(|phase| places.get(&phase).cloned());
    }
    Ok(())
}

/// One message of each client, by client id.
async fn messages(tx: &mut Tx, select: &str, clients: &[&ClientId]) -> Result<HashMap<ClientId, Comment>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = AssertSqlSafe(format!("{select} ({})", placeholders(clients.len())));
    let rows: Vec<CommentRow> = tx.fetch_all(sql, clients).await?;
    Ok(rows.into_iter().map(|row| (row.client_id, row.comment)).collect())
}

/// The approval that is the newest event, of each client that has one.
async fn approvals(tx: &mut Tx, clients: &[&ClientId]) -> Result<HashMap<ClientId, ChannelDeliverable>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    // Without the + SQLite compares by the type of the column, for which the index has no order.
    let newest = format!(
        "SELECT (SELECT newest.id FROM deliverable newest WHERE newest.status = 'approved' \
           AND COALESCE(newest.status_since, newest.approved_at, 0) = +client.last_comment_at ORDER BY newest.id LIMIT 1) \
         FROM client WHERE client.id IN ({})",
        placeholders(clients.len())
    );
    let newest: Vec<Option<String>> = tx.fetch_values(AssertSqlSafe(newest), clients).await?;
    let newest: Vec<String> = newest.into_iter().flatten().collect();
    if newest.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT project.client_id, deliverable.id, deliverable.title, deliverable.approved_at, \
         NULLIF(deliverable.approved_by, client.name) FROM deliverable \
         JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
         JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
         WHERE deliverable.id IN ({})",
        placeholders(newest.len())
    );
    let approval = |(client, id, title, approved_at, approved_by)| {
        (client, ChannelDeliverable { id, title, approved_at, approved_by })
    };
    Ok(tx.fetch_all(AssertSqlSafe(sql), &*newest).await?.into_iter().map(approval).collect())
}

/// The message that a client waits with.
const WAITING_MESSAGES: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM client JOIN comment c ON c.client_id = client.id AND c.created_at = client.turn_since \
     AND (c.unanswered = 1 OR c.unseen = 1)",
    comment_joins!(),
    "WHERE client.id IN",
);

const NEWEST_MESSAGES: &str = concat!(
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
    fn cursor_resumes_in_waiting_or_other_part() {
        let after = |key: &str| parse_cursor(&Cursor::new(key, "rossi"));
        assert_eq!(after("w-5"), Some((Part::Waiting, (-5, "rossi".to_owned()))));
        assert_eq!(after("o17"), Some((Part::Other, (17, "rossi".to_owned()))));
        for odd in ["", "w", "x5", "è5", "oo", "w5.5", "o99999999999999999999"] {
            assert_eq!(after(odd), None, "{odd}");
        }
    }
}

//! Finding the message that an inbox search matched. The search index returns the clients; this searches
//! their recent messages, for the clients on the page only.

use std::collections::HashMap;

use domain::id::ClientId;
use domain::{Comment, Timestamp};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::db::column::{Cell, Column};
use crate::db::keyset::{Conditions, placeholders};
use crate::db::rows::{CommentRow, comment_columns, comment_joins};
use crate::search_index::{MIN_NUMBER, Search};

/// How many of the newest messages of each client are searched. A client matched by an older message is
/// listed, but without the match.
const RECENT: usize = 40;
/// How many of them are searched first: most searches find something there.
const NEWEST: usize = 8;
/// Messages of the first and of the largest piece of a history that is searched.
const FIRST_PIECE: usize = 64;
const LARGEST_PIECE: usize = 1024;
/// Letters that the search index folds from accented ones.
const ACCENTABLE: &str = "aceilnosuyz";

/// Between the messages of a client, and between the id of one and its text.
const SEPARATORS: [char; 2] = ['\u{1e}', '\u{1f}'];

/// For each client the newest of the recent messages that has all words of the search, else any of them, with the byte offset
/// of the first match.
pub(crate) async fn recent(
    tx: &mut Tx,
    search: &Search,
    clients: &[&ClientId],
) -> Result<HashMap<ClientId, (Comment, usize)>, Fault> {
    let newest = newest_of(tx, search, clients, NEWEST, Match::All).await?;
    let others: Vec<&ClientId> = clients.iter().filter(|client| !newest.contains_key(*client)).copied().collect();
    let others = newest_of(tx, search, &others, RECENT, Match::Any).await?;
    let ids: Vec<&str> = newest.values().chain(others.values()).map(String::as_str).collect();
    let found = comments(tx, &ids).await?.into_iter().filter_map(|CommentRow { client_id, comment }| {
        let offset = search.match_offset(comment.text.as_str())?;
        Some((client_id, (comment, offset)))
    });
    Ok(found.collect())
}

/// The id of the newest message that has all words, among the `most` newest of each of the clients; where none has, of the
/// newest that has any, if `least` allows it.
async fn newest_of(
    tx: &mut Tx,
    search: &Search,
    clients: &[&ClientId],
    most: usize,
    least: Match,
) -> Result<HashMap<ClientId, String>, Fault> {
    if search.words().is_empty() || clients.is_empty() {
        return Ok(HashMap::new());
    }
    let values: Vec<Cell> = clients.iter().map(Column::into_cell).chain(patterns(search)).collect();
    let sql = AssertSqlSafe(recent_statement(clients.len(), most, search.words().len()));
    let texts: Vec<(ClientId, Option<String>)> = tx.fetch_all(sql, values).await?;
    let found = texts.into_iter().filter_map(|(client, texts)| {
        let id = find_newest(search, texts.as_deref()?, least)?.to_owned();
        Some((client, id))
    });
    Ok(found.collect())
}

/// The same in all messages of one client: its history is read backwards up to the match.
pub(crate) async fn anywhere(tx: &mut Tx, search: &Search, client: &ClientId) -> Result<Option<Comment>, Fault> {
    let id = match find_in_history(tx, search, client, Match::All).await? {
        None if search.words().len() > 1 => find_in_history(tx, search, client, Match::Any).await?,
        found => found,
    };
    let found = comments(tx, id.as_slice()).await?;
    Ok(found.into_iter().next().map(|row| row.comment))
}

/// Whether a message must match all words or any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    All,
    Any,
}

impl Match {
    fn is_met(self, search: &Search, text: &str) -> bool {
        (self == Self::Any || search.matches(text)) && search.match_offset(text).is_some()
    }
}

/// Selects ids and texts of those of the `most` newest messages of each of `clients` clients that match one of `words` LIKE
/// patterns, newest first and in one value: two thousand rows would take longer to get here than to be found.
fn recent_statement(clients: usize, most: usize, words: usize) -> String {
    let [between, inside] = SEPARATORS;
    format!(
        "SELECT client.id, (SELECT STRING_AGG(recent.id || '{inside}' || REPLACE(recent.text, '{between}', ' '), '{between}' \
           ORDER BY recent.created_at DESC, recent.id DESC) \
           FROM (SELECT id, text, LOWER(text) AS lowered, created_at FROM comment WHERE comment.client_id = client.id \
             ORDER BY created_at DESC, id DESC LIMIT {most}) AS recent WHERE {}) FROM client WHERE client.id IN ({})",
        like_conditions("recent.lowered", clients + 1, words, " OR "),
        placeholders(clients)
    )
}

/// Conditions on a text in small letters with the LIKE patterns from `$first` on.
fn like_conditions(lowered: &str, first: usize, words: usize, operator: &str) -> String {
    let likes: Vec<String> = (first..first + words).map(|number| format!("{lowered} LIKE ${number}")).collect();
    likes.join(operator)
}

/// The id of the newest of the messages of [`recent_statement`] that has all words, else any if `least` allows it.
fn find_newest<'a>(search: &Search, texts: &'a str, least: Match) -> Option<&'a str> {
    let [between, inside] = SEPARATORS;
    let mut with_any = None;
    for (id, text) in texts.split(between).filter_map(|message| message.split_once(inside)) {
        if Match::All.is_met(search, text) {
            return Some(id);
        }
        if with_any.is_none() && least.is_met(search, text) {
            with_any = Some(id);
        }
    }
    with_any
}

/// The id of the newest message of the client that has all words or any. The history is read in pieces that grow, until
/// it is found.
async fn find_in_history(
    tx: &mut Tx,
    search: &Search,
    client: &ClientId,
    which: Match,
) -> Result<Option<String>, Fault> {
    let words = search.words();
    if words.is_empty() {
        return Ok(None);
    }
    let operator = if which == Match::All { " AND " } else { " OR " };
    let likes = format!("({})", like_conditions("LOWER(text)", 1, words.len(), operator));
    let (mut before, mut most) = (None::<(Timestamp, String)>, FIRST_PIECE);
    loop {
        let mut conditions = Conditions::default();
        conditions.add("client_id = $1", [client]);
        conditions.add(&likes, patterns(search).collect::<Vec<_>>());
        if let Some((created_at, id)) = before {
            conditions.add("created_at <= $1 AND (created_at, id) < ($1, $2)", (created_at, id));
        }
        let sql = format!(
            "SELECT id, text, created_at FROM comment{} ORDER BY created_at DESC, id DESC LIMIT {most}",
            conditions.filter()
        );
        let mut rows: Vec<(String, String, Timestamp)> = tx.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
        if let Some((id, ..)) = rows.iter().find(|(_, text, _)| which.is_met(search, text)) {
            return Ok(Some(id.clone()));
        }
        let is_last = rows.len() < most;
        before = rows.pop().filter(|_| !is_last).map(|(id, _, created_at)| (created_at, id));
        if before.is_none() {
            return Ok(None);
        }
        most = (4 * most).min(LARGEST_PIECE);
    }
}

async fn comments<T: Column + Clone>(tx: &mut Tx, ids: &[T]) -> Result<Vec<CommentRow>, Fault> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = AssertSqlSafe(format!("{COMMENTS} ({})", placeholders(ids.len())));
    tx.fetch_all(sql, ids).await
}

const COMMENTS: &str = concat!("SELECT ", comment_columns!(), " FROM comment c", comment_joins!(), "WHERE c.id IN");

/// The values of [`like_conditions`].
fn patterns(search: &Search) -> impl Iterator<Item = Cell> {
    search.words().iter().map(|word| pattern(word).into_cell())
}

/// The LIKE pattern for a folded word. It also matches other texts; the caller checks each result.
fn pattern(word: &str) -> String {
    // A number of several groups is one word.
    let is_number = word.len() >= MIN_NUMBER && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut pattern = String::from("%");
    for letter in word.chars() {
        let is_plain = letter.is_ascii_alphanumeric() && !ACCENTABLE.contains(letter);
        pattern.push(if is_plain { letter } else { '_' });
        pattern.push_str(if is_number { "%" } else { "" });
    }
    if !is_number {
        pattern.push('%');
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_wildcards_accentable_letters() {
        assert_eq!(pattern("perche"), "%p_r_h_%");
        assert_eq!(pattern("山3"), "%_3%");
        assert_eq!((pattern("2027").as_str(), pattern("05012").as_str()), ("%2027%", "%0%5%0%1%2%"));
    }
}

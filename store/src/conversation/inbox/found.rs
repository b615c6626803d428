//! Finding the message that an inbox search matched. The search index returns the clients; this searches
//! their recent messages, for the clients on the page only.

use std::collections::HashMap;

use domain::Comment;
use domain::id::ClientId;
use futures_util::TryStreamExt as _;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::db::column::Column;
use crate::db::query::{FromRow as _, arguments};
use crate::db::rows::CommentRow;
use crate::search_index::Search;

/// How many of the newest messages of each client are searched. A client matched by an older message is
/// listed, but without the match.
const RECENT: i64 = 40;
/// Letters that the search index folds from accented ones.
const ACCENTABLE: &str = "aceilnosuyz";

/// As [`newest`], in the recent messages of clients.
pub(crate) async fn recent(
    tx: &mut Tx,
    search: &Search,
    clients: &[&ClientId],
) -> Result<HashMap<ClientId, (Comment, usize)>, Fault> {
    newest(tx, search, clients, RECENT).await
}

/// As [`newest`], in all messages of one client: its history is read backwards up to the match.
pub(crate) async fn anywhere(tx: &mut Tx, search: &Search, client: &ClientId) -> Result<Option<Comment>, Fault> {
    let mut found = newest(tx, search, &[client], i64::MAX).await?;
    Ok(found.remove(client).map(|(message, _)| message))
}

/// For each client the newest message that has all words of the search, else any of them, with the byte
/// offset of the first match. Titles of old comments' tasks and deliverables, and files, are not loaded.
async fn newest(
    tx: &mut Tx,
    search: &Search,
    clients: &[&ClientId],
    recent: i64,
) -> Result<HashMap<ClientId, (Comment, usize)>, Fault> {
    let mut found = HashMap::new();
    search_messages(tx, search, Match::All, (clients, recent), &mut found).await?;
    if search.words().len() > 1 {
        let left: Vec<&ClientId> = clients.iter().filter(|client| !found.contains_key(**client)).copied().collect();
        search_messages(tx, search, Match::Any, (&left, recent), &mut found).await?;
    }
    Ok(found)
}

/// Whether a message must match all words or any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    All,
    Any,
}

async fn search_messages(
    tx: &mut Tx,
    search: &Search,
    which: Match,
    (clients, recent): (&[&ClientId], i64),
    found: &mut HashMap<ClientId, (Comment, usize)>,
) -> Result<(), Fault> {
    if search.words().is_empty() || clients.is_empty() {
        return Ok(());
    }
    let wanted = found.len() + clients.len();
    let sql = statement(clients.len(), search.words().len(), which);
    let mut values = vec![recent.into_cell()];
    values.extend(clients.iter().map(Column::into_cell));
    values.extend(search.words().iter().map(|word| pattern(word).into_cell()));
    let mut rows = sqlx::query_with(AssertSqlSafe(sql), arguments(values)?).fetch(&mut **tx);
    while found.len() < wanted
        && let Some(row) = rows.try_next().await?
    {
        let CommentRow { client_id, comment: message } = CommentRow::from_row(&row)?;
        if found.contains_key(&client_id) {
            continue;
        }
        let text = message.text.as_str();
        let is_match = which == Match::Any || search.matches(text);
        if let Some(offset) = search.match_offset(text).filter(|_| is_match) {
            found.insert(client_id, (message, offset));
        }
    }
    Ok(())
}

/// Selects the recent messages of `clients` clients that match `words` LIKE patterns, newest first. One look
/// into the index for each client: joined, PostgreSQL would rather read every message there is.
fn statement(clients: usize, words: usize, which: Match) -> String {
    let recent: Vec<String> = (0..clients).map(|client| format!("{RECENT_OF} ${} {NEWEST}", client + 2)).collect();
    let likes: Vec<String> = (0..words).map(|word| format!("LOWER(c.text) LIKE ${}", word + clients + 2)).collect();
    let operator = if which == Match::All { " AND " } else { " OR " };
    format!(
        "SELECT c.*, CAST(NULL AS TEXT) AS task_title, CAST(NULL AS TEXT) AS deliverable_title \
         FROM ({}) c WHERE ({}) ORDER BY c.created_at DESC, c.id DESC",
        recent.join(" UNION ALL "),
        likes.join(operator)
    )
}

const RECENT_OF: &str = "SELECT * FROM (SELECT id, client_id, phase_id, task_id, deliverable_id, author, author_name, text, \
     created_at, pin_deliverable_id, pin_version, pin_x, pin_y, CAST(NULL AS TEXT) AS files \
     FROM comment WHERE client_id =";
const NEWEST: &str = "ORDER BY created_at DESC LIMIT $1) recent";

/// The LIKE pattern for a folded word. It also matches other texts; the caller checks each result.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for letter in word.chars() {
        let is_plain = letter.is_ascii_alphanumeric() && !ACCENTABLE.contains(letter);
        pattern.push(if is_plain { letter } else { '_' });
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_wildcards_accentable_letters() {
        assert_eq!(pattern("perche"), "%p_r_h_%");
        assert_eq!(pattern("山3"), "%_3%");
    }
}

//! Which message a search has found in a thread. The index tells which clients; here their messages are
//! looked through, those of the clients on the page alone.

use std::collections::HashMap;

use domain::Comment;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::rows::{CommentRow, comment_columns, comment_joins};
use crate::words::Search;

/// How many messages that look like it are read of each client.
const CANDIDATES: i64 = 20;
/// Letters that a word of the index may have without the mark they were written with.
const MAY_HAVE_MARKS: &str = "aceilnosuyz";

/// The newest message of each of these clients with every word that is looked for, else with any, and
/// where in it one of them begins, in bytes.
pub(super) async fn newest(
    tx: &mut Tx,
    search: &Search,
    clients: &[&str],
) -> Result<HashMap<String, (Comment, usize)>, Fault> {
    let mut found = HashMap::new();
    if search.words().is_empty() {
        return Ok(found);
    }
    for client in clients {
        let mut newest = None;
        for joint in [" AND ", " OR "] {
            let is_one_word = search.words().len() == 1;
            if newest.is_none() && (joint == " AND " || !is_one_word) {
                newest = newest_like(tx, search, client, joint).await?;
            }
        }
        if let Some(message) = newest {
            found.insert((*client).to_owned(), message);
        }
    }
    Ok(found)
}

async fn newest_like(
    tx: &mut Tx,
    search: &Search,
    client: &str,
    joint: &str,
) -> Result<Option<(Comment, usize)>, Fault> {
    let likes: Vec<String> =
        (0..search.words().len()).map(|word| format!("LOWER(c.text) LIKE ${}", word + 3)).collect();
    let sql =
        format!("{MESSAGES_LIKE} ({}) ORDER BY c.created_at DESC, c.id DESC LIMIT $2", likes.join(joint));
    let mut query = sqlx::query_as::<_, CommentRow>(AssertSqlSafe(sql)).bind(client).bind(CANDIDATES);
    for word in search.words() {
        query = query.bind(pattern(word));
    }
    for row in query.fetch_all(&mut **tx).await? {
        let message = Comment::try_from(row)?;
        let text = message.text.as_str();
        let is_it = joint == " OR " || search.is_in(text);
        if let Some(place) = search.place_in(text).filter(|_| is_it) {
            return Ok(Some((message, place)));
        }
    }
    Ok(None)
}

const MESSAGES_LIKE: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c",
    comment_joins!(),
    "WHERE c.client_id = $1 AND",
);

/// What a text that has a folded word may look like. It lets too much through, never mind: what comes
/// of it is looked at again.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for letter in word.chars() {
        let is_plain = letter.is_ascii_alphanumeric() && !MAY_HAVE_MARKS.contains(letter);
        pattern.push(if is_plain { letter } else { '_' });
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_may_have_had_a_mark_is_any_letter() {
        assert_eq!(pattern("perche"), "%p_r_h_%");
        assert_eq!(pattern("山3"), "%_3%");
    }
}

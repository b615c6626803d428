//! Which message a search has found in a thread. The index tells which clients; here their messages of late
//! are looked through, those of the clients on the page alone.

use std::collections::HashMap;

use domain::Comment;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::db::rows::CommentRow;
use crate::search_index::Search;

/// How many messages of each client are looked through, the newest. What was said before is found too, but
/// not shown.
const OF_EACH: i64 = 40;
/// Letters that a word of the index may have without the mark they were written with.
const MAY_HAVE_MARKS: &str = "aceilnosuyz";

/// The newest message of each of these clients with every word that is looked for, else with any, and where
/// in it one of them begins, in bytes. What it was on, if it is an old comment, has no name here.
pub(super) async fn newest(
    tx: &mut Tx,
    search: &Search,
    clients: &[&str],
) -> Result<HashMap<String, (Comment, usize)>, Fault> {
    let mut found = HashMap::new();
    look(tx, search, Every::Word, clients, &mut found).await?;
    if search.words().len() > 1 {
        let left: Vec<&str> =
            clients.iter().filter(|client| !found.contains_key(**client)).copied().collect();
        look(tx, search, Every::Any, &left, &mut found).await?;
    }
    Ok(found)
}

/// Which of the words a message must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Every {
    Word,
    Any,
}

async fn look(
    tx: &mut Tx,
    search: &Search,
    every: Every,
    clients: &[&str],
    found: &mut HashMap<String, (Comment, usize)>,
) -> Result<(), Fault> {
    if search.words().is_empty() || clients.is_empty() {
        return Ok(());
    }
    let sql = statement(clients.len(), search.words().len(), every);
    let mut query = sqlx::query_as::<_, CommentRow>(AssertSqlSafe(sql)).bind(OF_EACH);
    for client in clients {
        query = query.bind(*client);
    }
    for word in search.words() {
        query = query.bind(pattern(word));
    }
    for row in query.fetch_all(&mut **tx).await? {
        let client = row.client().to_owned();
        if found.contains_key(&client) {
            continue;
        }
        let message = Comment::try_from(row)?;
        let text = message.text.as_str();
        let is_it = every == Every::Any || search.is_in(text);
        if let Some(place) = search.place_in(text).filter(|_| is_it) {
            found.insert(client, (message, place));
        }
    }
    Ok(())
}

/// The messages of late of so many clients that look like these words, the newest first. Each client's are
/// entered in the index where they begin.
fn statement(clients: usize, words: usize, every: Every) -> String {
    let places: Vec<String> = (0..clients).map(|client| format!("${}", client + 2)).collect();
    let likes: Vec<String> =
        (0..words).map(|word| format!("LOWER(c.text) LIKE ${}", word + clients + 2)).collect();
    let joint = if every == Every::Word { " AND " } else { " OR " };
    format!(
        "{OF_LATE} ({}) {LOOK} ({}) ORDER BY c.created_at DESC, c.id DESC",
        places.join(", "),
        likes.join(joint)
    )
}

const OF_LATE: &str = "WITH thread AS MATERIALIZED (\
     SELECT client.id AS client_id, COALESCE((\
       SELECT older.created_at FROM comment older WHERE older.client_id = client.id \
       ORDER BY older.created_at DESC LIMIT 1 OFFSET $1), -62167219200001) AS since \
     FROM client WHERE client.id IN";
const LOOK: &str = ") SELECT c.id, c.client_id, c.phase_id, c.task_id, c.deliverable_id, c.author, c.text, \
     c.created_at, CAST(NULL AS TEXT) AS task_title, CAST(NULL AS TEXT) AS deliverable_title \
     FROM thread JOIN comment c ON c.client_id = thread.client_id AND c.created_at > thread.since WHERE";

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
    fn pattern_wildcards_accentable_letters() {
        assert_eq!(pattern("perche"), "%p_r_h_%");
        assert_eq!(pattern("山3"), "%_3%");
    }
}

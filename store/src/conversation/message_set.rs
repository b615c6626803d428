//! Messages of clients, written as sets: four statements for all of them, on SQLite in two calls.

use std::collections::{HashMap, HashSet};

use domain::id::{ClientId, CommentId, ContactId, PhaseId};
use domain::{Author, Channel, Comment, Timestamp};
use serde::Serialize;
use sqlx::AssertSqlSafe;

use crate::conversation::message_queue::NewMessage;
use crate::conversation::messages::Writer;
use crate::conversation::unread::unseen;
use crate::db::Tx;
use crate::db::batch::{Batch, renumbered};
use crate::db::rows::stored;
use crate::search_index::{self, Index};
use crate::secrets;
use crate::{Fault, StoreParts};

/// How many messages of a client are written.
#[derive(Serialize)]
struct ClientRow<'a> {
    client: &'a ClientId,
    messages: i64,
}

/// The columns of a message.
#[derive(Serialize)]
struct MessageRow<'a> {
    id: CommentId,
    client: &'a ClientId,
    phase: Option<&'a PhaseId>,
    text: &'a str,
    /// How many later ones of the client there are.
    later: i64,
    name: Option<&'a str>,
    contact: Option<&'a ContactId>,
}

impl StoreParts {
    /// Writes messages as [`StoreParts::write_message`] does, in their order, each later than those before it of the same client.
    /// `None` if one is refused: the caller rolls back.
    pub(super) async fn write_set(&self, tx: &mut Tx, messages: &[&NewMessage]) -> Result<Option<Vec<Comment>>, Fault> {
        let Some(rows) = rows(messages)? else { return Ok(None) };
        let Some(newest) = self.insert(tx, &rows).await? else { return Ok(None) };
        let newest = parse_newest(&newest).ok_or_else(unreadable)?;
        let mut comments = Vec::with_capacity(rows.len());
        for (message, row) in messages.iter().zip(rows) {
            let newest = newest.get(row.client.as_str()).ok_or_else(unreadable)?;
            comments.push(comment(message, Timestamp::from_millis(newest - row.later), row));
        }
        let mut batch = Batch::default();
        let texts = messages.iter().map(|message| (message.scope.id().as_str(), message.text.as_str()));
        search_index::add(&mut batch, Index::Thread, texts);
        let mut notified = HashSet::new();
        for (NewMessage { scope, channel, .. }, comment) in messages.iter().zip(&comments) {
            if notified.insert(channel) {
                self.notify_of_channel(tx, &mut batch, scope.id(), channel, Author::Client, comment.created_at).await?;
            }
        }
        batch.execute(tx).await?;
        Ok(Some(comments))
    }

    /// Returns the time of each client's newest message, or `None` if one was not inserted.
    async fn insert(&self, tx: &mut Tx, rows: &[MessageRow<'_>]) -> Result<Option<String>, Fault> {
        let of_json = |sql: &str| sql.replace(ROWS, self.db.json_rows());
        let (raise, insert, newest) = (of_json(RAISE), of_json(INSERT), of_json(NEWEST));
        let (clients, rows_json, now) = (json(&clients(rows)), json(&rows), self.clock.now());
        let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        if self.db.has_one_writer() {
            // In one call: each wakes two threads.
            let insert = renumbered(&insert, 2);
            let sql = format!("{raise}; {insert}; {newest} AND changes() = $4");
            let newest = tx.fetch_values(AssertSqlSafe(sql), (clients, now, rows_json, count)).await?;
            return Ok(newest.into_iter().next().flatten());
        }
        tx.execute(AssertSqlSafe(raise), (clients.as_str(), now)).await?;
        let inserted = tx.execute(AssertSqlSafe(insert), [rows_json]).await?;
        if i64::try_from(inserted) != Ok(count) {
            return Ok(None);
        }
        tx.fetch_value(AssertSqlSafe(newest), [clients]).await
    }
}

/// `None` if somebody writes in General of another client.
fn rows<'a>(messages: &[&'a NewMessage]) -> Result<Option<Vec<MessageRow<'a>>>, Fault> {
    let mut counts = HashMap::<&ClientId, i64>::new();
    let mut rows = Vec::with_capacity(messages.len());
    for NewMessage { scope, channel, text, key } in messages.iter().rev() {
        let phase = match channel {
            Channel::General(owner) if owner == scope.id() => None,
            Channel::General(_) => return Ok(None),
            Channel::Phase(phase) => Some(phase),
        };
        let Writer { name, contact, .. } = Writer::of(scope.person());
        let id = key.clone().map_or_else(|| stored(secrets::id()), Ok)?;
        let later = counts.entry(scope.id()).or_default();
        rows.push(MessageRow { id, client: scope.id(), phase, text: text.as_str(), later: *later, name, contact });
        *later += 1;
    }
    rows.reverse();
    Ok(Some(rows))
}

fn clients<'a>(rows: &[MessageRow<'a>]) -> Vec<ClientRow<'a>> {
    let mut counts = HashMap::new();
    for row in rows {
        *counts.entry(row.client).or_default() += 1;
    }
    counts.into_iter().map(|(client, messages)| ClientRow { client, messages }).collect()
}

/// The time of each client's newest message.
fn parse_newest(newest: &str) -> Option<HashMap<&str, i64>> {
    let pair = |pair| -> Option<_> {
        let (client, at) = str::split_once(pair, ' ')?;
        Some((client, at.parse().ok()?))
    };
    newest.split(',').map(pair).collect()
}

fn unreadable() -> Fault {
    Fault::because("the times of messages cannot be read")
}

fn comment(message: &NewMessage, at: Timestamp, row: MessageRow<'_>) -> Comment {
    let comment = Comment::on(&message.channel.entity(), row.id, Author::Client, message.text.clone(), at);
    Comment { author_name: row.name.map(str::to_owned), ..comment }
}

fn json(rows: &impl Serialize) -> String {
    serde_json::to_string(rows).expect("ids, texts and numbers are JSON")
}

/// Where the JSON array of rows goes in.
const ROWS: &str = "{rows}";

/// As for one message, for as many as the client has.
const RAISE: &str = "UPDATE client SET \
     turn_since = CASE WHEN turn = 'admin' THEN turn_since \
       WHEN last_comment_at >= $2 THEN last_comment_at + 1 ELSE $2 END, \
     turn = 'admin', \
     last_comment_at = CASE WHEN last_comment_at >= $2 THEN last_comment_at + added.messages \
       ELSE $2 + added.messages - 1 END \
     FROM (SELECT value ->> 'client' AS client, CAST(value ->> 'messages' AS BIGINT) AS messages FROM {rows}) AS added \
     WHERE client.id = added.client";

/// `client time,client time`: one row, because each wakes a thread.
const NEWEST: &str = "SELECT STRING_AGG(client.id || ' ' || client.last_comment_at, ',') FROM client \
     WHERE client.id IN (SELECT value ->> 'client' FROM {rows})";

const INSERT: &str = concat!(
    "INSERT INTO comment \
       (id, client_id, phase_id, author, text, created_at, author_name, contact_id, unanswered, unseen) \
     SELECT added.id, client.id, added.phase, 'client', added.text, client.last_comment_at - added.later, \
       added.name, added.contact, 1, ",
    unseen!("'client'", "client.last_comment_at - added.later", "client.id", "COALESCE(added.phase, client.id)"),
    " FROM (SELECT value ->> 'id' AS id, value ->> 'client' AS client, value ->> 'phase' AS phase, \
         value ->> 'text' AS text, CAST(value ->> 'later' AS BIGINT) AS later, value ->> 'name' AS name, \
         value ->> 'contact' AS contact FROM {rows}) AS added \
       JOIN client ON client.id = added.client \
     WHERE added.phase IS NULL OR EXISTS (SELECT 1 FROM phase JOIN project ON project.id = phase.project_id \
       WHERE phase.id = added.phase AND project.client_id = client.id) \
     ON CONFLICT (id) DO NOTHING",
);

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{Channel, MessageText};

    use super::*;
    use crate::{MockClock, Store};

    /// Else each of them would be written alone, and nobody would notice.
    #[tokio::test]
    async fn messages_are_written_together_unless_one_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}/atrio.db", folder.path().display());
        let clock = Arc::new(MockClock::at("2026-11-20T12:00:00Z".parse().expect("a time")));
        let store = Store::connect(&url, clock).await.expect("a database");
        let token = "r".repeat(43);
        let rossi = format!(r#"{{"clients":[{{"id":"rossi","name":"Rossi","token":"{token}"}}]}}"#);
        store.import(rossi.as_bytes(), &mut |_, _| ()).await.expect("imported");
        let scope = store.client_by_token(&token).await.expect("a client");
        let message = |key: &str| NewMessage {
            channel: Channel::General(scope.id().clone()),
            scope: scope.clone(),
            text: MessageText::parse("Ciao").expect("a text"),
            key: Some(CommentId::parse(key).expect("an id")),
        };
        let write = async |messages: &[&NewMessage]| {
            let mut tx = store.db.write().await.expect("a transaction");
            let written = store.write_set(&mut tx, messages).await.expect("a set");
            tx.commit().await.expect("committed");
            written.map(|comments| comments.iter().map(|comment| comment.created_at.as_millis()).collect::<Vec<_>>())
        };
        let (one, two, three) = (message("one"), message("two"), message("three"));
        let noon = store.clock.now().as_millis();
        assert_eq!(write(&[&one, &two]).await, Some(vec![noon, noon + 1]));
        assert_eq!(write(&[&two, &three]).await, None, "a key that is taken");
        store.close().await;
    }
}

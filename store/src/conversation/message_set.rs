//! Messages of clients, written as sets: three statements for all of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::id::{ClientId, CommentId, ContactId, PhaseId};
use domain::{Author, Channel, Comment, Timestamp};
use serde::Serialize;
use sqlx::AssertSqlSafe;

use crate::conversation::message_queue::NewMessage;
use crate::conversation::messages::Writer;
use crate::conversation::unread::unseen;
use crate::db::Tx;
use crate::db::batch::Batch;
use crate::db::rows;
use crate::search_index::{self, Index};
use crate::secrets;
use crate::{Fault, StoreParts};

/// How many messages of a client are written.
#[derive(Serialize)]
struct ClientRow<'a> {
    client: &'a ClientId,
    messages: usize,
}

/// The columns of a message.
#[derive(Serialize)]
struct MessageRow<'a> {
    id: CommentId,
    client: &'a ClientId,
    phase: Option<&'a PhaseId>,
    text: &'a str,
    at: i64,
    name: Option<&'a str>,
    contact: Option<&'a ContactId>,
}

impl StoreParts {
    /// Writes messages as [`StoreParts::write_message`] does, in their order, each later than those before it of the same client.
    /// `None` if one is refused: the caller rolls back.
    pub(super) async fn write_set(&self, tx: &mut Tx, messages: &[&NewMessage]) -> Result<Option<Vec<Comment>>, Fault> {
        let Some(rows) = self.message_rows(tx, messages).await? else { return Ok(None) };
        let inserted = tx.execute(AssertSqlSafe(INSERT.replace(ROWS, self.db.json_rows())), [json(&rows)]).await?;
        if usize::try_from(inserted) != Ok(rows.len()) {
            return Ok(None);
        }
        let mut batch = Batch::default();
        let texts = messages.iter().map(|message| (message.scope.id().as_str(), message.text.as_str()));
        search_index::add(&mut batch, Index::Thread, texts);
        let mut notified = HashSet::new();
        for (message, row) in messages.iter().zip(&rows) {
            if notified.insert(&message.channel) {
                let at = Timestamp::from_millis(row.at);
                let (client, channel) = (message.scope.id(), &message.channel);
                self.notify_of_channel(tx, &mut batch, client, channel, Author::Client, at).await?;
            }
        }
        batch.execute(tx).await?;
        Ok(Some(messages.iter().zip(rows).map(|(message, row)| comment(message, row)).collect()))
    }

    /// Locks the clients, and gives each message its time.
    async fn message_rows<'a>(
        &self,
        tx: &mut Tx,
        messages: &[&'a NewMessage],
    ) -> Result<Option<Vec<MessageRow<'a>>>, Fault> {
        let mut counts = BTreeMap::<&ClientId, usize>::new();
        for message in messages {
            *counts.entry(message.scope.id()).or_default() += 1;
        }
        let clients: Vec<_> =
            counts.iter().map(|(client, messages)| ClientRow { client, messages: *messages }).collect();
        let raise = AssertSqlSafe(RAISE.replace(ROWS, self.db.json_rows()));
        let newest: Vec<(ClientId, i64)> = tx.fetch_all(raise, (json(&clients), self.clock.now())).await?;
        let count =
            |client: &ClientId| i64::try_from(counts.get(client).copied().unwrap_or_default()).unwrap_or_default();
        let mut next: HashMap<_, _> =
            newest.iter().map(|(client, newest)| (client, newest - count(client) + 1)).collect();
        let mut rows = Vec::with_capacity(messages.len());
        for NewMessage { scope, channel, text, key } in messages {
            let phase = match channel {
                Channel::General(owner) if owner == scope.id() => None,
                Channel::General(_) => return Ok(None),
                Channel::Phase(phase) => Some(phase),
            };
            // Not there: deleted meanwhile.
            let Some(next) = next.get_mut(scope.id()) else { return Ok(None) };
            let Writer { name, contact, .. } = Writer::of(scope.person());
            let id = key.clone().map_or_else(|| rows::stored(secrets::id()), Ok)?;
            rows.push(MessageRow { id, client: scope.id(), phase, text: text.as_str(), at: *next, name, contact });
            *next += 1;
        }
        Ok(Some(rows))
    }
}

fn comment(message: &NewMessage, row: MessageRow<'_>) -> Comment {
    let at = Timestamp::from_millis(row.at);
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
     WHERE client.id = added.client RETURNING id, last_comment_at";

const INSERT: &str = concat!(
    "INSERT INTO comment \
       (id, client_id, phase_id, author, text, created_at, author_name, contact_id, unanswered, unseen) \
     SELECT added.id, added.client, added.phase, 'client', added.text, added.at, added.name, added.contact, 1, ",
    unseen!("'client'", "added.at", "added.client", "COALESCE(added.phase, added.client)"),
    " FROM (SELECT value ->> 'id' AS id, value ->> 'client' AS client, value ->> 'phase' AS phase, \
         value ->> 'text' AS text, CAST(value ->> 'at' AS BIGINT) AS at, value ->> 'name' AS name, \
         value ->> 'contact' AS contact FROM {rows}) AS added \
     WHERE added.phase IS NULL OR EXISTS (SELECT 1 FROM phase JOIN project ON project.id = phase.project_id \
       WHERE phase.id = added.phase AND project.client_id = added.client) \
     ON CONFLICT (id) DO NOTHING",
);

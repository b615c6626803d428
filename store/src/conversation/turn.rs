//! Who is to write next with a client, and since when the other side waits: the columns `turn` and `turn_since` of
//! `client`, derived from the small indexes of unread and unanswered messages. A message of the client updates them by
//! itself (`messages.rs`); whatever else changes who waits derives them again.

use domain::id::{ClientId, ProjectId};
use domain::{Channel, Timestamp};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;

macro_rules! derive {
    ($where:literal) => {
        concat!(
            "UPDATE client SET \
               turn = CASE WHEN waits.since IS NOT NULL THEN 'admin' WHEN waits.author = 'admin' THEN 'client' END, \
               turn_since = CASE WHEN waits.since IS NOT NULL THEN waits.since \
                 WHEN waits.author = 'admin' THEN waits.written END \
             FROM (SELECT client.id, \
               (SELECT MIN(open.at) FROM (\
                  SELECT MIN(comment.created_at) AS at FROM comment \
                  WHERE comment.client_id = client.id AND comment.unanswered = 1 \
                  UNION ALL SELECT MIN(comment.created_at) FROM comment \
                  WHERE comment.client_id = client.id AND comment.unseen = 1 \
                  UNION ALL SELECT COALESCE(client.last_comment_at, client.created_at) FROM unread_mark \
                  WHERE unread_mark.client_id = client.id) AS open) AS since, \
               (SELECT newest.author FROM comment newest WHERE newest.client_id = client.id \
                  ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1) AS author, \
               (SELECT MIN(own.created_at) FROM comment own \
                  WHERE own.client_id = client.id AND own.created_at > COALESCE((\
                    SELECT other.created_at FROM comment other \
                    WHERE other.client_id = client.id AND other.author = 'client' \
                    ORDER BY other.created_at DESC LIMIT 1), -62167219200001)) AS written \
               FROM client",
            $where,
            ") AS waits WHERE client.id = waits.id"
        )
    };
}

/// Derives the turn of one client.
pub(crate) async fn derive(tx: &mut Tx, client: &str) -> Result<(), Fault> {
    tx.execute(derive!(" WHERE client.id = $1"), [client]).await?;
    Ok(())
}

/// Derives which imported messages are unanswered, and the turn of every client. What the agency has set aside stays so.
pub(crate) async fn derive_all(tx: &mut Tx) -> Result<(), Fault> {
    for update in [UNANSWERED, ANSWERED, ARCHIVED, derive!("")] {
        tx.execute(update, ()).await?;
    }
    Ok(())
}

const UNANSWERED: &str =
    "UPDATE comment SET unanswered = CASE author WHEN 'client' THEN 1 ELSE 0 END WHERE unanswered IS NULL";
const ANSWERED: &str = "UPDATE comment SET unanswered = 0 \
     FROM (SELECT client_id, COALESCE(phase_id, client_id) AS channel, MAX(created_at) AS at \
       FROM comment WHERE author = 'admin' GROUP BY client_id, phase_id) AS answer \
     WHERE comment.unanswered = 1 AND comment.client_id = answer.client_id \
     AND COALESCE(comment.phase_id, comment.client_id) = answer.channel AND comment.created_at < answer.at";
const ARCHIVED: &str = "UPDATE comment SET unanswered = 0 WHERE unanswered = 1 AND phase_id IN (\
     SELECT phase.id FROM phase JOIN project ON project.id = phase.project_id WHERE project.status = 'archived')";

/// What the client wrote in the channel up to `at` is answered.
pub(crate) async fn answer(tx: &mut Tx, client: &ClientId, channel: &Channel, at: Timestamp) -> Result<(), Fault> {
    up_to(tx, "(unanswered = 1 OR set_aside_at IS NOT NULL)", client, channel, (at, None)).await?;
    derive(tx, client.as_str()).await
}

/// What the client wrote in the channel up to `at` is set aside `now`.
pub(crate) async fn set_aside(
    tx: &mut Tx,
    client: &ClientId,
    channel: &Channel,
    at: Timestamp,
    now: Timestamp,
) -> Result<(), Fault> {
    up_to(tx, "unanswered = 1", client, channel, (at, Some(now))).await?;
    derive(tx, client.as_str()).await
}

async fn up_to(
    tx: &mut Tx,
    condition: &str,
    client: &ClientId,
    channel: &Channel,
    (at, set_aside_at): (Timestamp, Option<Timestamp>),
) -> Result<(), Fault> {
    let of_channel = match channel {
        Channel::General(_) => "client_id = $2 AND phase_id IS NULL",
        Channel::Phase(_) => "phase_id = $2",
    };
    let sql = format!(
        "UPDATE comment SET unanswered = 0, set_aside_at = $4 \
         WHERE {condition} AND client_id = $1 AND {of_channel} AND created_at <= $3"
    );
    tx.execute(AssertSqlSafe(sql), (client, channel.key().as_str(), at, set_aside_at)).await?;
    Ok(())
}

/// What the agency has read in any channel is set aside `now`.
pub(crate) async fn set_aside_read(tx: &mut Tx, client: &ClientId, now: Timestamp) -> Result<(), Fault> {
    let sql = "UPDATE comment SET unanswered = 0, set_aside_at = $2 \
         WHERE unanswered = 1 AND unseen = 0 AND client_id = $1";
    tx.execute(sql, (client, now)).await?;
    derive(tx, client.as_str()).await
}

/// What was set aside last waits for an answer again.
pub(crate) async fn reopen(tx: &mut Tx, client: &ClientId) -> Result<(), Fault> {
    let sql = "UPDATE comment SET unanswered = 1, set_aside_at = NULL WHERE client_id = $1 AND set_aside_at = (\
         SELECT MAX(last.set_aside_at) FROM comment last WHERE last.client_id = $1 AND last.set_aside_at IS NOT NULL)";
    tx.execute(sql, [client]).await?;
    derive(tx, client.as_str()).await
}

/// What was read in the channels of a project that was archived needs no answer.
pub(crate) async fn close_project(tx: &mut Tx, project: &ProjectId) -> Result<(), Fault> {
    let answered = "UPDATE comment SET unanswered = 0 WHERE unanswered = 1 \
         AND phase_id IN (SELECT id FROM phase WHERE project_id = $1)";
    tx.execute(answered, [project]).await?;
    derive_of_project(tx, project).await
}

/// Derives the turn of the client of a project.
pub(crate) async fn derive_of_project(tx: &mut Tx, project: &ProjectId) -> Result<(), Fault> {
    let derive = derive!(" WHERE client.id = (SELECT project.client_id FROM project WHERE project.id = $1)");
    tx.execute(derive, [project]).await?;
    Ok(())
}

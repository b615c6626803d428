//! Unread messages and unseen approvals of the agency. The column `comment.unseen` is derived from the agency's read receipts
//! (docs/REFERENCE.md#unread-messages), so that a small index finds unread messages. This module keeps it
//! consistent.
//!
//! Writing a message or a read receipt of the agency locks the row of the client until commit, so that the
//! later of two concurrent writes sees the earlier one.

use std::collections::HashMap;

use domain::id::{ClientId, DeliverableId, TaskId};
use domain::{Channel, Timestamp};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::{Connection, Tx};

/// The value of `unseen` for a message of `$author`, made at `$at` in the channel `$key` of the client
/// `$client`.
macro_rules! unseen {
    ($author:literal, $at:literal, $client:literal, $key:literal) => {
        concat!(
            "CASE WHEN ",
            $author,
            " = 'client' AND ",
            $at,
            " > COALESCE((SELECT seen.read_at FROM admin_channel_read seen WHERE seen.client_id = ",
            $client,
            " AND seen.channel_key = ",
            $key,
            "), -62167219200001) THEN 1 ELSE 0 END"
        )
    };
}
pub(crate) use unseen;

macro_rules! recompute_unseen {
    ($where:literal) => {
        concat!(
            "UPDATE comment SET unseen = 1 - unseen WHERE ",
            $where,
            "unseen <> ",
            unseen!(
                "comment.author",
                "comment.created_at",
                "comment.client_id",
                "COALESCE(comment.phase_id, comment.client_id)"
            )
        )
    };
}

/// Moves the thread up in the inbox, and marks an approval as unseen. The caller has locked the deliverable; this
/// locks the client before the mark, as receipts and deletions do.
pub(crate) async fn add_approval(
    tx: &mut Tx,
    client: &ClientId,
    deliverable: &DeliverableId,
    at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE client SET last_comment_at = CASE WHEN last_comment_at >= $2 THEN last_comment_at ELSE $2 END \
         WHERE id = $1",
    )
    .bind(client.as_str())
    .bind(at.as_millis())
    .execute(&mut **tx)
    .await?;
    sqlx::query("INSERT INTO unseen_approval (deliverable_id, client_id) VALUES ($1, $2)")
        .bind(deliverable.as_str())
        .bind(client.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Updates `unseen` and the unseen approvals after a read receipt was raised to `read_at`.
pub(crate) async fn apply_receipt(
    tx: &mut Tx,
    client: &ClientId,
    channel: &Channel,
    read_at: Timestamp,
) -> Result<(), Fault> {
    let (update, key) = match channel {
        Channel::General(_) => (READ_GENERAL, client.as_str()),
        Channel::Phase(phase) => (READ_PHASE, phase.as_str()),
    };
    for update in [update, SEEN_APPROVALS] {
        let update = sqlx::query(update).bind(client.as_str()).bind(key).bind(read_at.as_millis());
        update.execute(&mut **tx).await?;
    }
    Ok(())
}

const READ_GENERAL: &str = "UPDATE comment SET unseen = 0 WHERE unseen = 1 AND client_id = $1 AND client_id = $2 \
     AND phase_id IS NULL AND created_at <= $3";
const READ_PHASE: &str = "UPDATE comment SET unseen = 0 WHERE unseen = 1 AND client_id = $1 AND phase_id = $2 \
     AND created_at <= $3";

const SEEN_APPROVALS: &str = "DELETE FROM unseen_approval WHERE client_id = $1 AND deliverable_id IN (\
       SELECT deliverable.id FROM task JOIN deliverable ON deliverable.task_id = task.id \
       WHERE task.phase_id = $2 AND deliverable.approved_at <= $3)";

/// Recomputes `unseen` of every message, after an import.
pub(crate) async fn recompute_unseen(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query(recompute_unseen!("")).execute(&mut **tx).await?;
    Ok(())
}

/// Recomputes `unseen` of the old comments of a task that was moved to another phase.
pub(crate) async fn recompute_unseen_of_task(tx: &mut Tx, task: &TaskId) -> Result<(), Fault> {
    sqlx::query(recompute_unseen!("task_id = $1 AND ")).bind(task.as_str()).execute(&mut **tx).await?;
    Ok(())
}

/// How many messages and approvals of each client are unread, for those with any. A thread marked as unread adds one.
pub(crate) async fn by_client(
    connection: &mut Connection,
    clients: &[&str],
) -> Result<HashMap<String, i64>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let parameters: Vec<String> = (1..=clients.len()).map(|number| format!("${number}")).collect();
    let parameters = parameters.join(", ");
    let mut query = sqlx::query_as::<_, (String, i64)>(AssertSqlSafe(format!(
        "SELECT client_id, COUNT(*) FROM comment WHERE unseen = 1 AND client_id IN ({parameters}) GROUP BY client_id \
         UNION ALL SELECT client_id, 1 FROM unseen_approval WHERE client_id IN ({parameters}) \
         UNION ALL SELECT client_id, 1 FROM unread_mark WHERE client_id IN ({parameters})"
    )));
    for client in clients {
        query = query.bind(*client);
    }
    let mut unread = HashMap::new();
    for (client, count) in query.fetch_all(connection).await? {
        *unread.entry(client).or_default() += count;
    }
    Ok(unread)
}

/// How many messages and approvals of one client are unread, by channel key.
pub(crate) async fn by_channel(
    connection: &mut Connection,
    client: &ClientId,
) -> Result<HashMap<String, i64>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT COALESCE(phase_id, client_id), COUNT(*) FROM comment WHERE unseen = 1 AND client_id = $1 \
         GROUP BY client_id, phase_id \
         UNION ALL SELECT task.phase_id, 1 FROM unseen_approval \
         JOIN deliverable ON deliverable.id = unseen_approval.deliverable_id \
         JOIN task ON task.id = deliverable.task_id WHERE unseen_approval.client_id = $1",
    )
    .bind(client.as_str())
    .fetch_all(connection)
    .await?;
    let mut unread = HashMap::new();
    for (channel, count) in rows {
        *unread.entry(channel).or_default() += count;
    }
    Ok(unread)
}

/// As [`by_client`], summed over all clients.
pub(crate) async fn total(connection: &mut Connection) -> Result<i64, Fault> {
    Ok(sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM comment WHERE unseen = 1) + (SELECT COUNT(*) FROM unseen_approval) \
         + (SELECT COUNT(*) FROM unread_mark)",
    )
    .fetch_one(connection)
    .await?)
}

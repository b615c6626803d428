//! Unread messages and unseen approvals of the agency. The column `comment.unseen` is derived from the agency's read receipts
//! (docs/REFERENCE.md#unread-messages), so that a small index finds unread messages. This module keeps it
//! consistent.
//!
//! Writing a message or a read receipt of the agency locks the row of the client until commit, so that the
//! later of two concurrent writes sees the earlier one.

use std::collections::HashMap;
use std::hash::Hash;

use domain::id::{ClientId, DeliverableId, TaskId};
use domain::{Channel, Timestamp};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::keyset::placeholders;
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
    let raise = "UPDATE client SET last_comment_at = CASE WHEN last_comment_at >= $2 THEN last_comment_at ELSE $2 END \
         WHERE id = $1";
    tx.execute(raise, (client, at)).await?;
    let mark = "INSERT INTO unseen_approval (deliverable_id, client_id) VALUES ($1, $2)";
    tx.execute(mark, (deliverable, client)).await?;
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
        tx.execute(update, (client, key, read_at)).await?;
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
    tx.execute(recompute_unseen!(""), ()).await?;
    Ok(())
}

/// Recomputes `unseen` of the comments that a task has taken along to another phase: old ones on it, and those about places on
/// its pictures.
pub(crate) async fn recompute_unseen_of_task(tx: &mut Tx, task: &TaskId) -> Result<(), Fault> {
    const ON_TASK: &str = recompute_unseen!("task_id = $1 AND ");
    const ON_PICTURES: &str = recompute_unseen!(
        "pin_deliverable_id IN (SELECT deliverable.id FROM deliverable WHERE deliverable.task_id = $1) AND "
    );
    for update in [ON_TASK, ON_PICTURES] {
        tx.execute(update, [&task]).await?;
    }
    Ok(())
}

/// How many messages and approvals of each client are unread, for those with any. A thread marked as unread adds one.
pub(crate) async fn by_client(
    connection: &mut Connection,
    clients: &[&ClientId],
) -> Result<HashMap<ClientId, i64>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = placeholders(clients.len());
    let sql = format!(
        "SELECT client_id, COUNT(*) FROM comment WHERE unseen = 1 AND client_id IN ({ids}) GROUP BY client_id \
         UNION ALL SELECT client_id, 1 FROM unseen_approval WHERE client_id IN ({ids}) \
         UNION ALL SELECT client_id, 1 FROM unread_mark WHERE client_id IN ({ids})"
    );
    Ok(sums(connection.fetch_all(AssertSqlSafe(sql), clients).await?))
}

fn sums<K: Eq + Hash>(counts: Vec<(K, i64)>) -> HashMap<K, i64> {
    let mut sums = HashMap::new();
    for (key, count) in counts {
        *sums.entry(key).or_default() += count;
    }
    sums
}

/// How many messages and approvals of one client are unread, by channel key.
pub(crate) async fn by_channel(connection: &mut Connection, client: &ClientId) -> Result<HashMap<String, i64>, Fault> {
    let sql = "SELECT COALESCE(phase_id, client_id), COUNT(*) FROM comment WHERE unseen = 1 AND client_id = $1 \
         GROUP BY client_id, phase_id \
         UNION ALL SELECT task.phase_id, 1 FROM unseen_approval \
         JOIN deliverable ON deliverable.id = unseen_approval.deliverable_id \
         JOIN task ON task.id = deliverable.task_id WHERE unseen_approval.client_id = $1";
    Ok(sums(connection.fetch_all(sql, [client]).await?))
}

//! What the agency has not read. The column `comment.unseen` repeats what its read records say
//! (docs/REFERENCE.md#unread-messages), so that the inbox finds it by a small index; here is all that keeps
//! the two alike.
//!
//! Whoever writes a message or a read record of the agency holds the client's row until the commit, so
//! that of the two the later one sees the earlier.

use std::collections::HashMap;

use domain::id::{ClientId, TaskId};
use domain::{Channel, Timestamp};
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::Fault;
use crate::db::Tx;

/// 1 or 0 for a message of `$author`, made at `$at` in the channel `$key` of the client `$client`.
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

macro_rules! settle {
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

/// Follows a read record of the agency, which stands at `read_at`.
pub(crate) async fn read(
    tx: &mut Tx,
    client: &ClientId,
    channel: &Channel,
    read_at: Timestamp,
) -> Result<(), Fault> {
    let (update, key) = match channel {
        Channel::General(_) => (READ_GENERAL, client.as_str()),
        Channel::Phase(phase) => (READ_PHASE, phase.as_str()),
    };
    sqlx::query(update).bind(client.as_str()).bind(key).bind(read_at.as_millis()).execute(&mut **tx).await?;
    Ok(())
}

const READ_GENERAL: &str = "UPDATE comment SET unseen = 0 WHERE unseen = 1 AND client_id = $1 AND client_id = $2 \
     AND phase_id IS NULL AND created_at <= $3";
const READ_PHASE: &str = "UPDATE comment SET unseen = 0 WHERE unseen = 1 AND client_id = $1 AND phase_id = $2 \
     AND created_at <= $3";

/// Goes by the read records again, for every message: after an import.
pub(crate) async fn settle(tx: &mut Tx) -> Result<(), Fault> {
    sqlx::query(settle!("")).execute(&mut **tx).await?;
    Ok(())
}

/// Goes by them again for the old comments of a task, which has taken them to another channel.
pub(crate) async fn settle_task(tx: &mut Tx, task: &TaskId) -> Result<(), Fault> {
    sqlx::query(settle!("task_id = $1 AND ")).bind(task.as_str()).execute(&mut **tx).await?;
    Ok(())
}

/// How many messages of these clients nobody has read, in each where there are any. A thread that is
/// marked as unread counts one more.
pub(crate) async fn by_client(
    connection: &mut AnyConnection,
    clients: &[&str],
) -> Result<HashMap<String, i64>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let places: Vec<String> = (1..=clients.len()).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let mut query = sqlx::query_as::<_, (String, i64)>(AssertSqlSafe(format!(
        "SELECT client_id, COUNT(*) FROM comment WHERE unseen = 1 AND client_id IN ({places}) GROUP BY client_id \
         UNION ALL SELECT client_id, 1 FROM unread_mark WHERE client_id IN ({places})"
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

/// How many messages of one client nobody has read, by the key of the channel.
pub(crate) async fn by_channel(
    connection: &mut AnyConnection,
    client: &ClientId,
) -> Result<HashMap<String, i64>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT COALESCE(phase_id, client_id), COUNT(*) FROM comment WHERE unseen = 1 AND client_id = $1 \
         GROUP BY client_id, phase_id",
    )
    .bind(client.as_str())
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// As [`by_client`], of all clients together.
pub(crate) async fn in_all(connection: &mut AnyConnection) -> Result<i64, Fault> {
    Ok(sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM comment WHERE unseen = 1) + (SELECT COUNT(*) FROM unread_mark)",
    )
    .fetch_one(connection)
    .await?)
}

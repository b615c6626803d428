//! Read receipts of either side (docs/REFERENCE.md#read-records).

use std::collections::BTreeMap;

use domain::id::{ClientId, ProjectId};
use domain::{Channel, ChannelKey, DomainError, Timestamp};
use sqlx::AnyConnection;

use crate::conversation::unread;
use crate::db::Db;
use crate::db::row_lock;
use crate::{Fault, Result};

macro_rules! only_upwards {
    ($table:literal) => {
        concat!(
            " ON CONFLICT (client_id, channel_key) DO UPDATE SET read_at = CASE WHEN ",
            $table,
            ".read_at < excluded.read_at THEN excluded.read_at ELSE ",
            $table,
            ".read_at END RETURNING read_at"
        )
    };
}
macro_rules! raise_general {
    ($table:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (client_id, channel_key, read_at) SELECT client.id, client.id, $3 FROM client \
             WHERE client.id = $1 AND client.id = $2",
            only_upwards!($table)
        )
    };
}
macro_rules! raise_phase {
    ($table:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (client_id, channel_key, phase_id, read_at) SELECT project.client_id, phase.id, phase.id, $3 \
             FROM phase JOIN project ON project.id = phase.project_id \
             WHERE project.client_id = $1 AND phase.id = $2",
            only_upwards!($table)
        )
    };
}

/// Whose reading is meant.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reader {
    Client,
    Admin,
}

/// Up to when `reader` has read each channel of `client`.
pub(crate) async fn reads(
    connection: &mut AnyConnection,
    reader: Reader,
    client: &ClientId,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(match reader {
        Reader::Client => "SELECT channel_key, read_at FROM client_channel_read WHERE client_id = $1",
        Reader::Admin => "SELECT channel_key, read_at FROM admin_channel_read WHERE client_id = $1",
    })
    .bind(client.as_str())
    .fetch_all(connection)
    .await?;
    in_channels(rows, client)
}

fn in_channels(
    rows: Vec<(String, i64)>,
    client: &ClientId,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    rows.into_iter()
        .map(|(channel, read_at)| Ok((stored_key(&channel, client)?, Timestamp::from_millis(read_at))))
        .collect()
}

/// A channel's key as the database gives it.
pub(crate) fn stored_key(channel: &str, client: &ClientId) -> Result<ChannelKey, Fault> {
    let channel = Channel::named(channel, client);
    Ok(channel.ok_or_else(|| Fault::because("a stored channel key names nothing"))?.key())
}

/// Raises a read record, never lowers it; gives where it stands (docs/REFERENCE.md#read-records).
///
/// # Errors
/// [`DomainError::UnknownChannel`] when the channel is not the client's, or a fault.
pub(crate) async fn mark_read(
    db: &Db,
    reader: Reader,
    client: &ClientId,
    channel: &Channel,
    read_at: Timestamp,
) -> Result<Timestamp> {
    // In a transaction, for the reason that approvals.rs gives.
    let mut tx = db.write().await?;
    if matches!(reader, Reader::Admin) {
        // What is unseen follows from this record: messages come before or after (unread.rs).
        row_lock::acquire(&mut tx, "client", client.as_str()).await?;
    }
    let stands: Option<i64> = sqlx::query_scalar(match (reader, channel) {
        (Reader::Client, Channel::General(_)) => raise_general!("client_channel_read"),
        (Reader::Client, Channel::Phase(_)) => raise_phase!("client_channel_read"),
        (Reader::Admin, Channel::General(_)) => raise_general!("admin_channel_read"),
        (Reader::Admin, Channel::Phase(_)) => raise_phase!("admin_channel_read"),
    })
    .bind(client.as_str())
    .bind(channel.key().as_str())
    .bind(read_at.as_millis())
    .fetch_optional(&mut *tx)
    .await?;
    let stands = Timestamp::from_millis(stands.ok_or(DomainError::UnknownChannel)?);
    if matches!(reader, Reader::Admin) {
        unread::read(&mut tx, client, channel, stands).await?;
    }
    tx.commit().await?;
    Ok(stands)
}

/// Up to when the agency has read General and the phases of `project`.
pub(crate) async fn agency_reads(
    connection: &mut AnyConnection,
    client: &ClientId,
    project: &ProjectId,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT seen.channel_key, seen.read_at FROM admin_channel_read seen \
         LEFT JOIN phase ON phase.id = seen.phase_id \
         WHERE seen.client_id = $1 AND (seen.phase_id IS NULL OR phase.project_id = $2)",
    )
    .bind(client.as_str())
    .bind(project.as_str())
    .fetch_all(connection)
    .await?;
    in_channels(rows, client)
}

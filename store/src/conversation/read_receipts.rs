//! Read receipts of client and agency (docs/REFERENCE.md#read-records).

use std::collections::BTreeMap;

use domain::id::{ClientId, ProjectId};
use domain::{Channel, ChannelKey, DomainError, Timestamp};

use crate::conversation::{turn, unread};
use crate::db::cache_versions::Change;
use crate::db::row_lock;
use crate::db::{Connection, Db, Tx};
use crate::{Fault, Result};

macro_rules! keep_maximum {
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
            keep_maximum!($table)
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
            keep_maximum!($table)
        )
    };
}

/// Whose receipts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reader {
    Client,
    Admin,
}

/// The receipts of `reader` in the channels of `client`.
pub(crate) async fn reads(
    connection: &mut Connection,
    reader: Reader,
    client: &ClientId,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    let sql = match reader {
        Reader::Client => "SELECT channel_key, read_at FROM client_channel_read WHERE client_id = $1",
        Reader::Admin => "SELECT channel_key, read_at FROM admin_channel_read WHERE client_id = $1",
    };
    let rows = connection.fetch_all(sql, [&client]).await?;
    in_channels(rows, client)
}

fn in_channels(rows: Vec<(String, Timestamp)>, client: &ClientId) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    rows.into_iter().map(|(channel, read_at)| Ok((stored_key(&channel, client)?, read_at))).collect()
}

/// Parses a stored channel key.
pub(crate) fn stored_key(channel: &str, client: &ClientId) -> Result<ChannelKey, Fault> {
    let channel = Channel::named(channel, client);
    Ok(channel.ok_or_else(|| Fault::because("a stored channel key names no channel"))?.key())
}

/// Raises a receipt, never lowers it; returns the stored one (docs/REFERENCE.md#read-records).
pub(crate) async fn mark_read(
    db: &Db,
    reader: Reader,
    client: &ClientId,
    channel: &Channel,
    read_at: Timestamp,
) -> Result<Timestamp> {
    // In a transaction, for the reason given in approvals.rs.
    let mut tx = db.write_shared(Change::Conversation(client.clone())).await?;
    let stored = match reader {
        Reader::Client => {
            let sql = match channel {
                Channel::General(_) => raise_general!("client_channel_read"),
                Channel::Phase(_) => raise_phase!("client_channel_read"),
            };
            stored(tx.fetch_optional_value(sql, (&client, channel.key().as_str(), read_at)).await?)?
        }
        Reader::Admin => {
            let stored = raise_agency(&mut tx, client, channel, read_at).await?;
            turn::derive(&mut tx, client.as_str()).await?;
            stored
        }
    };
    tx.commit().await?;
    Ok(stored)
}

/// Raises the agency's receipt. The caller derives the turn.
pub(crate) async fn raise_agency(
    tx: &mut Tx,
    client: &ClientId,
    channel: &Channel,
    read_at: Timestamp,
) -> Result<Timestamp> {
    // `comment.unseen` is derived from this receipt: the lock orders it with new messages (unread.rs).
    row_lock::acquire(tx, "client", client.as_str()).await?;
    let sql = match channel {
        Channel::General(_) => raise_general!("admin_channel_read"),
        Channel::Phase(_) => raise_phase!("admin_channel_read"),
    };
    let stored = stored(tx.fetch_optional_value(sql, (&client, channel.key().as_str(), read_at)).await?)?;
    unread::apply_receipt(tx, client, channel, stored).await?;
    Ok(stored)
}

fn stored(receipt: Option<Timestamp>) -> Result<Timestamp> {
    Ok(receipt.ok_or(DomainError::UnknownChannel)?)
}

/// The agency's receipts of General and the phases of `project`.
pub(crate) async fn agency_reads(
    connection: &mut Connection,
    client: &ClientId,
    project: &ProjectId,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    let sql = "SELECT seen.channel_key, seen.read_at FROM admin_channel_read seen \
         LEFT JOIN phase ON phase.id = seen.phase_id \
         WHERE seen.client_id = $1 AND (seen.phase_id IS NULL OR phase.project_id = $2)";
    let rows = connection.fetch_all(sql, (&client, &project)).await?;
    in_channels(rows, client)
}

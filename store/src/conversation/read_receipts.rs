//! Read receipts of people and agency (docs/REFERENCE.md#read-records).

use std::collections::BTreeMap;

use domain::id::ClientId;
use domain::{Channel, ChannelKey, DomainError, Person, Timestamp};

use crate::conversation::{turn, unread};
use crate::db::cache_versions::Change;
use crate::db::row_lock;
use crate::db::{Connection, Db, Tx};
use crate::{Fault, Result};

/// Raises the receipt of the reader `$1` in the channel `$2` to `$3`, if it is a channel of their client.
macro_rules! raise {
    (client $table:literal, general) => {
        raise!(@ $table, "client_id", "SELECT client.id, client.id, NULL, $3 FROM client \
            WHERE client.id = $1 AND client.id = $2")
    };
    (client $table:literal, phase) => {
        raise!(@ $table, "client_id", "SELECT project.client_id, phase.id, phase.id, $3 \
            FROM phase JOIN project ON project.id = phase.project_id \
            WHERE project.client_id = $1 AND phase.id = $2")
    };
    (contact, general) => {
        raise!(@ "contact_channel_read", "contact_id", "SELECT contact.id, contact.client_id, NULL, $3 FROM contact \
            WHERE contact.id = $1 AND contact.client_id = $2")
    };
    (contact, phase) => {
        raise!(@ "contact_channel_read", "contact_id", "SELECT contact.id, phase.id, phase.id, $3 \
            FROM phase JOIN project ON project.id = phase.project_id \
            JOIN contact ON contact.client_id = project.client_id \
            WHERE contact.id = $1 AND phase.id = $2")
    };
    (@ $table:literal, $reader:literal, $select:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (",
            $reader,
            ", channel_key, phase_id, read_at) ",
            $select,
            " ON CONFLICT (",
            $reader,
            ", channel_key) DO UPDATE SET read_at = CASE WHEN ",
            $table,
            ".read_at < excluded.read_at THEN excluded.read_at ELSE ",
            $table,
            ".read_at END RETURNING read_at"
        )
    };
}

/// The receipts of a person; a contact has their own.
pub(crate) async fn of_person(
    connection: &mut Connection,
    person: &Person,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    let (sql, reader) = match &person.contact {
        None => {
            ("SELECT channel_key, read_at FROM client_channel_read WHERE client_id = $1", person.client.id.as_str())
        }
        Some(contact) => {
            ("SELECT channel_key, read_at FROM contact_channel_read WHERE contact_id = $1", contact.id.as_str())
        }
    };
    in_channels(connection.fetch_all(sql, [reader]).await?, &person.client.id)
}

/// The receipts of the agency in the channels of `client`.
pub(crate) async fn of_agency(
    connection: &mut Connection,
    client: &ClientId,
) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    let sql = "SELECT channel_key, read_at FROM admin_channel_read WHERE client_id = $1";
    in_channels(connection.fetch_all(sql, [client]).await?, client)
}

/// The newest receipt of any person of `client` in each channel, with their name if the client has contacts.
pub(crate) async fn of_anybody(
    connection: &mut Connection,
    client: &ClientId,
) -> Result<BTreeMap<ChannelKey, (Timestamp, Option<String>)>, Fault> {
    let sql = "SELECT seen.channel_key, seen.read_at, \
           CASE WHEN EXISTS (SELECT 1 FROM contact WHERE contact.client_id = client.id) THEN client.name END AS name \
         FROM client JOIN client_channel_read seen ON seen.client_id = client.id WHERE client.id = $1 \
         UNION ALL SELECT seen.channel_key, seen.read_at, contact.name FROM contact \
         JOIN contact_channel_read seen ON seen.contact_id = contact.id WHERE contact.client_id = $1 ORDER BY read_at";
    let rows: Vec<(String, Timestamp, Option<String>)> = connection.fetch_all(sql, [client]).await?;
    // Of a channel the last one stays.
    rows.into_iter().map(|(channel, at, name)| Ok((stored_key(&channel, client)?, (at, name)))).collect()
}

fn in_channels(rows: Vec<(String, Timestamp)>, client: &ClientId) -> Result<BTreeMap<ChannelKey, Timestamp>, Fault> {
    rows.into_iter().map(|(channel, read_at)| Ok((stored_key(&channel, client)?, read_at))).collect()
}

/// Parses a stored channel key.
pub(crate) fn stored_key(channel: &str, client: &ClientId) -> Result<ChannelKey, Fault> {
    let channel = Channel::named(channel, client);
    Ok(channel.ok_or_else(|| Fault::because("a stored channel key names no channel"))?.key())
}

/// Raises a receipt of a person, never lowers it; returns the stored one (docs/REFERENCE.md#read-records).
pub(crate) async fn mark_read(db: &Db, person: &Person, channel: &Channel, read_at: Timestamp) -> Result<Timestamp> {
    let client = &person.client.id;
    let sql = match (&person.contact, channel) {
        (None, Channel::General(_)) => raise!(client "client_channel_read", general),
        (None, Channel::Phase(_)) => raise!(client "client_channel_read", phase),
        (Some(_), Channel::General(_)) => raise!(contact, general),
        (Some(_), Channel::Phase(_)) => raise!(contact, phase),
    };
    let reader = person.contact.as_ref().map_or(client.as_str(), |contact| contact.id.as_str());
    // In a transaction, for the reason given in approvals.rs.
    let mut tx = db.write_shared(Change::Conversation(client.clone())).await?;
    let stored = stored(tx.fetch_optional_value(sql, (reader, channel.key().as_str(), read_at)).await?)?;
    tx.commit().await?;
    Ok(stored)
}

/// As [`mark_read`], of the agency.
pub(crate) async fn mark_read_by_agency(
    db: &Db,
    client: &ClientId,
    channel: &Channel,
    read_at: Timestamp,
) -> Result<Timestamp> {
    let mut tx = db.write_shared(Change::Conversation(client.clone())).await?;
    let stored = raise_agency(&mut tx, client, channel, read_at).await?;
    turn::derive(&mut tx, client.as_str()).await?;
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
        Channel::General(_) => raise!(client "admin_channel_read", general),
        Channel::Phase(_) => raise!(client "admin_channel_read", phase),
    };
    let stored = stored(tx.fetch_optional_value(sql, (&client, channel.key().as_str(), read_at)).await?)?;
    unread::apply_receipt(tx, client, channel, stored).await?;
    Ok(stored)
}

fn stored(receipt: Option<Timestamp>) -> Result<Timestamp> {
    Ok(receipt.ok_or(DomainError::UnknownChannel)?)
}

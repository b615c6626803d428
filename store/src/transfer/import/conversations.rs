//! Validating comments and read receipts of an import, and building their rows.

use std::collections::HashMap;

use domain::{EntityType, Timestamp};

use super::attachments;
use super::chain::Chain;
use super::lookup::Lookup;
use super::rows::Rows;
use super::{ImportError, invalid};
use crate::Fault;
use crate::db::Tx;
use crate::db::column::Column as _;
use crate::tables::{CommentImport, ContactReadImport, Id, ReadImport};

/// The latest `created_at` of an imported comment: later comments need timestamps after it.
const NEWEST: i64 = Timestamp::MAX.as_millis() - 366 * 86_400_000;

/// The records a comment belongs to.
struct CommentOwner<'a> {
    client: &'a str,
    phase: Option<&'a str>,
    task: Option<&'a str>,
    deliverable: Option<&'a str>,
}

impl<'a> CommentOwner<'a> {
    /// Follows the chain upwards. Never `None`: [`Chain::of`] has checked every reference.
    fn of(comment: &'a CommentImport, chain: &'a Chain) -> Option<Self> {
        let id = comment.entity_id.0.as_str();
        let (phase, task, deliverable) = match comment.entity_type {
            EntityType::General => {
                return Some(Self { client: id, phase: None, task: None, deliverable: None });
            }
            EntityType::Phase => (id, None, None),
            EntityType::Task => (chain.phase_of_task(id)?, Some(id), None),
            EntityType::Deliverable => {
                let task = chain.task_of_deliverable(id)?;
                (chain.phase_of_task(task)?, Some(task), Some(id))
            }
        };
        let client = chain.client_of_phase(phase)?;
        Some(Self { client, phase: Some(phase), task, deliverable })
    }
}

/// Sets `created_at` of the comments without one: now, but after the previous comment and after all stored
/// ones of the client (docs/REFERENCE.md#order-of-messages).
pub(super) async fn date_comments(
    comments: &mut [CommentImport],
    chain: &Chain,
    lookup: &mut Lookup<'_>,
    now: Timestamp,
) -> Result<(), ImportError> {
    let mut newest = HashMap::<String, i64>::new();
    let mut undated = Vec::new();
    for (index, comment) in comments.iter().enumerate() {
        let Some(owner) = CommentOwner::of(comment, chain) else { continue };
        match comment.created_at {
            Some(at) if at.as_millis() > NEWEST => {
                return Err(invalid("comments", index, "created_at", "must be before the year 9999"));
            }
            Some(at) => {
                let newest = newest.entry(owner.client.to_owned()).or_insert(i64::MIN);
                *newest = at.as_millis().max(*newest);
            }
            None => undated.push((index, owner.client.to_owned())),
        }
    }
    let stored: Vec<(String, i64)> = lookup
        .find(
            "SELECT id, last_comment_at FROM client WHERE last_comment_at IS NOT NULL AND id IN",
            undated.iter().map(|(_, client)| client.as_str()),
        )
        .await?;
    for (client, last) in stored {
        let newest = newest.entry(client).or_insert(i64::MIN);
        *newest = last.max(*newest);
    }
    for (index, client) in undated {
        let newest = newest.entry(client).or_insert(i64::MIN);
        *newest = now.as_millis().max(newest.saturating_add(1));
        comments[index].created_at = Some(Timestamp::from_millis(*newest));
    }
    Ok(())
}

pub(super) fn comments(records: Vec<CommentImport>, chain: &Chain) -> Result<Rows, ImportError> {
    let columns = &[
        "id", "client_id", "phase_id", "task_id", "deliverable_id", "author", "text", "created_at", "author_name",
        "pin_deliverable_id", "pin_version", "pin_x", "pin_y",
    ] as &[_];
    let mut rows = Vec::with_capacity(records.len());
    for (index, comment) in records.into_iter().enumerate() {
        let (Some(owner), Some(created_at)) = (CommentOwner::of(&comment, chain), comment.created_at) else {
            return Err(invalid("comments", index, "entity_id", "belongs to no client"));
        };
        let pin = attachments::pin(index, &comment, owner.phase, chain)?;
        let mut row = vec![
            comment.id.clone().into_cell(),
            owner.client.to_owned().into_cell(),
            owner.phase.map(str::to_owned).into_cell(),
            owner.task.map(str::to_owned).into_cell(),
            owner.deliverable.map(str::to_owned).into_cell(),
            comment.author.into_cell(),
            comment.text.clone().into_cell(),
            created_at.into_cell(),
            comment.author_name.into_cell(),
        ];
        row.extend(pin);
        rows.push(row);
    }
    Ok(Rows::new("comment", columns, rows))
}

/// The read receipts of a table with one for each channel.
pub(super) async fn reads(
    (table, member): (&'static str, &'static str),
    records: Vec<ReadImport>,
    chain: &Chain,
    lookup: &mut Lookup<'_>,
) -> Result<Rows, ImportError> {
    // A key belongs to one client, so the key alone is looked up.
    let keys = records.iter().enumerate().map(|(index, read)| (index, read.channel_key.0.as_str()));
    let select = format!("SELECT channel_key FROM {table} WHERE channel_key IN");
    lookup.unused(member, "channel_key", &select, keys).await?;
    let of_clients = records.into_iter().map(|ReadImport { client_id, channel_key, read_at }| {
        let client = client_id.0.clone();
        Receipt { reader: client_id, client, channel_key, read_at }
    });
    rows_of_reads((table, member), &["client_id", "channel_key", "phase_id", "read_at"], of_clients, chain)
}

/// The read receipts of contacts.
pub(super) async fn contact_reads(
    records: Vec<ContactReadImport>,
    chain: &Chain,
    lookup: &mut Lookup<'_>,
) -> Result<Rows, ImportError> {
    let (table, member) = ("contact_channel_read", "contact_channel_reads");
    let both = |read: &ContactReadImport| format!("{}/{}", read.contact_id.0, read.channel_key.0);
    let keys: Vec<String> = records.iter().map(both).collect();
    let select = "SELECT contact_id || '/' || channel_key FROM contact_channel_read \
         WHERE contact_id || '/' || channel_key IN";
    lookup.unused(member, "channel_key", select, keys.iter().map(String::as_str).enumerate()).await?;
    let of_contacts = records.into_iter().map(|ContactReadImport { contact_id, channel_key, read_at }| {
        let client = chain.client_of_contact(&contact_id.0).unwrap_or_default().to_owned();
        Receipt { reader: contact_id, client, channel_key, read_at }
    });
    rows_of_reads((table, member), &["contact_id", "channel_key", "phase_id", "read_at"], of_contacts, chain)
}

struct Receipt {
    reader: Id,
    client: String,
    channel_key: Id,
    read_at: Timestamp,
}

/// Their channel must be General or a phase of the client.
fn rows_of_reads(
    (table, member): (&'static str, &'static str),
    columns: &'static [&'static str],
    receipts: impl Iterator<Item = Receipt>,
    chain: &Chain,
) -> Result<Rows, ImportError> {
    let row = |(index, Receipt { reader, client, channel_key, read_at }): (usize, Receipt)| {
        let phase = (channel_key.0 != client).then(|| channel_key.clone());
        if phase.as_ref().is_some_and(|phase| chain.client_of_phase(&phase.0) != Some(client.as_str())) {
            return Err(invalid(member, index, "channel_key", "is no channel of this client"));
        }
        Ok(vec![reader.into_cell(), channel_key.into_cell(), phase.into_cell(), read_at.into_cell()])
    };
    let rows = receipts.enumerate().map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(Rows::new(table, columns, rows))
}

/// Raises `last_comment_at`, after which the next comment of each client must come (see `messages.rs`).
pub(super) async fn raise_last_comments(tx: &mut Tx) -> Result<(), Fault> {
    let sql = "UPDATE client SET last_comment_at = \
           (SELECT MAX(comment.created_at) FROM comment WHERE comment.client_id = client.id) \
         WHERE COALESCE(client.last_comment_at, -62167219200001) < \
           (SELECT MAX(comment.created_at) FROM comment WHERE comment.client_id = client.id)";
    tx.execute(sql, ()).await?;
    Ok(())
}

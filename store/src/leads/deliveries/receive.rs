//! Storing a delivery before it is parsed, and recognizing repeated ones.

use domain::id::DeliveryId;
use domain::leads::{DeliveryOutcome, LeadSource, RawDelivery};
use domain::{DomainError, Timestamp};
use sha2::{Digest, Sha256};

use super::super::sources::count_received;
use super::body;
use super::row::{headers_json, short};
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::rows::stored;
use crate::secrets;
use crate::{Fault, Result, Store};

/// For how long an equal body counts as a repeat, in milliseconds: ten minutes.
const SAME_BODY: i64 = 600_000;

impl Store {
    /// Stores a delivery as received; it is committed when this returns. `source` is `None` for the main
    /// address, where `sender_id` is the header `webhook-id`; for a source it is the sender's own id of the
    /// delivery.
    ///
    /// A repeated delivery returns the id of the first and only raises its count of repeats. It is recognized
    /// by `sender_id` or, for a source whose sender gives none, by an equal body within ten minutes.
    ///
    /// # Errors
    /// [`DomainError::DeliveriesFull`], [`DomainError::UnknownRecord`] for a deleted source, or a fault.
    pub async fn receive(
        &self,
        source: Option<&LeadSource>,
        raw: &RawDelivery,
        sender_id: Option<&str>,
    ) -> Result<DeliveryId> {
        self.reserve_space(source, raw).await?;
        let now = self.clock.now();
        let dedup_key = DedupKey::new(source, raw, sender_id);
        let new = NewDelivery {
            id: secrets::id(),
            source,
            raw,
            dedup_key: dedup_key.as_ref().map(DedupKey::as_str),
            is_test: false,
            now,
        };
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        if let Some(DedupKey::Body(key)) = &dedup_key {
            release_key(&mut tx, key, now).await?;
        }
        let id = insert(&mut tx, &new).await?;
        if let Some(source) = source {
            count_received(&mut tx, &source.id, id == new.id, now).await?;
        }
        tx.commit().await?;
        Ok(stored(id)?)
    }

    /// Stores a test delivery of the agency. It is processed like any other, but not counted in the numbers
    /// and warnings of its source, never treated as a repeat, and never refused for want of space.
    pub async fn receive_test(&self, source: &LeadSource, raw: &RawDelivery) -> Result<DeliveryId> {
        let now = self.clock.now();
        let new = NewDelivery { id: secrets::id(), source: Some(source), raw, dedup_key: None, is_test: true, now };
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let id = insert(&mut tx, &new).await?;
        tx.commit().await?;
        Ok(stored(id)?)
    }
}

/// A delivery to be stored.
struct NewDelivery<'a> {
    id: String,
    source: Option<&'a LeadSource>,
    raw: &'a RawDelivery,
    /// The key by which a repeat is recognized.
    dedup_key: Option<&'a str>,
    is_test: bool,
    now: Timestamp,
}

/// The key by which a repeat is recognized: a digest.
enum DedupKey {
    /// Of the sender's id.
    Id(String),
    /// Of the body; valid for [`SAME_BODY`].
    Body(String),
}

impl DedupKey {
    /// `None` on the main address without an id: there an equal body is a new delivery
    /// (docs/REFERENCE.md#post-apiwebhookslead).
    fn new(source: Option<&LeadSource>, raw: &RawDelivery, sender_id: Option<&str>) -> Option<Self> {
        let scope = source.map_or("", |source| source.id.as_str());
        match sender_id {
            Some(id) => Some(Self::Id(digest(scope, "id", id.as_bytes()))),
            None if source.is_some() => Some(Self::Body(digest(scope, "body", &raw.body))),
            None => None,
        }
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Id(key) | Self::Body(key) => key,
        }
    }
}

/// In hexadecimal digits. Neither `scope` nor `kind` contains the separator `/`.
fn digest(scope: &str, kind: &str, value: &[u8]) -> String {
    secrets::hex(&Sha256::new().chain_update(format!("{scope}/{kind}/")).chain_update(value).finalize())
}

/// Removes the key of a body that was received too long ago.
async fn release_key(tx: &mut Tx, key: &str, now: Timestamp) -> Result<(), Fault> {
    let sql = "UPDATE lead_delivery SET dedup_key = NULL WHERE dedup_key = $1 AND received_at <= $2";
    tx.execute(sql, (key, now.as_millis().saturating_sub(SAME_BODY))).await?;
    Ok(())
}

/// Inserts a delivery. Returns its id, or that of the first delivery with its key.
async fn insert(tx: &mut Tx, new: &NewDelivery<'_>) -> Result<String> {
    let (encoding, body) = body::encode(&new.raw.body);
    let RawDelivery { content_type, headers, .. } = new.raw;
    let values = (
        &new.id,
        new.source.map(|source| &source.id),
        new.now,
        DeliveryOutcome::Received,
        new.dedup_key,
        content_type.as_deref().map(short),
        headers_json(headers)?,
        encoding.as_str(),
        body,
        new.is_test,
    );
    match tx.fetch_value(INSERT, values).await {
        Err(fault) if fault.is_foreign_key_violation() => Err(DomainError::UnknownRecord.into()),
        result => Ok(result?),
    }
}

const INSERT: &str = "INSERT INTO lead_delivery (id, source_id, received_at, outcome, dedup_key, repeats, content_type, \
       headers, encoding, body, trial) VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10) \
     ON CONFLICT (dedup_key) DO UPDATE SET repeats = lead_delivery.repeats + 1 RETURNING id";

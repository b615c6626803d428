//! Storing what was delivered, before it is parsed.

use std::fmt::Write;

use domain::id::DeliveryId;
use domain::leads::{DeliveryOutcome, LeadSource, RawDelivery};
use domain::{DomainError, Timestamp};
use sha2::{Digest, Sha256};

use super::super::sources::count_received;
use super::body;
use super::row::{headers_json, short};
use crate::auth::secrets;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::{Error, Fault, Result, Store};

/// For how long the same body counts as the same delivery, in milliseconds: ten minutes.
const SAME_BODY: i64 = 600_000;

impl Store {
    /// Stores a delivery as it came; it is kept once this returns. `None` is the main address, where
    /// `sender_id` is the header `webhook-id`; of a source it is the sender's own id of the delivery.
    ///
    /// The same delivery again gives the id of the first and changes nothing but the count of repeats:
    /// the same by its `sender_id` or, on a source without one, by its body, within ten minutes.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when the source was deleted in this very moment, or a fault.
    pub async fn receive(
        &self,
        source: Option<&LeadSource>,
        raw: &RawDelivery,
        sender_id: Option<&str>,
    ) -> Result<DeliveryId> {
        let now = self.clock.now();
        let same = Same::of(source, raw, sender_id);
        let new =
            New { id: secrets::id(), source, raw, same: same.as_ref().map(Same::key), is_test: false, now };
        let mut tx = self.db.write().await?;
        if let Some(Same::Body(key)) = &same {
            release(&mut tx, key, now).await?;
        }
        let id = insert(&mut tx, &new).await?;
        if let Some(source) = source {
            count_received(&mut tx, &source.id, id == new.id, now).await?;
        }
        tx.commit().await?;
        Ok(stored(id)?)
    }

    /// Stores a test delivery of the agency itself. It is parsed and applied as any other, and counts nowhere:
    /// neither in the numbers of its source nor in its warnings. It is never deduplicated.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when the source was deleted in this very moment, or a fault.
    pub async fn receive_test(&self, source: &LeadSource, raw: &RawDelivery) -> Result<DeliveryId> {
        let now = self.clock.now();
        let new = New { id: secrets::id(), source: Some(source), raw, same: None, is_test: true, now };
        let mut tx = self.db.write().await?;
        let id = insert(&mut tx, &new).await?;
        tx.commit().await?;
        Ok(stored(id)?)
    }
}

/// A delivery that is to be stored.
struct New<'a> {
    id: String,
    source: Option<&'a LeadSource>,
    raw: &'a RawDelivery,
    /// By what it is known when it comes again.
    same: Option<&'a str>,
    is_test: bool,
    now: Timestamp,
}

/// By what the same delivery is known when it comes again: a digest.
enum Same {
    /// Of the sender's id.
    Id(String),
    /// Of the body; for a while.
    Body(String),
}

impl Same {
    /// None on the main address without an id: there the same body twice is two deliveries
    /// (docs/REFERENCE.md#post-apiwebhookslead).
    fn of(source: Option<&LeadSource>, raw: &RawDelivery, sender_id: Option<&str>) -> Option<Self> {
        let place = source.map_or("", |source| source.id.as_str());
        match sender_id {
            Some(id) => Some(Self::Id(digest(place, "id", id.as_bytes()))),
            None if source.is_some() => Some(Self::Body(digest(place, "body", &raw.body))),
            None => None,
        }
    }

    fn key(&self) -> &str {
        match self {
            Self::Id(key) | Self::Body(key) => key,
        }
    }
}

/// In hexadecimal digits; neither a place nor a kind has the sign between them.
fn digest(place: &str, kind: &str, value: &[u8]) -> String {
    let digest = Sha256::new().chain_update(format!("{place}/{kind}/")).chain_update(value).finalize();
    digest.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string cannot fail");
        hex
    })
}

/// Lets go of the key of a body that came too long ago.
async fn release(tx: &mut Tx, key: &str, now: Timestamp) -> Result<(), Fault> {
    sqlx::query("UPDATE lead_delivery SET dedup_key = NULL WHERE dedup_key = $1 AND received_at <= $2")
        .bind(key)
        .bind(now.as_millis().saturating_sub(SAME_BODY))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The id of the delivery: its own, or that of the first of the same.
async fn insert(tx: &mut Tx, new: &New<'_>) -> Result<String> {
    let (encoding, body) = body::encode(&new.raw.body);
    let inserted = sqlx::query_scalar(
        "INSERT INTO lead_delivery (id, source_id, received_at, outcome, dedup_key, repeats, content_type, \
           headers, encoding, body, trial) VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10) \
         ON CONFLICT (dedup_key) DO UPDATE SET repeats = lead_delivery.repeats + 1 RETURNING id",
    )
    .bind(&new.id)
    .bind(new.source.map(|source| source.id.as_str()))
    .bind(new.now.as_millis())
    .bind(DeliveryOutcome::Received.as_str())
    .bind(new.same)
    .bind(new.raw.content_type.as_deref().map(short))
    .bind(headers_json(&new.raw.headers)?)
    .bind(encoding.as_str())
    .bind(body)
    .bind(i64::from(new.is_test))
    .fetch_one(&mut **tx)
    .await;
    match inserted {
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
            Err(DomainError::UnknownRecord.into())
        }
        done => done.map_err(Error::from),
    }
}

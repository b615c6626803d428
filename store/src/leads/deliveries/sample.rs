//! What a source delivered last, to choose the places of its mapping from.

use domain::id::{DeliveryId, SourceId};
use domain::leads::Mapping;
use domain::leads::mapping::MappingSample;
use domain::{DomainError, Timestamp};
use lead_intake::{ParsedDelivery, body_fields, unfit};

use super::row;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::{Result, Store};

/// In how many of the newest deliveries something to choose from is looked for.
const LATEST: i64 = 10;

impl Store {
    /// What there is to choose from, and what `mapping` makes of it: in `delivery`, or else in the newest
    /// delivery of the source that has something to choose from. None: nothing of it is kept.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when the source has no such delivery, or a fault.
    pub async fn sample(
        &self,
        source: &SourceId,
        delivery: Option<&str>,
        mapping: &Mapping,
    ) -> Result<Option<MappingSample>> {
        let delivery = delivery.map(DeliveryId::parse).transpose().map_err(|_| DomainError::UnknownRecord)?;
        let zone = self.zone().await?;
        let mut tx = self.db.snapshot().await?;
        let candidates = match &delivery {
            Some(delivery) => vec![of_source(&mut tx, source, delivery).await?],
            None => latest(&mut tx, source).await?,
        };
        let mut sample = None;
        for (id, received_at) in candidates {
            let Some(mut stored_delivery) = row::stored_delivery(&mut tx, &id).await? else { continue };
            stored_delivery.mapping.clone_from(mapping);
            let places = body_fields(&stored_delivery.raw);
            let is_of_use = !places.is_empty();
            sample = Some(MappingSample {
                delivery: stored(id)?,
                received_at: Timestamp::from_millis(received_at),
                places,
                reading: stored_delivery.parse(&zone, true).and_then(ParsedDelivery::preview),
                unfit: unfit(mapping, &stored_delivery.raw, &zone),
            });
            if is_of_use {
                break;
            }
        }
        tx.commit().await?;
        Ok(sample)
    }
}

/// The delivery and when it came, if it is one of the source.
async fn of_source(tx: &mut Tx, source: &SourceId, delivery: &DeliveryId) -> Result<(String, i64)> {
    let found: Option<(String, i64)> =
        sqlx::query_as("SELECT id, received_at FROM lead_delivery WHERE id = $1 AND source_id = $2")
            .bind(delivery.as_str())
            .bind(source.as_str())
            .fetch_optional(&mut **tx)
            .await?;
    Ok(found.ok_or(DomainError::UnknownRecord)?)
}

/// The newest deliveries of the source and when they came, newest first; those that the agency posted itself
/// after all others: their places are not those of anybody's form.
async fn latest(tx: &mut Tx, source: &SourceId) -> Result<Vec<(String, i64)>> {
    let mut found = Vec::new();
    for statement in [
        "SELECT id, received_at FROM lead_delivery WHERE source_id = $1 AND trial = 0 \
         ORDER BY received_at DESC, id DESC LIMIT $2",
        "SELECT id, received_at FROM lead_delivery WHERE source_id = $1 AND trial = 1 \
         ORDER BY received_at DESC, id DESC LIMIT $2",
    ] {
        let rows: Vec<(String, i64)> =
            sqlx::query_as(statement).bind(source.as_str()).bind(LATEST).fetch_all(&mut **tx).await?;
        found.extend(rows);
    }
    Ok(found)
}

//! What a source delivered last, to choose the places of its mapping from.

use domain::Refusal;
use domain::id::{DeliveryId, SourceId};
use domain::lead::Mapping;
use domain::lead::reading::{Read, Sample, places};

use super::{reading, row};
use crate::db::Tx;
use crate::{Result, Store};

/// In how many of the newest deliveries something to choose from is looked for.
const LATEST: i64 = 10;

impl Store {
    /// What there is to choose from, and what `mapping` makes of it: in `delivery`, or else in the newest
    /// delivery of the source that has something to choose from. None: nothing of it is kept.
    ///
    /// # Errors
    /// [`Refusal::UnknownRecord`] when the source has no such delivery, or a fault.
    pub async fn sample(
        &self,
        source: &SourceId,
        delivery: Option<&str>,
        mapping: &Mapping,
    ) -> Result<Option<Sample>> {
        let delivery = delivery.map(DeliveryId::parse).transpose().map_err(|_| Refusal::UnknownRecord)?;
        let zone = self.zone().await?;
        let mut tx = self.db.snapshot().await?;
        let candidates = match &delivery {
            Some(delivery) => vec![of_source(&mut tx, source, delivery).await?],
            None => latest(&mut tx, source).await?,
        };
        let mut sample = None;
        for id in candidates {
            let Some(mut kept) = row::kept(&mut tx, &id).await? else { continue };
            kept.mapping.clone_from(mapping);
            let places = places(&kept.raw);
            let is_of_use = !places.is_empty();
            let reading = reading::read(&kept, &zone).and_then(Read::understood);
            sample = Some(Sample { places, reading });
            if is_of_use {
                break;
            }
        }
        tx.commit().await?;
        Ok(sample)
    }
}

/// The delivery, if it is one of the source.
async fn of_source(tx: &mut Tx, source: &SourceId, delivery: &DeliveryId) -> Result<String> {
    let found: Option<String> =
        sqlx::query_scalar("SELECT id FROM lead_delivery WHERE id = $1 AND source_id = $2")
            .bind(delivery.as_str())
            .bind(source.as_str())
            .fetch_optional(&mut **tx)
            .await?;
    Ok(found.ok_or(Refusal::UnknownRecord)?)
}

/// The newest deliveries of the source, newest first.
async fn latest(tx: &mut Tx, source: &SourceId) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(
        "SELECT id FROM lead_delivery WHERE source_id = $1 ORDER BY received_at DESC, id DESC LIMIT $2",
    )
    .bind(source.as_str())
    .bind(LATEST)
    .fetch_all(&mut **tx)
    .await?)
}

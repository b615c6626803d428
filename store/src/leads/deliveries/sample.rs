//! A recent delivery of a source as a sample for editing its mapping.

use domain::id::{DeliveryId, SourceId};
use domain::leads::Mapping;
use domain::leads::delivery::MappingSample;
use domain::{DomainError, Timestamp};
use lead_intake::{ParsedDelivery, body_fields, invalid_mapped_fields};

use super::row;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::{Result, Store};

/// How many of the newest deliveries are searched for one with fields.
const LATEST: i64 = 10;

impl Store {
    /// The fields of a delivery and what `mapping` makes of them. Uses `delivery`, else the newest delivery
    /// of the source that has fields. `None` when no delivery is stored.
    pub async fn sample(
        &self,
        source: &SourceId,
        delivery: Option<&DeliveryId>,
        mapping: &Mapping,
    ) -> Result<Option<MappingSample>> {
        let zone = self.zone().await?;
        let mut tx = self.db.snapshot().await?;
        let candidates = match delivery {
            Some(delivery) => vec![of_source(&mut tx, source, delivery).await?],
            None => latest(&mut tx, source).await?,
        };
        let mut sample = None;
        for (id, received_at) in candidates {
            let Some(mut stored_delivery) = row::stored_delivery(&mut tx, &id).await? else { continue };
            stored_delivery.mapping.clone_from(mapping);
            let places = body_fields(&stored_delivery.raw);
            let has_fields = !places.is_empty();
            sample = Some(MappingSample {
                delivery: stored(id)?,
                received_at: Timestamp::from_millis(received_at),
                places,
                reading: stored_delivery.parse(&zone, true).and_then(ParsedDelivery::preview),
                invalid_mapped_fields: invalid_mapped_fields(mapping, &stored_delivery.raw, &zone),
            });
            if has_fields {
                break;
            }
        }
        tx.commit().await?;
        Ok(sample)
    }
}

/// Id and time of receipt of the delivery, if it belongs to the source.
async fn of_source(tx: &mut Tx, source: &SourceId, delivery: &DeliveryId) -> Result<(String, i64)> {
    let sql = "SELECT id, received_at FROM lead_delivery WHERE id = $1 AND source_id = $2";
    let found: Option<(String, i64)> = tx.fetch_optional(sql, (&delivery, &source)).await?;
    Ok(found.ok_or(DomainError::UnknownRecord)?)
}

/// Ids and times of receipt of the newest deliveries of the source, newest first. Test deliveries come last:
/// their fields are not those of a real form.
async fn latest(tx: &mut Tx, source: &SourceId) -> Result<Vec<(String, i64)>> {
    let mut found = Vec::new();
    for statement in [
        "SELECT id, received_at FROM lead_delivery WHERE source_id = $1 AND trial = 0 \
         ORDER BY received_at DESC, id DESC LIMIT $2",
        "SELECT id, received_at FROM lead_delivery WHERE source_id = $1 AND trial = 1 \
         ORDER BY received_at DESC, id DESC LIMIT $2",
    ] {
        let rows: Vec<(String, i64)> = tx.fetch_all(statement, (&source, LATEST)).await?;
        found.extend(rows);
    }
    Ok(found)
}

//! Deliveries that were stored but not processed, because the server stopped or processing failed.

use domain::id::DeliveryId;
use domain::leads::{DeliveryOutcome, DeliveryReason};

use crate::db::rows::stored;
use crate::{Fault, Result, Store};

/// After how long an unprocessed delivery counts as interrupted, in milliseconds: five minutes.
const AFTER: i64 = 300_000;
/// The most ids one call returns.
const MAX_IDS: i64 = 500;

impl Store {
    /// Deliveries unprocessed for more than five minutes, oldest first, at most 500.
    pub async fn interrupted_deliveries(&self) -> Result<Vec<DeliveryId>> {
        let sql = "SELECT id FROM lead_delivery WHERE outcome = $1 AND received_at < $2 \
             ORDER BY received_at, id LIMIT $3";
        let ids: Vec<String> = self
            .db
            .readers()
            .fetch_values(sql, (DeliveryOutcome::Received, self.clock.now().as_millis().saturating_sub(AFTER), MAX_IDS))
            .await?;
        Ok(ids.into_iter().map(stored).collect::<Result<_, Fault>>()?)
    }

    /// Ends a delivery whose processing keeps failing: it is quarantined, or refused on the main address. A
    /// processed one is not changed.
    pub async fn mark_delivery_failed(&self, id: &DeliveryId) -> Result<()> {
        let sql = "UPDATE lead_delivery SET error = $1, outcome = CASE WHEN source_id IS NULL THEN $2 ELSE $3 END \
             WHERE id = $4 AND outcome = $5";
        self.db
            .writers()
            .execute(
                sql,
                (
                    DeliveryReason::Fault,
                    DeliveryOutcome::Refused,
                    DeliveryOutcome::Quarantined,
                    &id,
                    DeliveryOutcome::Received,
                ),
            )
            .await?;
        Ok(())
    }
}

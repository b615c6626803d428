//! Counting and dismissing deliveries in quarantine.

use domain::Topic;
use domain::id::DeliveryId;
use domain::leads::{DeliveryOutcome, DeliveryReason};

use crate::db::cache_versions::Change;
use crate::{Result, Store};

impl Store {
    /// How many deliveries of all sources are in quarantine, without test deliveries.
    pub async fn quarantined(&self) -> Result<i64> {
        Ok(sqlx::query_scalar(
            "SELECT COUNT(*) FROM lead_delivery WHERE outcome = 'quarantined' AND trial = 0",
        )
        .fetch_one(self.db.readers())
        .await?)
    }

    /// Dismisses deliveries: they no longer count as waiting, and can be replayed like any ignored one.
    /// Changes only those in quarantine or spam, each in its own statement; returns how many were changed.
    ///
    /// # Errors
    /// A fault; those changed before it stay changed.
    pub async fn dismiss_deliveries(&self, ids: &[DeliveryId]) -> Result<u64> {
        let mut changed = 0;
        for id in ids {
            let mut tx = self.db.write_shared(Change::Topic(Topic::Lead)).await?;
            changed += sqlx::query(
                "UPDATE lead_delivery SET outcome = $1, error = $2 WHERE id = $3 AND outcome IN ($4, $5)",
            )
            .bind(DeliveryOutcome::Ignored.as_str())
            .bind(DeliveryReason::Dismissed.as_str())
            .bind(id.as_str())
            .bind(DeliveryOutcome::Quarantined.as_str())
            .bind(DeliveryOutcome::Spam.as_str())
            .execute(&mut *tx)
            .await?
            .rows_affected();
            tx.commit().await?;
        }
        Ok(changed)
    }
}

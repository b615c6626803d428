//! Deleting old deliveries: their bodies hold personal data.

use domain::leads::DeliveryOutcome;
use domain::settings::draft::DELIVERY_DAYS;

use crate::db::cache_versions::Change;
use crate::settings::values::days;
use crate::{Result, Store};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;
/// Rows per transaction, so that other writers wait for a short time only.
const BATCH: i64 = 500;

impl Store {
    /// Deletes the deliveries older than the setting `delivery_days`, in batches. Leads, activities and
    /// counts stay, and so do unprocessed deliveries. Returns how many were deleted.
    ///
    /// # Errors
    /// A fault; earlier batches stay deleted.
    pub async fn prune_deliveries(&self) -> Result<u64> {
        let mut connection = self.db.readers().acquire().await?;
        let days = days(&mut connection, DELIVERY_DAYS).await?;
        drop(connection);
        let before = self.clock.now().as_millis().saturating_sub(days * DAY);
        let mut pruned = 0;
        loop {
            let mut tx = self.db.write_shared(Change::Uncached).await?;
            // Merging or deleting a lead locks many deliveries too, in another order.
            self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
            let deleted = sqlx::query(
                "DELETE FROM lead_delivery WHERE id IN (SELECT id FROM lead_delivery \
                 WHERE received_at < $1 AND outcome <> $2 ORDER BY received_at, id LIMIT $3)",
            )
            .bind(before)
            .bind(DeliveryOutcome::Received.as_str())
            .bind(BATCH)
            .execute(&mut *tx)
            .await?
            .rows_affected();
            tx.commit().await?;
            pruned += deleted;
            // A small batch does not end the loop: another server may delete rows of the same batch.
            if deleted == 0 {
                return Ok(pruned);
            }
        }
    }
}

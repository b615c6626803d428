//! Deleting old deliveries with the copies of their bodies: they hold personal data, and take space.

use domain::leads::DeliveryOutcome;
use domain::settings::draft::DELIVERY_DAYS;

use crate::db::cache_versions::Change;
use crate::settings::values::number;
use crate::{Result, Store};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;
/// Rows per transaction, so that other writers wait for a short time only.
const BATCH: i64 = 500;

macro_rules! of_batch {
    ($statement:literal, $column:literal) => {
        concat!(
            $statement,
            " WHERE id IN (SELECT ",
            $column,
            " FROM lead_delivery WHERE received_at < $1 AND outcome <> $2 ORDER BY received_at, id LIMIT $3)"
        )
    };
}
const PRUNE_PAYLOADS: &str = of_batch!("UPDATE activity SET payload = NULL", "activity_id");
const PRUNE_DELIVERIES: &str = of_batch!("DELETE FROM lead_delivery", "id");

impl Store {
    /// Deletes the deliveries older than the setting `delivery_days`, in batches, and the payloads of their
    /// activities. Leads, the texts of activities and counts stay, and so do unprocessed deliveries. Returns how
    /// many were deleted.
    ///
    /// # Errors
    /// A fault; earlier batches stay deleted.
    pub async fn prune_deliveries(&self) -> Result<u64> {
        let mut connection = self.db.readers().acquire().await?;
        let days = number(&mut connection, DELIVERY_DAYS).await?;
        drop(connection);
        let before = self.clock.now().as_millis().saturating_sub(days * DAY);
        let mut pruned = 0;
        loop {
            let mut tx = self.db.write_shared(Change::Uncached).await?;
            // Merging or deleting a lead locks many deliveries too, in another order.
            self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
            let mut deleted = 0;
            for statement in [PRUNE_PAYLOADS, PRUNE_DELIVERIES] {
                deleted = sqlx::query(statement)
                    .bind(before)
                    .bind(DeliveryOutcome::Received.as_str())
                    .bind(BATCH)
                    .execute(&mut *tx)
                    .await?
                    .rows_affected();
            }
            tx.commit().await?;
            pruned += deleted;
            // A small batch does not end the loop: another server may delete rows of the same batch.
            if deleted == 0 {
                break;
            }
        }
        self.recount_space().await?;
        Ok(pruned)
    }
}

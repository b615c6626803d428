//! Deliveries are not kept for ever: bodies are full of what people wrote.

use domain::leads::DeliveryOutcome;
use domain::settings::draft::DELIVERY_DAYS;

use crate::settings::values::days;
use crate::{Result, Store};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;
/// How many are deleted at once, so that nobody waits long.
const BATCH: i64 = 500;

impl Store {
    /// Deletes the deliveries that are older than the setting `delivery_days` says, a few hundred at a
    /// time; leads, activities and counts stay, and so does what nobody has read yet. Gives how many went.
    ///
    /// # Errors
    /// A fault; what was deleted before it stays deleted.
    pub async fn prune_deliveries(&self) -> Result<u64> {
        let mut connection = self.db.readers().acquire().await?;
        let days = days(&mut connection, DELIVERY_DAYS).await?;
        drop(connection);
        let before = self.clock.now().as_millis().saturating_sub(days * DAY);
        let mut pruned = 0;
        loop {
            let mut tx = self.db.write().await?;
            // Who merges or deletes a lead holds many deliveries, too, in an order of their own.
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
            // Fewer may also mean that another server deletes, too.
            if deleted == 0 {
                return Ok(pruned);
            }
        }
    }
}

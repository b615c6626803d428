//! Deliveries are not kept for ever: bodies are full of what people wrote.

use domain::settings_draft::DELIVERY_DAYS;

use crate::settings::days;
use crate::{Result, Store};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;
/// How many are deleted at once, so that nobody waits long.
const BATCH: i64 = 500;

impl Store {
    /// Deletes the deliveries that are older than the setting `delivery_days` says, a few hundred at a
    /// time; leads, activities and counts stay. Gives how many went.
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
            let deleted = sqlx::query(
                "DELETE FROM lead_delivery WHERE id IN (SELECT id FROM lead_delivery \
                 WHERE received_at < $1 ORDER BY received_at, id LIMIT $2)",
            )
            .bind(before)
            .bind(BATCH)
            .execute(self.db.writers())
            .await?
            .rows_affected();
            pruned += deleted;
            // Fewer may also mean that another server deletes, too.
            if deleted == 0 {
                return Ok(pruned);
            }
        }
    }
}

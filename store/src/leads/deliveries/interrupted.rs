//! Deliveries that were stored and never settled: the server was stopped in between, or something broke.

use domain::id::DeliveryId;
use domain::lead::{DeliveryOutcome, DeliveryReason};

use crate::rows::stored;
use crate::{Fault, Result, Store};

/// After how long a delivery that is not settled counts as interrupted, in milliseconds: five minutes.
const AFTER: i64 = 300_000;
/// How many are told of at once.
const MOST: i64 = 500;

impl Store {
    /// Deliveries that wait to be settled for more than five minutes, oldest first, at most 500; and of
    /// each whether it came to the main address.
    ///
    /// # Errors
    /// A fault.
    pub async fn interrupted(&self) -> Result<Vec<(DeliveryId, bool)>> {
        let rows: Vec<(String, Option<String>)> = sqlx::query_as(
            "SELECT id, source_id FROM lead_delivery WHERE outcome = $1 AND received_at < $2 \
             ORDER BY received_at, id LIMIT $3",
        )
        .bind(DeliveryOutcome::Received.as_str())
        .bind(self.clock.now().as_millis().saturating_sub(AFTER))
        .bind(MOST)
        .fetch_all(self.db.readers())
        .await?;
        let found = rows.into_iter().map(|(id, source)| Ok((stored(id)?, source.is_none())));
        Ok(found.collect::<Result<_, Fault>>()?)
    }

    /// Ends the waiting of a delivery that cannot be settled because something breaks each time: it is in
    /// quarantine, or refused on the main address. One that is settled already stays as it is.
    ///
    /// # Errors
    /// A fault.
    pub async fn give_up(&self, id: &DeliveryId) -> Result<()> {
        sqlx::query(
            "UPDATE lead_delivery SET error = $1, outcome = CASE WHEN source_id IS NULL THEN $2 ELSE $3 END \
             WHERE id = $4 AND outcome = $5",
        )
        .bind(DeliveryReason::Fault.as_str())
        .bind(DeliveryOutcome::Refused.as_str())
        .bind(DeliveryOutcome::Quarantined.as_str())
        .bind(id.as_str())
        .bind(DeliveryOutcome::Received.as_str())
        .execute(self.db.writers())
        .await?;
        Ok(())
    }
}

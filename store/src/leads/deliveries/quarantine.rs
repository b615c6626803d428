//! Counting and dismissing deliveries in quarantine.

use domain::Topic;
use domain::id::DeliveryId;
use domain::leads::{DeliveryOutcome, DeliveryReason};

use crate::db::cache_versions::Change;
use crate::{Result, Store};

impl Store {
    /// How many deliveries of all sources are in quarantine, without test deliveries.
    pub async fn quarantined(&self) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM lead_delivery WHERE outcome = 'quarantined' AND trial = 0";
        Ok(self.db.readers().fetch_value(sql, ()).await?)
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
            let sql = "UPDATE lead_delivery SET outcome = $1, error = $2 WHERE id = $3 AND outcome IN ($4, $5)";
            changed += tx
                .execute(
                    sql,
                    (
                        DeliveryOutcome::Ignored,
                        DeliveryReason::Dismissed,
                        &id,
                        DeliveryOutcome::Quarantined,
                        DeliveryOutcome::Spam,
                    ),
                )
                .await?;
            tx.commit().await?;
        }
        Ok(changed)
    }
}

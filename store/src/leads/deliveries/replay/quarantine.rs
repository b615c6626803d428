//! Replaying all deliveries of a source that are in quarantine.

use domain::DomainError;
use domain::id::SourceId;
use domain::leads::DeliveryOutcome;

use crate::db::rows::stored;
use crate::{Error, Result, Store};

/// Deliveries per query.
const BATCH: i64 = 500;

/// The result of replaying the quarantine of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayedQuarantine {
    /// How many created a lead or were added to one.
    pub taken_in: i64,
    /// How many are still in quarantine.
    pub left: i64,
}

/// The order of deliveries: time of receipt and id.
type SortKey = (i64, String);

impl Store {
    /// Replays every delivery of a source that is in quarantine when this starts, oldest first, each in its
    /// own transaction.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] for no such source, or a fault; earlier replays stay committed.
    pub async fn replay_quarantine(&self, source: &SourceId) -> Result<ReplayedQuarantine> {
        let sql = "SELECT name FROM lead_source WHERE id = $1";
        let name: Option<String> = self.db.readers().fetch_optional_value(sql, [&source]).await?;
        name.ok_or(DomainError::UnknownRecord)?;
        let mut taken_in = 0;
        if let Some(newest) = self.newest_in_quarantine(source).await? {
            let mut after = (i64::MIN, String::new());
            loop {
                let batch = self.quarantine(source, &after, &newest).await?;
                let Some(last) = batch.last() else { break };
                after.clone_from(last);
                for (_, id) in batch {
                    match self.replay(&stored(id)?).await {
                        Ok(replayed) => taken_in += i64::from(replayed.outcome.is_taken_in()),
                        // Deleted meanwhile.
                        Err(Error::Domain(DomainError::UnknownRecord)) => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        let sql = "SELECT COUNT(*) FROM lead_delivery WHERE source_id = $1 AND outcome = 'quarantined'";
        let left = self.db.readers().fetch_value(sql, [&source]).await?;
        Ok(ReplayedQuarantine { taken_in, left })
    }

    async fn newest_in_quarantine(&self, source: &SourceId) -> Result<Option<SortKey>> {
        let sql = "SELECT received_at, id FROM lead_delivery WHERE source_id = $1 AND outcome = $2 \
             ORDER BY received_at DESC, id DESC LIMIT 1";
        Ok(self.db.readers().fetch_optional(sql, (&source, DeliveryOutcome::Quarantined)).await?)
    }

    /// The next batch after `after`, oldest first, up to `newest`: a delivery that stays in quarantine is not
    /// replayed twice.
    async fn quarantine(&self, source: &SourceId, after: &SortKey, newest: &SortKey) -> Result<Vec<SortKey>> {
        let sql = "SELECT received_at, id FROM lead_delivery WHERE source_id = $1 AND outcome = $2 \
             AND (received_at, id) > ($3, $4) AND (received_at, id) <= ($5, $6) \
             ORDER BY received_at, id LIMIT $7";
        Ok(self
            .db
            .readers()
            .fetch_all(sql, (&source, DeliveryOutcome::Quarantined, after.0, &after.1, newest.0, &newest.1, BATCH))
            .await?)
    }
}

//! Replaying all that a source has in quarantine.

use domain::DomainError;
use domain::id::SourceId;
use domain::leads::DeliveryOutcome;

use crate::{Error, Result, Store};

/// How many are looked up at once.
const BATCH: i64 = 500;

/// What became of the deliveries of a source in quarantine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayedQuarantine {
    /// How many became a lead or were added to one.
    pub taken_in: i64,
    /// How many are in quarantine still.
    pub left: i64,
}

/// By what the deliveries of a source are sorted: when one came, and its id.
type SortKey = (i64, String);

impl Store {
    /// Reads everything again that a source has in quarantine as this begins, oldest first, each in a
    /// transaction of its own.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] for no such source, or a fault; those read before it stay read.
    pub async fn replay_quarantine(&self, source: &str) -> Result<ReplayedQuarantine> {
        let source = SourceId::parse(source).map_err(|_| DomainError::UnknownRecord)?;
        let name: Option<String> = sqlx::query_scalar("SELECT name FROM lead_source WHERE id = $1")
            .bind(source.as_str())
            .fetch_optional(self.db.readers())
            .await?;
        name.ok_or(DomainError::UnknownRecord)?;
        let mut taken_in = 0;
        if let Some(newest) = self.newest_in_quarantine(&source).await? {
            let mut after = (i64::MIN, String::new());
            loop {
                let batch = self.quarantine(&source, &after, &newest).await?;
                let Some(last) = batch.last() else { break };
                after.clone_from(last);
                for (_, id) in batch {
                    match self.replay(&id).await {
                        Ok(replayed) => taken_in += i64::from(replayed.outcome.is_taken_in()),
                        // Deleted meanwhile.
                        Err(Error::Domain(DomainError::UnknownRecord)) => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        let left = sqlx::query_scalar(
            "SELECT COUNT(*) FROM lead_delivery WHERE source_id = $1 AND outcome = 'quarantined'",
        )
        .bind(source.as_str())
        .fetch_one(self.db.readers())
        .await?;
        Ok(ReplayedQuarantine { taken_in, left })
    }

    async fn newest_in_quarantine(&self, source: &SourceId) -> Result<Option<SortKey>> {
        Ok(sqlx::query_as(
            "SELECT received_at, id FROM lead_delivery WHERE source_id = $1 AND outcome = $2 \
             ORDER BY received_at DESC, id DESC LIMIT 1",
        )
        .bind(source.as_str())
        .bind(DeliveryOutcome::Quarantined.as_str())
        .fetch_optional(self.db.readers())
        .await?)
    }

    /// The next after `after`, oldest first, up to `newest`: what stays unreadable is not looked at twice.
    async fn quarantine(&self, source: &SourceId, after: &SortKey, newest: &SortKey) -> Result<Vec<SortKey>> {
        Ok(sqlx::query_as(
            "SELECT received_at, id FROM lead_delivery WHERE source_id = $1 AND outcome = $2 \
             AND (received_at, id) > ($3, $4) AND (received_at, id) <= ($5, $6) \
             ORDER BY received_at, id LIMIT $7",
        )
        .bind(source.as_str())
        .bind(DeliveryOutcome::Quarantined.as_str())
        .bind(after.0)
        .bind(&after.1)
        .bind(newest.0)
        .bind(&newest.1)
        .bind(BATCH)
        .fetch_all(self.db.readers())
        .await?)
    }
}

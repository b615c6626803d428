//! Processing a stored delivery: parsed and applied once, also with concurrent callers.

use domain::id::DeliveryId;
use domain::leads::DeliveryOutcome;
use domain::{DomainError, Topic};

use super::ProcessedDelivery;
use super::apply::{Context, apply, store_result};
use super::row;
use crate::db::cache_versions::Change;
use crate::metrics::DELIVERIES;
use crate::{Result, Store};

impl Store {
    /// Parses a delivery by the rules of its address and applies it, in one transaction. One that was
    /// processed before returns its result unchanged.
    pub async fn process_delivery(&self, id: &DeliveryId) -> Result<ProcessedDelivery> {
        let mut connection = self.db.readers().acquire().await?;
        let stored = row::stored_delivery(&mut connection, id.as_str()).await?;
        let state = row::state(&mut connection, id.as_str()).await?;
        drop(connection);
        let (stored, state) = stored.zip(state).ok_or(DomainError::UnknownRecord)?;
        if state.outcome != DeliveryOutcome::Received {
            return Ok(state.into());
        }
        let (zone, language) = (self.zone().await?, self.language().await?);
        // Before the transaction: parsing a long body is slow and must not hold a lock.
        let parsed = stored.parse(&zone, false);
        let mut tx = self.db.write_shared(Change::Topic(Topic::Lead)).await?;
        let state = row::lock(&mut tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        if state.outcome != DeliveryOutcome::Received {
            tx.rollback().await?;
            return Ok(state.into());
        }
        let context = Context {
            source: &stored.source,
            failure: stored.failure(),
            received_at: state.received_at,
            language,
            activity: None,
        };
        let applied = apply(&mut tx, &parsed, context).await?;
        store_result(&mut tx, &state, &applied).await?;
        if applied.outcome == DeliveryOutcome::Created
            && !state.is_test
            && let Some(lead) = &applied.lead_id
        {
            self.notify_of_lead(&mut tx, lead, state.source_id.as_ref(), self.clock.now()).await?;
        }
        tx.commit().await?;
        if !state.is_test {
            DELIVERIES.with_label_values(&[stored.sender(), applied.outcome.as_str()]).inc();
        }
        Ok(applied.into())
    }
}

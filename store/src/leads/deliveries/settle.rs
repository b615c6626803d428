//! Reading what was stored and taking it in, once, whoever comes first.

use domain::id::DeliveryId;
use domain::lead::{DeliveryError, DeliveryOutcome, RawDelivery};
use domain::{DomainError, Intake};

use super::apply::{Applied, Context, apply, conclude, take_in};
use super::row::{self, Kept, State};
use super::{Settled, reading};
use crate::db::Tx;
use crate::{Result, Store};

impl Store {
    /// Reads a delivery as its source says, and takes it in, in one transaction. One that is settled
    /// already gives what became of it, and nothing is done.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when it is kept no more, or a fault.
    pub async fn settle(&self, id: &DeliveryId) -> Result<Settled> {
        let (kept, state) = self.kept(id).await?;
        if state.outcome != DeliveryOutcome::Received {
            return Ok(state.settled());
        }
        let (zone, language) = (self.zone().await?, self.language().await?);
        // Before anybody has to wait: reading a long body takes a while.
        let read = reading::read(&kept, &zone);
        let mut tx = self.db.write().await?;
        let state = unsettled(&mut tx, id).await?;
        if state.outcome != DeliveryOutcome::Received {
            return Ok(state.settled());
        }
        let context =
            Context { source: &kept.source, received_at: state.received_at, language, activity: None };
        let applied = apply(&mut tx, &read, context).await?;
        concluded(tx, &state, applied).await
    }

    /// As [`Store::settle`], for a delivery of the main address, which `read` reads as SPEC says; what it
    /// complains about is refused.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] when it is kept no more, or a fault.
    pub async fn settle_main(
        &self,
        id: &DeliveryId,
        read: impl FnOnce(&RawDelivery) -> Result<Intake, DeliveryError> + Send,
    ) -> Result<Settled> {
        let (kept, state) = self.kept(id).await?;
        if state.outcome != DeliveryOutcome::Received {
            return Ok(state.settled());
        }
        let read = read(&kept.raw);
        let mut tx = self.db.write().await?;
        let state = unsettled(&mut tx, id).await?;
        if state.outcome != DeliveryOutcome::Received {
            return Ok(state.settled());
        }
        let applied = match read {
            Ok(intake) => take_in(&mut tx, &intake, state.received_at).await?,
            Err(error) => Applied::nothing(DeliveryOutcome::Refused, error),
        };
        concluded(tx, &state, applied).await
    }

    /// What came, and what became of it until now.
    async fn kept(&self, id: &DeliveryId) -> Result<(Kept, State)> {
        let mut connection = self.db.readers().acquire().await?;
        let kept = row::kept(&mut connection, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        let state = row::state(&mut connection, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?;
        Ok((kept, state))
    }
}

/// The delivery, held.
async fn unsettled(tx: &mut Tx, id: &DeliveryId) -> Result<State> {
    Ok(row::held(tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?)
}

/// Writes down and commits what a delivery did.
async fn concluded(mut tx: Tx, state: &State, applied: Applied) -> Result<Settled> {
    conclude(&mut tx, state, &applied).await?;
    tx.commit().await?;
    Ok(Settled { outcome: applied.outcome, lead_id: applied.lead_id, error: applied.error })
}

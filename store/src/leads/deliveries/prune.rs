//! Deleting old deliveries.

use domain::Timestamp;
use domain::leads::delivery::DeliveryFilter;
use domain::settings::draft::DELIVERY_DAYS;

use crate::settings::values::number;
use crate::{Result, Store};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

impl Store {
    /// Deletes the deliveries older than the setting `delivery_days`. Returns how many.
    ///
    /// # Errors
    /// A fault; earlier batches stay deleted.
    pub async fn prune_deliveries(&self) -> Result<u64> {
        let mut connection = self.db.readers().acquire().await?;
        let days = number(&mut connection, DELIVERY_DAYS).await?;
        drop(connection);
        let before = self.clock.now().as_millis().saturating_sub(days * DAY);
        let until = Timestamp::from_millis(before.saturating_sub(1));
        let pruned = self.delete_in_batches(&DeliveryFilter::default(), until).await?;
        self.recount_space().await?;
        Ok(pruned)
    }
}

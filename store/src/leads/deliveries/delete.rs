//! Deleting deliveries with the copies of their bodies: they hold personal data, and take space.
//!
//! Leads, the texts of activities and counts stay, and so do unprocessed deliveries.

use domain::audit::{Action, Actor};
use domain::leads::DeliveryOutcome;
use domain::leads::delivery::{DeliveredTo, DeliveryFilter};
use domain::{Timestamp, Topic};
use sqlx::AssertSqlSafe;

use super::list;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::column::Cell;
use crate::db::keyset::Conditions;
use crate::{Fault, Result, Store, audit};

/// Rows per transaction, so that other writers wait for a short time only.
const BATCH: i64 = 500;

impl Store {
    /// How many deliveries that match `filter` and were received until `until` would be deleted.
    pub async fn count_deletable(&self, filter: &DeliveryFilter, until: Timestamp) -> Result<i64> {
        let (sql, values) = select("COUNT(*)", filter, until);
        Ok(self.db.readers().fetch_value(AssertSqlSafe(sql), values).await?)
    }

    /// Deletes the deliveries that match `filter` and were received until `until`; later ones were not among those the
    /// agency was asked about. Returns how many.
    ///
    /// # Errors
    /// A fault; earlier batches stay deleted.
    pub async fn delete_deliveries(&self, by: &Actor, filter: &DeliveryFilter, until: Timestamp) -> Result<u64> {
        let count = self.count_deletable(filter, until).await?;
        if count == 0 {
            return Ok(0);
        }
        let mut tx = self.db.write_shared(Change::Topic(Topic::Lead)).await?;
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let mut deleted = delete_batch(&mut tx, filter, until).await?;
        record(&mut tx, by, filter, count, self.clock.now()).await?;
        tx.execute("UPDATE lead_source SET limited_at = NULL, limited = NULL WHERE limited = 'full'", ()).await?;
        tx.commit().await?;
        deleted += self.delete_in_batches(filter, until).await?;
        self.recount_space().await?;
        Ok(deleted)
    }

    /// Deletes all that match, a transaction for each batch.
    pub(super) async fn delete_in_batches(&self, filter: &DeliveryFilter, until: Timestamp) -> Result<u64> {
        let mut all = 0;
        loop {
            let mut tx = self.db.write_shared(Change::Topic(Topic::Lead)).await?;
            // Merging or deleting a lead locks many deliveries too, in another order.
            self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
            let deleted = delete_batch(&mut tx, filter, until).await?;
            tx.commit().await?;
            all += deleted;
            // A small batch does not end the loop: another server may delete rows of the same batch.
            if deleted == 0 {
                return Ok(all);
            }
        }
    }
}

async fn delete_batch(tx: &mut Tx, filter: &DeliveryFilter, until: Timestamp) -> Result<u64, Fault> {
    let mut deleted = 0;
    for (change, column) in
        [("UPDATE activity SET payload = NULL", "d.activity_id"), ("DELETE FROM lead_delivery", "d.id")]
    {
        let (batch, values) = select(column, filter, until);
        let sql = format!("{change} WHERE id IN ({batch} ORDER BY d.received_at, d.id LIMIT {BATCH})");
        deleted = tx.execute(AssertSqlSafe(sql), values).await?;
    }
    Ok(deleted)
}

/// Those that are processed and match.
fn select(column: &str, filter: &DeliveryFilter, until: Timestamp) -> (String, Vec<Cell>) {
    let mut conditions = Conditions::default();
    conditions.add("d.received_at <= $1 AND d.outcome <> $2", (until, DeliveryOutcome::Received));
    list::add_conditions(&mut conditions, filter);
    (format!("SELECT {column} FROM lead_delivery d{}", conditions.filter()), conditions.values)
}

/// Its subject is the source, if it is one.
async fn record(tx: &mut Tx, by: &Actor, filter: &DeliveryFilter, count: i64, now: Timestamp) -> Result<(), Fault> {
    let source = match &filter.from {
        Some(DeliveredTo::Source(source)) => source.as_str(),
        Some(DeliveredTo::Main) | None => "",
    };
    let sql = "SELECT name FROM lead_source WHERE id = $1";
    let name: Option<String> = tx.fetch_optional_value(sql, [source]).await?;
    let name = name.map_or_else(|| count.to_string(), |name| format!("{count} · {name}"));
    audit::record(tx, by, Action::DeliveriesDeleted, source, &name, now).await
}

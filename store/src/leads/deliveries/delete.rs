//! Deleting deliveries with the copies of their bodies: they hold personal data, and take space.
//!
//! Leads, the texts of activities and counts stay, and so do unprocessed deliveries.

use domain::audit::{Action, Actor};
use domain::leads::DeliveryOutcome;
use domain::leads::delivery::{DeliveredTo, DeliveryFilter};
use domain::{Timestamp, Topic};
use sqlx::any::AnyArguments;
use sqlx::{Arguments as _, AssertSqlSafe};

use super::list;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store, audit};

/// Rows per transaction, so that other writers wait for a short time only.
const BATCH: i64 = 500;

impl Store {
    /// How many deliveries that match `filter` and were received until `until` would be deleted.
    pub async fn count_deletable(&self, filter: &DeliveryFilter, until: Timestamp) -> Result<i64> {
        let sql = AssertSqlSafe(select("COUNT(*)", filter, ""));
        let arguments = arguments(filter, until)?;
        Ok(sqlx::query_scalar_with(sql, arguments).fetch_one(self.db.readers()).await?)
    }

    /// Deletes the deliveries that match `filter` and were received until `until`; later ones were not among those the
    /// agency was asked about. Returns how many.
    ///
    /// # Errors
    /// A fault; earlier batches stay deleted.
    pub async fn delete_deliveries(
        &self,
        by: &Actor,
        filter: &DeliveryFilter,
        until: Timestamp,
    ) -> Result<u64> {
        let count = self.count_deletable(filter, until).await?;
        if count == 0 {
            return Ok(0);
        }
        let mut tx = self.db.write_shared(Change::Topic(Topic::Lead)).await?;
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let mut deleted = delete_batch(&mut tx, filter, until).await?;
        record(&mut tx, by, filter, count, self.clock.now()).await?;
        sqlx::query("UPDATE lead_source SET limited_at = NULL, limited = NULL WHERE limited = 'full'")
            .execute(&mut *tx)
            .await?;
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
    let batch = |column| select(column, filter, &format!(" ORDER BY d.received_at, d.id LIMIT {BATCH}"));
    let payloads = format!("UPDATE activity SET payload = NULL WHERE id IN ({})", batch("d.activity_id"));
    let deliveries = format!("DELETE FROM lead_delivery WHERE id IN ({})", batch("d.id"));
    let mut deleted = 0;
    for sql in [payloads, deliveries] {
        let statement = sqlx::query_with(AssertSqlSafe(sql), arguments(filter, until)?);
        deleted = statement.execute(&mut **tx).await?.rows_affected();
    }
    Ok(deleted)
}

/// $1 is the time, $2 the outcome of unprocessed ones, then the values of the filter.
fn select(column: &str, filter: &DeliveryFilter, rest: &str) -> String {
    let conditions = ["d.received_at <= $1".to_owned(), "d.outcome <> $2".to_owned()];
    let conditions = [&conditions[..], &list::conditions(filter, 2)].concat().join(" AND ");
    format!("SELECT {column} FROM lead_delivery d WHERE {conditions}{rest}")
}

fn arguments(filter: &DeliveryFilter, until: Timestamp) -> Result<AnyArguments, Fault> {
    let mut arguments = AnyArguments::default();
    arguments.add(until.as_millis()).map_err(sqlx::Error::Encode)?;
    for value in [DeliveryOutcome::Received.as_str()].into_iter().chain(list::values(filter)) {
        arguments.add(value.to_owned()).map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// Its subject is the source, if it is one.
async fn record(
    tx: &mut Tx,
    by: &Actor,
    filter: &DeliveryFilter,
    count: i64,
    now: Timestamp,
) -> Result<(), Fault> {
    let source = match &filter.from {
        Some(DeliveredTo::Source(source)) => source.as_str(),
        Some(DeliveredTo::Main) | None => "",
    };
    let name: Option<String> = sqlx::query_scalar("SELECT name FROM lead_source WHERE id = $1")
        .bind(source)
        .fetch_optional(&mut **tx)
        .await?;
    let name = name.map_or_else(|| count.to_string(), |name| format!("{count} · {name}"));
    audit::record(tx, by, Action::DeliveriesDeleted, source, &name, now).await
}

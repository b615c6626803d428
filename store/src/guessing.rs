//! Guesses of slugs and passwords, counted over all processes that share the database. The rules are in
//! `domain::guessing`.
//!
//! Refused guesses are not stored, so that no table has more rows than the rules allow in a window.

pub(crate) mod passwords;
pub(crate) mod slugs;

use std::time::Duration;

use domain::Timestamp;
use domain::guessing;
use sqlx::AssertSqlSafe;

use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store};

impl Store {
    /// Deletes the guesses that no longer count: they contain addresses.
    pub async fn prune_guesses(&self) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        prune(&mut tx, slugs::TABLE, guessing::slugs::WINDOW, now).await?;
        prune(&mut tx, passwords::TABLE, guessing::passwords::WINDOW, now).await?;
        Ok(tx.commit().await?)
    }
}

/// What counts has a time after the first and not after the second. Later ones are from before the clock stepped
/// back.
fn bounds(now: Timestamp, window: Duration) -> [i64; 2] {
    let window = i64::try_from(window.as_millis()).unwrap_or(i64::MAX);
    [now.as_millis().saturating_sub(window), now.as_millis().saturating_add(window)]
}

async fn prune(tx: &mut Tx, table: &'static str, window: Duration, now: Timestamp) -> Result<(), Fault> {
    let [after, until] = bounds(now, window);
    sqlx::query(AssertSqlSafe(format!("DELETE FROM {table} WHERE at <= $1 OR at > $2")))
        .bind(after)
        .bind(until)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

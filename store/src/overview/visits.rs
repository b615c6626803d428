//! When clients open their portals.

use crate::{ClientScope, Result, Store};

/// A visit within this time of the last one is not written, in milliseconds: five minutes.
const PRECISION: i64 = 5 * 60_000;

impl Store {
    /// Records that the client has opened the portal.
    pub async fn record_visit(&self, scope: &ClientScope) -> Result<()> {
        let now = self.clock.now().as_millis();
        let is_recent: Option<i64> =
            sqlx::query_scalar("SELECT 1 FROM client WHERE id = $1 AND last_visit_at > $2")
                .bind(scope.id().as_str())
                .bind(now - PRECISION)
                .fetch_optional(self.db.readers())
                .await?;
        if is_recent.is_none() {
            sqlx::query("UPDATE client SET last_visit_at = $2 WHERE id = $1")
                .bind(scope.id().as_str())
                .bind(now)
                .execute(self.db.writers())
                .await?;
        }
        Ok(())
    }
}

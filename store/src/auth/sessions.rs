//! Admin sessions: the epoch, and the sessions revoked before they expired.

use domain::Timestamp;
use domain::audit::{Action, Actor};
use domain::notifications::Recipient;

use crate::auth::secrets;
use crate::db::cache_versions::Change;
use crate::notifications::remove_devices;
use crate::{Result, Store, audit};

impl Store {
    /// The epoch that every valid session carries; created by the first call.
    pub async fn session_epoch(&self) -> Result<String> {
        let epoch: Option<String> = sqlx::query_scalar(EPOCH).fetch_optional(self.db.readers()).await?;
        if let Some(epoch) = epoch {
            return Ok(epoch);
        }
        // With concurrent first calls, the first insert wins.
        sqlx::query(
            "INSERT INTO internal (key, value) VALUES ('session_epoch', $1) ON CONFLICT (key) DO NOTHING",
        )
        .bind(secrets::secret())
        .execute(self.db.writers())
        .await?;
        Ok(sqlx::query_scalar(EPOCH).fetch_one(self.db.writers()).await?)
    }

    /// Ends every session by replacing the epoch; the agency's devices get no more notifications.
    pub async fn end_every_session(&self, by: &Actor) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        sqlx::query(
            "INSERT INTO internal (key, value) VALUES ('session_epoch', $1) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(secrets::secret())
        .execute(&mut *tx)
        .await?;
        remove_devices(&mut tx, &Recipient::Admin).await?;
        audit::record(&mut tx, by, Action::SignedOutEverywhere, "", "", self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Revokes one session. Its id is stored until the session would have expired; expired ids are deleted.
    pub async fn revoke_session(&self, session: &str, expires_at: Timestamp) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        sqlx::query("DELETE FROM revoked_session WHERE expires_at <= $1")
            .bind(self.clock.now().as_millis())
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO revoked_session (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
        )
        .bind(session)
        .bind(expires_at.as_millis())
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    pub async fn is_revoked(&self, session: &str) -> Result<bool> {
        let id: Option<String> = sqlx::query_scalar("SELECT id FROM revoked_session WHERE id = $1")
            .bind(session)
            .fetch_optional(self.db.readers())
            .await?;
        Ok(id.is_some())
    }
}

const EPOCH: &str = "SELECT value FROM internal WHERE key = 'session_epoch'";

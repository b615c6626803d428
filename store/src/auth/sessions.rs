//! Admin sessions: the epoch, and the sessions revoked before they expired.

use std::fmt;

use domain::Timestamp;
use domain::audit::{Action, Actor};
use domain::notifications::Recipient;

use super::push_devices::{DEVICES, remove_devices, remove_devices_of_session};
use crate::db::Connection;
use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store, audit, secrets};

/// A session of the agency, as its cookie names it. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct AgencySession {
    pub id: String,
    /// That at its start.
    pub epoch: String,
}

impl fmt::Debug for AgencySession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AgencySession(…)")
    }
}

impl Store {
    /// The epoch that every valid session carries; created by the first call.
    pub async fn session_epoch(&self) -> Result<String> {
        let epoch: Option<String> = self.db.readers().fetch_optional_value(EPOCH, ()).await?;
        if let Some(epoch) = epoch {
            return Ok(epoch);
        }
        // With concurrent first calls, the first insert wins.
        let sql = "INSERT INTO internal (key, value) VALUES ('session_epoch', $1) ON CONFLICT (key) DO NOTHING";
        self.db.writers().execute(sql, [secrets::secret()]).await?;
        Ok(self.db.writers().fetch_value(EPOCH, ()).await?)
    }

    /// Whether neither it nor every session was ended. Whether it has expired is in its cookie.
    pub async fn is_current_session(&self, session: &AgencySession) -> Result<bool> {
        Ok(is_current(&mut self.db.readers().acquire().await?, session).await?)
    }

    /// Ends every session by replacing the epoch; the agency's devices get no more notifications, and previews end.
    pub async fn end_every_session(&self, by: &Actor) -> Result<()> {
        // The clients of preview credentials are kept in memory.
        let mut tx = self.db.write_shared(Change::Everything).await?;
        self.db.exclude_writers(&mut tx, &[DEVICES]).await?;
        let sql = "INSERT INTO internal (key, value) VALUES ('session_epoch', $1) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        tx.execute(sql, [secrets::secret()]).await?;
        remove_devices(&mut tx, &Recipient::Admin).await?;
        audit::record(&mut tx, by, Action::SignedOutEverywhere, "", "", self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Revokes one session; its devices get no more notifications, and its previews end. Its id is stored until the
    /// session would have expired; expired ids are deleted.
    pub async fn revoke_session(&self, session: &str, expires_at: Timestamp) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Everything).await?;
        self.db.exclude_writers(&mut tx, &[DEVICES]).await?;
        tx.execute("DELETE FROM revoked_session WHERE expires_at <= $1", [self.clock.now()]).await?;
        let sql = "INSERT INTO revoked_session (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
        tx.execute(sql, (session, expires_at)).await?;
        remove_devices_of_session(&mut tx, session).await?;
        Ok(tx.commit().await?)
    }
}

pub(crate) async fn is_current(connection: &mut Connection, session: &AgencySession) -> Result<bool, Fault> {
    let current: Option<i64> = connection.fetch_optional_value(CURRENT, (&session.epoch, &session.id)).await?;
    Ok(current.is_some())
}

const EPOCH: &str = "SELECT value FROM internal WHERE key = 'session_epoch'";

const CURRENT: &str = "SELECT CAST(1 AS BIGINT) FROM internal WHERE key = 'session_epoch' AND value = $1 \
     AND NOT EXISTS (SELECT 1 FROM revoked_session WHERE id = $2)";

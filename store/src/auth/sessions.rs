//! Sessions of the agency: the epoch, those revoked before they expired, and the list of devices.

use std::fmt;
use std::time::Duration;

use domain::Timestamp;
use domain::audit::{Action, Actor};
use domain::id::MemberId;
use domain::notifications::Recipient;

use super::push_devices::{
    DEVICES, remove_devices, remove_devices_of_agency, remove_devices_of_session, remove_other_devices,
};
use crate::db::cache_versions::Change;
use crate::db::query::row;
use crate::db::{Connection, Tx};
use crate::{Fault, Result, Store, audit, secrets};

/// A session of the agency, as its cookie names it. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct AgencySession {
    pub id: String,
    /// That at its start.
    pub epoch: String,
}

impl AgencySession {
    /// Unless its cookie is issued again before.
    pub const LIFETIME: Duration = Duration::from_hours(7 * 24);
}

/// When every session that is valid at `now` has ended.
fn session_end(now: Timestamp) -> Timestamp {
    let lifetime = i64::try_from(AgencySession::LIFETIME.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_millis(now.as_millis().saturating_add(lifetime))
}

impl fmt::Debug for AgencySession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AgencySession(…)")
    }
}

row! {
    /// A browser that is signed in.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct AgencyDevice {
        pub id: String,
        pub user_agent: String,
        pub started_at: Timestamp,
        /// To the day: when its cookie was issued.
        pub seen_at: Timestamp,
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

    /// Whether neither it nor every session was ended, and its member is not disabled. Whether it has expired is in its cookie.
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
        remove_devices_of_agency(&mut tx).await?;
        tx.execute("DELETE FROM agency_session", ()).await?;
        audit::record(&mut tx, by, Action::SignedOutEverywhere, "", "", self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Revokes one session; its devices get no more notifications, and its previews end. Its id is stored until the
    /// session would have expired; expired ids are deleted.
    pub async fn revoke_session(&self, session: &str, expires_at: Timestamp) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Everything).await?;
        self.db.exclude_writers(&mut tx, &[DEVICES]).await?;
        tx.execute("DELETE FROM revoked_session WHERE expires_at <= $1", [self.clock.now()]).await?;
        revoke(&mut tx, session, expires_at).await?;
        Ok(tx.commit().await?)
    }

    /// Lists a session that has begun or was issued anew, of a member or of the environment's account. Those that were last
    /// issued before `expired` are deleted.
    pub async fn list_session(
        &self,
        session: &str,
        member: Option<&MemberId>,
        user_agent: &str,
        expired: Timestamp,
    ) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        tx.execute("DELETE FROM agency_session WHERE seen_at <= $1", [expired]).await?;
        let sql = "INSERT INTO agency_session (id, member_id, user_agent, started_at, seen_at) VALUES ($1, $2, $3, $4, $4) \
             ON CONFLICT (id) DO UPDATE SET user_agent = excluded.user_agent, seen_at = excluded.seen_at";
        tx.execute(sql, (session, member, user_agent, self.clock.now())).await?;
        Ok(tx.commit().await?)
    }

    /// Ends the sessions of a member or of the environment's account, except `own`. The others of the environment's account that
    /// are not listed began before there was a list.
    pub async fn end_other_sessions(&self, member: Option<&MemberId>, own: &AgencySession) -> Result<()> {
        let expires_at = session_end(self.clock.now());
        let mut tx = self.db.write_shared(Change::Everything).await?;
        self.db.exclude_writers(&mut tx, &[DEVICES]).await?;
        let sql = "SELECT id FROM agency_session WHERE COALESCE(member_id, '') = $1 AND id <> $2";
        let others: Vec<String> = tx.fetch_values(sql, (member.map_or("", MemberId::as_str), &own.id)).await?;
        for other in others {
            revoke(&mut tx, &other, expires_at).await?;
        }
        remove_other_devices(&mut tx, member, &own.id).await?;
        Ok(tx.commit().await?)
    }

    /// The devices of a member or of the environment's account, the last used first.
    pub async fn agency_devices(&self, member: Option<&MemberId>) -> Result<Vec<AgencyDevice>> {
        let sql = "SELECT id, user_agent, started_at, seen_at FROM agency_session \
             WHERE COALESCE(member_id, '') = $1 ORDER BY seen_at DESC, id LIMIT 100";
        Ok(self.db.readers().fetch_all(sql, [member.map_or("", MemberId::as_str)]).await?)
    }
}

pub(crate) async fn is_current(connection: &mut Connection, session: &AgencySession) -> Result<bool, Fault> {
    let current: Option<i64> = connection.fetch_optional_value(CURRENT, (&session.epoch, &session.id)).await?;
    Ok(current.is_some())
}

async fn revoke(tx: &mut Tx, session: &str, expires_at: Timestamp) -> Result<(), Fault> {
    let sql = "INSERT INTO revoked_session (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
    tx.execute(sql, (session, expires_at)).await?;
    tx.execute("DELETE FROM agency_session WHERE id = $1", [session]).await?;
    remove_devices_of_session(tx, session).await
}

/// Ends the sessions of a member for good, with the previews and devices of the member. The row of the member ends the sessions
/// themselves; a preview has nothing of it.
pub(crate) async fn end_sessions_of_member(tx: &mut Tx, member: &MemberId, now: Timestamp) -> Result<(), Fault> {
    // First, as whoever ends one session does: in another order both could wait for each other. Also those of sessions that have
    // expired, which are no longer listed.
    remove_devices(tx, &Recipient::Member(member.clone())).await?;
    let sql = "INSERT INTO revoked_session (id, expires_at) SELECT agency_session.id, CAST($2 AS BIGINT) FROM agency_session \
         WHERE member_id = $1 ON CONFLICT (id) DO NOTHING";
    tx.execute(sql, (member, session_end(now))).await?;
    tx.execute("DELETE FROM agency_session WHERE member_id = $1", [member]).await?;
    Ok(())
}

const EPOCH: &str = "SELECT value FROM internal WHERE key = 'session_epoch'";

const CURRENT: &str = "SELECT CAST(1 AS BIGINT) FROM internal WHERE key = 'session_epoch' AND value = $1 \
     AND NOT EXISTS (SELECT 1 FROM revoked_session WHERE id = $2) \
     AND NOT EXISTS (SELECT 1 FROM agency_session JOIN member ON member.id = agency_session.member_id \
       WHERE agency_session.id = $2 AND member.disabled_at IS NOT NULL)";

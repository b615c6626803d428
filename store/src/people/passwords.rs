//! The passwords of members, and the addresses that set one.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::audit::{Action, Actor};
use domain::id::MemberId;
use domain::{DomainError, Member, MemberKey, PasswordHash, Timestamp};
use sha2::{Digest as _, Sha256};

use super::members::{lock, read};
use crate::auth::sessions::end_sessions_of_member;
use crate::db::Tx;
use crate::{Fault, Result, Store, audit, secrets};

/// How long after an address that sets a password nobody gets another by typing the member's e-mail, in milliseconds.
const RESET_PAUSE: i64 = 10 * 60 * 1_000;

impl Store {
    /// A new address of this kind for a member; the one before is no longer valid. Returns its key.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`]: there is no such member, they are disabled, or an invitation was accepted already.
    pub async fn renew_member_key(&self, by: &Actor, id: &MemberId, kind: MemberKey) -> Result<String> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        if member.disabled_at.is_some() || (kind == MemberKey::Join && member.password_hash.is_some()) {
            return Err(DomainError::UnknownRecord.into());
        }
        let key = renew_key(&mut tx, by, &member, kind, now).await?;
        tx.commit().await?;
        Ok(key)
    }

    /// The key of a new address that sets the password of a member, for somebody at the IP address `by` who has typed their e-mail.
    /// `None` soon after the last one: it would fill their mailbox, and end the address that they were sent.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`]: there is no such member.
    pub async fn request_password_reset(&self, by: Option<String>, id: &MemberId) -> Result<Option<String>> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        let sql = "SELECT COUNT(*) FROM member_key WHERE member_id = $1 AND kind = $2 AND expires_at > $3";
        let recent: i64 = tx.fetch_value(sql, (id, MemberKey::Reset, self.last_paused_expiry())).await?;
        if recent > 0 || !member.is_active() {
            tx.rollback().await?;
            return Ok(None);
        }
        let key = renew_key(&mut tx, &Actor::Nobody(by), &member, MemberKey::Reset, now).await?;
        tx.commit().await?;
        Ok(Some(key))
    }

    /// Perhaps the key has reached nobody: another one can be asked for at once. This one is still valid.
    pub async fn end_reset_pause(&self, key: &str) -> Result<()> {
        let sql = "UPDATE member_key SET expires_at = $2 WHERE digest = $1";
        self.db.writers().execute(sql, (digest(key), self.last_paused_expiry())).await?;
        Ok(())
    }

    /// A key that expires later was issued within the pause.
    fn last_paused_expiry(&self) -> i64 {
        self.clock.now().as_millis() - RESET_PAUSE + MemberKey::Reset.lifetime()
    }

    /// Who may set a password at the address with this key.
    pub async fn member_of_key(&self, kind: MemberKey, key: &str) -> Result<Option<Member>> {
        let mut connection = self.db.readers().acquire().await?;
        let sql = "SELECT member_id FROM member_key WHERE digest = $1 AND kind = $2 AND expires_at > $3";
        let id: Option<MemberId> = connection.fetch_optional_value(sql, (digest(key), kind, self.clock.now())).await?;
        let Some(id) = id else { return Ok(None) };
        Ok(read(&mut connection, &id).await?.filter(|member| member.disabled_at.is_none()))
    }

    /// Sets the password of the member of the address, which is used up then, and ends their sessions. `None`: it is not
    /// valid, or no longer.
    pub async fn use_member_key(&self, kind: MemberKey, key: &str, hash: PasswordHash) -> Result<Option<Member>> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let sql = "SELECT member_id FROM member_key WHERE digest = $1 AND kind = $2 AND expires_at > $3";
        let id: Option<MemberId> = tx.fetch_optional_value(sql, (digest(key), kind, now)).await?;
        let Some(id) = id else { return Ok(None) };
        // The member first, as whoever renews a key: another order could deadlock.
        let member = lock(&mut tx, &id).await?;
        // Of several requests with one key, one deletes it.
        let used = tx.execute("DELETE FROM member_key WHERE digest = $1", [digest(key)]).await?;
        if used == 0 || member.disabled_at.is_some() {
            return Ok(None);
        }
        set_password(&mut tx, &id, &hash, now).await?;
        let action = match kind {
            MemberKey::Join => Action::MemberJoined,
            MemberKey::Reset => Action::PasswordChanged,
        };
        audit::record(&mut tx, &member.actor(), action, id.as_str(), &member.name, now).await?;
        tx.commit().await?;
        Ok(Some(Member { password_hash: Some(hash), ..member }))
    }

    /// Replaces the password of a member, who has typed the old one, and ends their sessions.
    pub async fn change_member_password(&self, id: &MemberId, hash: &PasswordHash) -> Result<()> {
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        let (by, now) = (member.actor(), self.clock.now());
        set_password(&mut tx, id, hash, now).await?;
        audit::record(&mut tx, &by, Action::PasswordChanged, id.as_str(), &member.name, now).await?;
        Ok(tx.commit().await?)
    }
}

/// Sessions are signed with the password, so a new one ends them.
async fn set_password(tx: &mut Tx, id: &MemberId, hash: &PasswordHash, now: Timestamp) -> Result<(), Fault> {
    tx.execute("UPDATE member SET password_hash = $1 WHERE id = $2", (hash, id)).await?;
    tx.execute("DELETE FROM member_key WHERE member_id = $1", [id]).await?;
    end_sessions_of_member(tx, id, now).await
}

async fn renew_key(tx: &mut Tx, by: &Actor, member: &Member, kind: MemberKey, now: Timestamp) -> Result<String, Fault> {
    let action = match kind {
        MemberKey::Join => Action::MemberInvited,
        MemberKey::Reset => Action::PasswordResetIssued,
    };
    audit::record(tx, by, action, member.id.as_str(), &member.name, now).await?;
    issue_key(tx, &member.id, kind, now).await
}

pub(super) async fn issue_key(tx: &mut Tx, id: &MemberId, kind: MemberKey, now: Timestamp) -> Result<String, Fault> {
    let key = secrets::secret();
    let sql = "INSERT INTO member_key (member_id, kind, digest, expires_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (member_id, kind) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at";
    tx.execute(sql, (id, kind, digest(&key), now.as_millis() + kind.lifetime())).await?;
    Ok(key)
}

/// What is stored of a key, so that nobody who reads the database can open its address.
fn digest(key: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(key))
}

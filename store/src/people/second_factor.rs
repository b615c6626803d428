//! The second factor of members: codes of an app (TOTP, RFC 6238) and recovery codes. None of it is exported.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::audit::{Action, Actor};
use domain::id::MemberId;
use domain::people::second_factor::{RECOVERY_CODES, SignInCode};
use domain::{DomainError, Member, Timestamp};
use sha2::{Digest as _, Sha256};
use totp_rs::{Builder, Secret, Totp};

use super::members::lock;
use crate::db::{Connection, Tx};
use crate::{Fault, Result, Store, audit, secrets};

/// In seconds.
const STEP: u64 = 30;
/// Steps before and after the present one whose codes are taken.
const DRIFT: u16 = 1;
/// A day: how far a clock may be off for its owner to be told so.
const LARGEST_SHIFT: u16 = 2880;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecondFactor {
    Off,
    /// Counts once a code has confirmed it.
    Pending {
        /// For the app, in base32.
        key: String,
    },
    On {
        since: Timestamp,
        /// How many are left.
        recovery_codes: i64,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confirmed {
    /// It counts from now on; with the recovery codes, of which only digests are stored.
    On(Vec<String>),
    Wrong,
    /// A code of another time. The clock of the app is ahead by so many minutes, or behind if negative.
    OtherTime(i64),
}

impl Store {
    pub async fn second_factor(&self, id: &MemberId) -> Result<SecondFactor> {
        let mut connection = self.db.readers().acquire().await?;
        let Some(Stored { secret, confirmed_at }) = stored(&mut connection, id).await? else {
            return Ok(SecondFactor::Off);
        };
        let Some(since) = confirmed_at else { return Ok(SecondFactor::Pending { key: secret }) };
        let sql = "SELECT COUNT(*) FROM recovery_code WHERE member_id = $1";
        Ok(SecondFactor::On { since, recovery_codes: connection.fetch_value(sql, [id]).await? })
    }

    /// Whether a sign-in of the member needs a code. `None`, the account of the environment, costs the same look-up.
    pub async fn has_second_factor(&self, id: Option<&MemberId>) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM second_factor WHERE member_id = $1 AND confirmed_at IS NOT NULL";
        let count: i64 = self.db.readers().fetch_value(sql, [id.map_or("", MemberId::as_str)]).await?;
        Ok(count > 0)
    }

    /// Makes a key for the member's app, unless there is one.
    pub async fn start_second_factor(&self, id: &MemberId) -> Result<()> {
        let mut tx = self.db.write().await?;
        lock(&mut tx, id).await?;
        let secret = Secret::from(rand::random::<[u8; 20]>()).to_base32();
        let sql = "INSERT INTO second_factor (member_id, secret, last_step) VALUES ($1, $2, 0) \
             ON CONFLICT (member_id) DO NOTHING";
        tx.execute(sql, (id, secret)).await?;
        Ok(tx.commit().await?)
    }

    /// Forgets a key that was not confirmed.
    pub async fn cancel_second_factor(&self, id: &MemberId) -> Result<()> {
        let sql = "DELETE FROM second_factor WHERE member_id = $1 AND confirmed_at IS NULL";
        self.db.writers().execute(sql, [id]).await?;
        Ok(())
    }

    /// Switches the second factor on if `code` is of the key that the member was shown.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`]: no key waits to be confirmed.
    pub async fn confirm_second_factor(&self, id: &MemberId, code: &str) -> Result<Confirmed> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        let pending = stored(&mut tx, id).await?.filter(|factor| factor.confirmed_at.is_none());
        let totp = pending.ok_or(DomainError::UnknownRecord)?.totp(DRIFT)?;
        let Some(SignInCode::Totp(code)) = SignInCode::parse(code) else { return Ok(Confirmed::Wrong) };
        let Some(step) = totp.check(&code, seconds(now)) else { return other_time(&totp, &code, now) };
        let sql = "UPDATE second_factor SET confirmed_at = $1, last_step = $2 WHERE member_id = $3";
        tx.execute(sql, (now, to_i64(step), id)).await?;
        let codes = replace_recovery_codes(&mut tx, id).await?;
        audited(&mut tx, &member.actor(), Action::SecondFactorOn, &member, now).await?;
        tx.commit().await?;
        Ok(Confirmed::On(codes))
    }

    /// Replaces the recovery codes of a member, who has typed their password.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`]: they have no second factor.
    pub async fn renew_recovery_codes(&self, id: &MemberId) -> Result<Vec<String>> {
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        let confirmed = stored(&mut tx, id).await?.filter(|factor| factor.confirmed_at.is_some());
        confirmed.ok_or(DomainError::UnknownRecord)?;
        let codes = replace_recovery_codes(&mut tx, id).await?;
        audited(&mut tx, &member.actor(), Action::RecoveryCodesRenewed, &member, self.clock.now()).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Takes the second factor off somebody: themselves, who have typed their password, or for an owner another member.
    pub async fn remove_second_factor(&self, by: &Actor, id: &MemberId) -> Result<()> {
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        let sql = "DELETE FROM second_factor WHERE member_id = $1 AND confirmed_at IS NOT NULL";
        if tx.execute(sql, [id]).await? > 0 {
            audited(&mut tx, by, Action::SecondFactorOff, &member, self.clock.now()).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Whether the code is right, which cannot be used again then.
    pub async fn use_code(&self, id: &MemberId, code: &str) -> Result<bool> {
        match SignInCode::parse(code) {
            Some(SignInCode::Totp(code)) => self.use_totp(id, &code).await,
            Some(SignInCode::Recovery(code)) => self.use_recovery_code(id, &code).await,
            None => Ok(false),
        }
    }

    async fn use_totp(&self, id: &MemberId, code: &str) -> Result<bool> {
        let mut reader = self.db.readers().acquire().await?;
        let factor = stored(&mut reader, id).await?;
        drop(reader);
        let Some(factor) = factor.filter(|factor| factor.confirmed_at.is_some()) else { return Ok(false) };
        let Some(step) = factor.totp(DRIFT)?.check(code, seconds(self.clock.now())) else { return Ok(false) };
        // Of several requests with one code, one raises the step.
        let sql = "UPDATE second_factor SET last_step = $1 \
             WHERE member_id = $2 AND last_step < $1 AND secret = $3 AND confirmed_at IS NOT NULL";
        Ok(self.db.writers().execute(sql, (to_i64(step), id, factor.secret)).await? == 1)
    }

    async fn use_recovery_code(&self, id: &MemberId, code: &str) -> Result<bool> {
        let mut tx = self.db.write().await?;
        let member = lock(&mut tx, id).await?;
        let sql = "DELETE FROM recovery_code WHERE member_id = $1 AND digest = $2";
        if tx.execute(sql, (id, digest(id, code))).await? == 0 {
            tx.rollback().await?;
            return Ok(false);
        }
        audited(&mut tx, &member.actor(), Action::RecoveryCodeUsed, &member, self.clock.now()).await?;
        tx.commit().await?;
        Ok(true)
    }
}

struct Stored {
    secret: String,
    confirmed_at: Option<Timestamp>,
}

impl Stored {
    fn totp(&self, skew: u16) -> Result<Totp, Fault> {
        let secret = Secret::try_from_base32(&self.secret).map_err(|_| Fault::because("a key is no base32"))?;
        let totp = Builder::new().with_secret(secret).with_skew(skew).with_step_duration(STEP).build();
        totp.map_err(|_| Fault::because("a key is too short"))
    }
}

async fn stored(connection: &mut Connection, id: &MemberId) -> Result<Option<Stored>, Fault> {
    let sql = "SELECT secret, confirmed_at FROM second_factor WHERE member_id = $1";
    let row: Option<(String, Option<Timestamp>)> = connection.fetch_optional(sql, [id]).await?;
    Ok(row.map(|(secret, confirmed_at)| Stored { secret, confirmed_at }))
}

/// Only for a member who confirms a key: at the sign-in it would tell strangers that a code is one of another time.
fn other_time(totp: &Totp, code: &str, now: Timestamp) -> Result<Confirmed> {
    let (secret, present) = (totp.secret().clone(), seconds(now));
    let far = Builder::new().with_secret(secret).with_skew(LARGEST_SHIFT).with_step_duration(STEP).build();
    let far = far.map_err(|_| Fault::because("a key is too short"))?;
    Ok(match far.check(code, present) {
        Some(step) => Confirmed::OtherTime((to_i64(step) - to_i64(present / STEP)) / 2),
        None => Confirmed::Wrong,
    })
}

async fn replace_recovery_codes(tx: &mut Tx, id: &MemberId) -> Result<Vec<String>, Fault> {
    tx.execute("DELETE FROM recovery_code WHERE member_id = $1", [id]).await?;
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| secrets::recovery_code()).collect();
    for code in &codes {
        let sql = "INSERT INTO recovery_code (member_id, digest) VALUES ($1, $2)";
        tx.execute(sql, (id, digest(id, code))).await?;
    }
    Ok(codes)
}

async fn audited(tx: &mut Tx, by: &Actor, action: Action, member: &Member, now: Timestamp) -> Result<(), Fault> {
    audit::record(tx, by, action, member.id.as_str(), &member.name, now).await
}

/// What is stored of a recovery code: another one for each member.
fn digest(id: &MemberId, code: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(format!("{id}\0{code}")))
}

fn seconds(now: Timestamp) -> u64 {
    u64::try_from(now.as_millis() / 1000).unwrap_or_default()
}

fn to_i64(step: u64) -> i64 {
    i64::try_from(step).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of RFC 6238, appendix B, whose codes of eight digits end with these.
    #[test]
    fn codes_are_those_of_the_rfc_with_one_step_of_drift() {
        let key = Stored { secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(), confirmed_at: None };
        let totp = key.totp(DRIFT).unwrap();
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            let step = second / STEP;
            for (at, expected) in [(-60, None), (-30, Some(step)), (0, Some(step)), (30, Some(step)), (60, None)] {
                let now = second.saturating_add_signed(at);
                if now > 0 || at >= 0 {
                    assert_eq!(totp.check(code, now), expected, "{code} {at}");
                }
            }
        }
    }

    #[test]
    fn code_of_another_time_returns_clock_difference() {
        let key = Stored { secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(), confirmed_at: None };
        let totp = key.totp(DRIFT).unwrap();
        for (ahead, expected) in
            [(3600, Confirmed::OtherTime(60)), (-300, Confirmed::OtherTime(-5)), (90_000, Confirmed::Wrong)]
        {
            let now = Timestamp::from_millis((1_111_111_109 - ahead) * 1000);
            assert_eq!(other_time(&totp, "081804", now).unwrap(), expected, "{ahead}");
        }
    }
}

//! Attempts to sign in (docs/REFERENCE.md#password-attempts).

use std::time::Duration;

use domain::Timestamp;
use domain::guessing::passwords::{Attempts, WINDOW};

use super::{bounds, prune};
use crate::db::cache_versions::Change;
use crate::db::{Connection, Tx};
use crate::secrets;
use crate::{Fault, Result, Store};

pub(super) const TABLE: &str = "sign_in_attempt";

/// The answer to a request to check a password.
#[derive(Debug)]
pub enum SignIn {
    /// It may be checked after this delay.
    Allowed { attempt: SignInAttempt, delay: Duration },
    /// It may not be checked for this long.
    Throttled(Duration),
}

/// Counts as wrong until [`Store::accept_sign_in`].
#[derive(Debug)]
pub struct SignInAttempt {
    id: String,
}

impl Store {
    /// Counts an attempt of somebody at `address`, or refuses it.
    pub async fn begin_sign_in(&self, address: &str, is_known_device: bool) -> Result<SignIn> {
        let now = self.clock.now();
        // A flood of refused attempts must not occupy the writer.
        let mut reader = self.db.readers().acquire().await?;
        let turn = attempts(&mut reader, address, now).await?.turn(now, is_known_device);
        drop(reader);
        if let Err(wait) = turn {
            return Ok(SignIn::Throttled(wait));
        }
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        self.db.exclude_writers(&mut tx, &[TABLE]).await?;
        let turn = match attempts(&mut tx, address, now).await?.turn(now, is_known_device) {
            Ok(turn) => turn,
            Err(wait) => {
                tx.rollback().await?;
                return Ok(SignIn::Throttled(wait));
            }
        };
        prune(&mut tx, TABLE, WINDOW, now).await?;
        let slot = turn.slot();
        let id = insert(&mut tx, address, now, slot).await?;
        tx.commit().await?;
        let delay = slot.map_or(Duration::ZERO, |slot| slot.since(now));
        Ok(SignIn::Allowed { attempt: SignInAttempt { id }, delay })
    }

    /// The password was right: the attempt counts for its address only.
    pub async fn accept_sign_in(&self, attempt: SignInAttempt) -> Result<()> {
        self.db.writers().execute("UPDATE sign_in_attempt SET wrong = 0 WHERE id = $1", [attempt.id]).await?;
        Ok(())
    }

    /// The password was right and a code is missing: the attempt counts for its address only, and goes on with
    /// [`Store::begin_code`]. Returns its id.
    pub async fn await_code(&self, attempt: SignInAttempt) -> Result<String> {
        let sql = "UPDATE sign_in_attempt SET wrong = 0, awaits_code = 1 WHERE id = $1";
        self.db.writers().execute(sql, [&attempt.id]).await?;
        Ok(attempt.id)
    }

    /// Counts a code of somebody at `address`, or refuses it. The first one after a right password is part of that
    /// attempt, so it is not refused.
    pub async fn begin_code(&self, awaiting: &str, address: &str, is_known_device: bool) -> Result<SignIn> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        // Of several requests with one attempt, one goes on with it.
        let sql = "UPDATE sign_in_attempt SET awaits_code = 0 WHERE id = $1 AND awaits_code = 1";
        if tx.execute(sql, [awaiting]).await? == 0 {
            tx.rollback().await?;
            return self.begin_sign_in(address, is_known_device).await;
        }
        let id = insert(&mut tx, address, self.clock.now(), None).await?;
        tx.commit().await?;
        Ok(SignIn::Allowed { attempt: SignInAttempt { id }, delay: Duration::ZERO })
    }

    /// The code was right: it is part of the attempt whose password was right.
    pub async fn accept_code(&self, attempt: SignInAttempt) -> Result<()> {
        self.db.writers().execute("DELETE FROM sign_in_attempt WHERE id = $1", [attempt.id]).await?;
        Ok(())
    }
}

/// Returns its id.
async fn insert(tx: &mut Tx, address: &str, now: Timestamp, slot: Option<Timestamp>) -> Result<String, Fault> {
    let id = secrets::id();
    let sql = "INSERT INTO sign_in_attempt (id, address, at, wrong, slot) VALUES ($1, $2, $3, 1, $4)";
    tx.execute(sql, (&id, address, now, slot)).await?;
    Ok(id)
}

async fn attempts(connection: &mut Connection, address: &str, now: Timestamp) -> Result<Attempts, Fault> {
    let [after, until] = bounds(now, WINDOW);
    let groups: Vec<(bool, i64, i64, Timestamp)> = connection.fetch_all(ATTEMPTS, (address, after, until)).await?;
    let mut attempts = Attempts::default();
    for (same_address, wrong, count, oldest) in groups {
        attempts.wrong += wrong * count;
        if same_address {
            attempts.of_address += count;
            attempts.wrong_of_address += wrong * count;
            attempts.oldest_of_address = Some(attempts.oldest_of_address.map_or(oldest, |at| at.min(oldest)));
        }
    }
    let sql = "SELECT slot FROM sign_in_attempt WHERE slot >= $1";
    attempts.slots = connection.fetch_values(sql, [now]).await?;
    Ok(attempts)
}

const ATTEMPTS: &str = "SELECT CASE WHEN address = $1 THEN 1 ELSE 0 END AS same_address, wrong, COUNT(*), MIN(at) \
     FROM sign_in_attempt WHERE at > $2 AND at <= $3 GROUP BY same_address, wrong";

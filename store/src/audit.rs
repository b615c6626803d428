//! The register of who did what.

mod list;

use domain::Timestamp;
use domain::audit::{Action, Actor};

use crate::auth::secrets;
use crate::db::Tx;
use crate::{Fault, Result, Store};

/// How long failed sign-ins are kept, in milliseconds: 90 days.
const FAILURES_KEPT_FOR: i64 = 90 * 24 * 60 * 60 * 1_000;
/// How many of them are kept: who guesses for weeks does not fill the disk.
const MOST_FAILURES: i64 = 10_000;

impl Store {
    /// Writes into the register what changes nothing else in the database: signing in, exporting.
    ///
    /// # Errors
    /// A fault.
    pub async fn record(&self, by: &Actor, action: Action) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        record(&mut tx, by, action, "", "", now).await?;
        if action == Action::SignInFailed {
            forget_old_failures(&mut tx, now).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// Writes a line into the register, in the transaction that does what it says: either both are
/// kept or neither is.
///
/// `subject_id` and `subject_name` are empty where there is no subject. `subject_name` is a name:
/// never a message, a note, a token or any other text. The actor's name is looked up here; a client
/// who is about to be deleted must still be there.
///
/// # Errors
/// A fault.
pub(crate) async fn record(
    tx: &mut Tx,
    by: &Actor,
    action: Action,
    subject_id: &str,
    subject_name: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO audit (id, at, actor_kind, actor, actor_name, action, subject_id, subject_name) \
         VALUES ($1, $2, $3, $4, \
           COALESCE((SELECT client.name FROM client WHERE $3 = 'client' AND client.id = $4), $4), $5, $6, $7)",
    )
    .bind(secrets::id())
    .bind(now.as_millis())
    .bind(by.kind().as_str())
    .bind(by.key())
    .bind(action.as_str())
    .bind(subject_id)
    .bind(subject_name)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Anybody can fail to sign in: what they leave behind is bounded in age and in number.
async fn forget_old_failures(tx: &mut Tx, now: Timestamp) -> Result<(), Fault> {
    sqlx::query("DELETE FROM audit WHERE action = $1 AND at < $2")
        .bind(Action::SignInFailed.as_str())
        .bind(now.as_millis().saturating_sub(FAILURES_KEPT_FOR))
        .execute(&mut **tx)
        .await?;
    sqlx::query(
        "DELETE FROM audit WHERE action = $1 AND (at, id) <= \
           (SELECT one.at, one.id FROM audit one WHERE one.action = $1 \
            ORDER BY one.at DESC, one.id DESC LIMIT 1 OFFSET $2)",
    )
    .bind(Action::SignInFailed.as_str())
    .bind(MOST_FAILURES)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

//! The audit log: who did what, and when.

mod list;

use domain::Timestamp;
use domain::audit::{Action, Actor, ActorKind};

use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::secrets;
use crate::{Fault, Result, Store};

/// What people without an account cause. The rest of [`Actor::Nobody`] comes from the command line and from links in e-mails.
const OF_STRANGERS: [Action; 2] = [Action::SignInFailed, Action::PasswordResetIssued];
/// How long that is stored, in milliseconds: 90 days.
const RETENTION: i64 = 90 * 24 * 60 * 60 * 1_000;
/// The most of it that is stored, so that password guessing, which goes on for ever at one a second, does not fill the disk.
/// Each entry counts it through an index.
const MOST: i64 = 1_000;

impl Store {
    /// Records an action that changes nothing else in the database: signing in, exporting.
    pub async fn record(&self, by: &Actor, action: Action) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        record(&mut tx, by, action, "", "", now).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes what strangers have caused and is too old. Recording does so, too, but nothing may follow.
    pub async fn prune_audit(&self) -> Result<()> {
        let mut tx = self.db.write().await?;
        prune(&mut tx, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// Adds an entry to the audit log, in the transaction of the action.
///
/// `subject_id` and `subject_name` are empty when there is no subject. `subject_name` is a name, never a
/// message, a note, a token or any other text. The name of a client is looked up here, so call this before
/// deleting a client who is the actor.
pub(crate) async fn record(
    tx: &mut Tx,
    by: &Actor,
    action: Action,
    subject_id: &str,
    subject_name: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let sql = "INSERT INTO audit (id, at, actor_kind, actor, actor_name, action, subject_id, subject_name) \
         VALUES ($1, $2, $3, $4, \
           COALESCE($8, (SELECT client.name FROM client WHERE $3 = 'client' AND client.id = $4), $4), $5, $6, $7)";
    let values = (secrets::id(), now, &by.kind(), by.key(), &action, subject_id, subject_name, by.author_name());
    tx.execute(sql, values).await?;
    let is_of_stranger = by.kind() == ActorKind::Nobody && OF_STRANGERS.contains(&action);
    if is_of_stranger { prune(tx, now).await } else { Ok(()) }
}

/// Deletes what strangers have caused where it is too old or too much.
async fn prune(tx: &mut Tx, now: Timestamp) -> Result<(), Fault> {
    let [one, other] = OF_STRANGERS;
    let sql = "DELETE FROM audit WHERE actor_kind = $1 AND action IN ($2, $3) AND at < $4";
    let values = (ActorKind::Nobody, one, other, now.as_millis().saturating_sub(RETENTION));
    tx.execute(sql, values).await?;
    let sql = "DELETE FROM audit WHERE actor_kind = $1 AND action IN ($2, $3) AND (at, id) <= \
           (SELECT one.at, one.id FROM audit one WHERE one.actor_kind = $1 AND one.action IN ($2, $3) \
            ORDER BY one.at DESC, one.id DESC LIMIT 1 OFFSET $4)";
    tx.execute(sql, (ActorKind::Nobody, one, other, MOST)).await?;
    Ok(())
}

//! The audit log: who did what, and when.

mod list;

use domain::Timestamp;
use domain::audit::{Action, Actor, ActorKind};

use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::secrets;
use crate::{Fault, Result, Store};

/// How long entries of [`Actor::Nobody`] are stored, in milliseconds: 90 days.
const RETENTION_OF_NOBODY: i64 = 90 * 24 * 60 * 60 * 1_000;
/// The most of them that are stored, so that password guessing, which goes on for ever at one a second, does not fill the
/// disk. Each one counts them through an index.
const MAX_OF_NOBODY: i64 = 1_000;

impl Store {
    /// Records an action that changes nothing else in the database: signing in, exporting.
    pub async fn record(&self, by: &Actor, action: Action) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        record(&mut tx, by, action, "", "", now).await?;
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
    if by.kind() == ActorKind::Nobody { prune(tx, now).await } else { Ok(()) }
}

/// Deletes what strangers have caused, failed sign-ins above all, where it is too old or too much.
async fn prune(tx: &mut Tx, now: Timestamp) -> Result<(), Fault> {
    let sql = "DELETE FROM audit WHERE actor_kind = $1 AND at < $2";
    tx.execute(sql, (ActorKind::Nobody, now.as_millis().saturating_sub(RETENTION_OF_NOBODY))).await?;
    let sql = "DELETE FROM audit WHERE actor_kind = $1 AND (at, id) <= \
           (SELECT one.at, one.id FROM audit one WHERE one.actor_kind = $1 \
            ORDER BY one.at DESC, one.id DESC LIMIT 1 OFFSET $2)";
    tx.execute(sql, (ActorKind::Nobody, MAX_OF_NOBODY)).await?;
    Ok(())
}

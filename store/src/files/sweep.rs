//! Removing files that nothing refers to, the bytes of deleted files, and uploads that were given up.

use domain::{Sha256Digest, Timestamp};

use super::access::is_referred_to;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::query::row;
use crate::{Result, Store};

/// How long a file stays that nothing refers to, in milliseconds.
const UNUSED: i64 = 24 * 60 * 60_000;
/// How long bytes stay of which there is no file: a backup copies the files that the database had when it began.
const UNUSED_BYTES: i64 = 60 * 60_000;

/// An upload that was given up, whose bytes are to be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpiredUpload {
    pub id: String,
    /// How many parts of it have begun.
    pub next_part: i64,
}

row! { ExpiredUpload { id, next_part } }

impl Store {
    /// Deletes the files that nothing has referred to for a day; returns how many.
    pub async fn delete_unused_files(&self) -> Result<u64> {
        let now = self.clock.now();
        let is_used = is_referred_to();
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let statement = |sql: String| sqlx::AssertSqlSafe(sql);
        let used_again = format!("UPDATE file SET unused_since = NULL WHERE unused_since IS NOT NULL AND {is_used}");
        tx.execute(statement(used_again), ()).await?;
        let unused = format!("UPDATE file SET unused_since = $1 WHERE unused_since IS NULL AND NOT {is_used}");
        tx.execute(statement(unused), [now]).await?;
        // Asked again: on PostgreSQL a record may refer to it since.
        let delete = format!("DELETE FROM file WHERE unused_since <= $1 AND NOT {is_used}");
        let deleted = tx.execute(statement(delete), [before(now, UNUSED)]).await?;
        tx.commit().await?;
        Ok(deleted)
    }

    /// The bytes of which there has been no file for an hour.
    pub async fn unused_bytes(&self) -> Result<Vec<Sha256Digest>> {
        let now = self.clock.now();
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let used_again =
            format!("UPDATE stored_bytes SET unused_since = NULL WHERE unused_since IS NOT NULL AND {HAS_FILE}");
        tx.execute(sqlx::AssertSqlSafe(used_again), ()).await?;
        let unused = format!("UPDATE stored_bytes SET unused_since = $1 WHERE unused_since IS NULL AND NOT {HAS_FILE}");
        tx.execute(sqlx::AssertSqlSafe(unused), [now]).await?;
        tx.commit().await?;
        let sql = "SELECT sha256 FROM stored_bytes WHERE unused_since <= $1";
        Ok(self.db.readers().fetch_values(sql, [before(now, UNUSED_BYTES)]).await?)
    }

    /// Removes such bytes by `remove`, which returns whether they are gone, unless they are needed again. Whoever claims them
    /// meanwhile waits.
    pub async fn remove_unused_bytes(
        &self,
        digest: &Sha256Digest,
        remove: impl Future<Output = bool> + Send,
    ) -> Result<bool> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let delete = format!("DELETE FROM stored_bytes WHERE sha256 = $1 AND unused_since <= $2 AND NOT {HAS_FILE}");
        let values = (digest, before(self.clock.now(), UNUSED_BYTES));
        let is_unused = tx.execute(sqlx::AssertSqlSafe(delete), values).await? > 0;
        end_removal(tx, is_unused, remove).await
    }

    /// The uploads that were given up, or have become a file long ago.
    pub async fn expired_uploads(&self) -> Result<Vec<ExpiredUpload>> {
        let sql = "SELECT id, next_part FROM file_upload WHERE expires_at <= $1";
        Ok(self.db.readers().fetch_all(sql, [self.clock.now()]).await?)
    }

    /// Forgets such an upload, whose bytes are removed, unless it goes on.
    pub async fn delete_expired_upload(&self, id: &str) -> Result<()> {
        let sql = "DELETE FROM file_upload WHERE id = $1 AND expires_at <= $2";
        self.db.writers().execute(sql, (id, self.clock.now())).await?;
        Ok(())
    }
}

/// Ends a transaction that deletes the row of some bytes, if they are unused and `remove` has removed them; else the row stays.
pub(super) async fn end_removal(tx: Tx, is_unused: bool, remove: impl Future<Output = bool> + Send) -> Result<bool> {
    let is_removed = is_unused && remove.await;
    if is_removed {
        tx.commit().await?;
    } else {
        tx.rollback().await?;
    }
    Ok(is_removed)
}

const HAS_FILE: &str = "EXISTS (SELECT 1 FROM file WHERE file.sha256 = stored_bytes.sha256)";

fn before(now: Timestamp, millis: i64) -> Timestamp {
    Timestamp::from_millis(now.as_millis() - millis)
}

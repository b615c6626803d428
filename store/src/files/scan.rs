//! Files that wait for the scanner: which is next, and what became of it. Several processes may scan at the same time: each takes
//! bytes for some minutes, and says every now and then that it goes on.

use domain::id::ClientId;
use domain::notifications::{Audience, NotificationTopic};
use domain::{Sha256Digest, Timestamp};

use super::access::{concerned_clients, is_referred_to};
use super::sweep::end_removal;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::query::row;
use crate::{Fault, Result, Store};

/// How long bytes are taken, in milliseconds.
const LEASE: i64 = 2 * 60_000;
/// After a failure, in minutes. The last is that after all further ones.
const PAUSES: [i64; 5] = [1, 5, 15, 60, 6 * 60];
/// How long a file waits before the agency is warned, in milliseconds.
const WARN_AFTER: i64 = 15 * 60_000;

/// Bytes that a process has taken to scan them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToScan {
    pub sha256: Sha256Digest,
    /// In bytes.
    pub size: i64,
    pub content_type: String,
    /// How often they could not be scanned.
    pub scan_failures: i64,
}

row! { ToScan { sha256, size, content_type, scan_failures } }

impl Store {
    /// Takes the bytes that have waited longest, if any wait; for all their files at once.
    pub async fn begin_scan(&self) -> Result<Option<ToScan>> {
        loop {
            let now = self.clock.now();
            let sql = "SELECT sha256, size, content_type, scan_failures FROM file \
                 WHERE quarantine = 'waiting' AND scan_due <= $1 ORDER BY scan_due, created_at LIMIT 1";
            let next: Option<ToScan> = self.db.readers().fetch_optional(sql, [now]).await?;
            let Some(next) = next else { return Ok(None) };
            let sql = "UPDATE file SET scan_due = $2 WHERE sha256 = $1 AND quarantine = 'waiting' AND scan_due <= $3";
            // Else another process has just taken them.
            if self.change_scan(sql, &next, now.as_millis() + LEASE, now.as_millis()).await? > 0 {
                return Ok(Some(next));
            }
        }
    }

    /// Says that a scan goes on.
    pub async fn renew_scan_lease(&self, scan: &ToScan) -> Result<()> {
        let now = self.clock.now();
        self.change_scan(SCAN_AGAIN, scan, now.as_millis() + LEASE, scan.scan_failures).await?;
        Ok(())
    }

    /// The scanner is away: they may be scanned again as soon as it is back.
    pub async fn release_scan(&self, scan: &ToScan) -> Result<()> {
        self.change_scan(SCAN_AGAIN, scan, self.clock.now().as_millis(), scan.scan_failures).await?;
        Ok(())
    }

    /// These bytes could not be scanned: they wait, longer each time.
    pub async fn postpone_scan(&self, scan: &ToScan) -> Result<()> {
        let failures = usize::try_from(scan.scan_failures).unwrap_or(PAUSES.len()).min(PAUSES.len() - 1);
        let due = self.clock.now().as_millis() + PAUSES[failures] * 60_000;
        self.change_scan(SCAN_AGAIN, scan, due, scan.scan_failures + 1).await?;
        Ok(())
    }

    async fn change_scan(&self, sql: &'static str, scan: &ToScan, due: i64, last: i64) -> Result<u64> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let changed = tx.execute(sql, (&scan.sha256, due, last)).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// The scanner has found nothing: all files of these bytes can be read from now on.
    pub async fn release_clean_files(&self, sha256: &Sha256Digest) -> Result<()> {
        let mut tx = self.db.write().await?;
        tx.execute("UPDATE file SET quarantine = NULL WHERE sha256 = $1 AND quarantine = 'waiting'", [sha256]).await?;
        Ok(tx.commit().await?)
    }

    /// The scanner has found something: no file of these bytes can be read any more, and both sides are notified. The bytes are
    /// [`Store::infected_bytes`] from now on.
    pub async fn mark_infected(&self, sha256: &Sha256Digest) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let sql = "UPDATE file SET quarantine = 'infected', infected_at = $2 \
             WHERE sha256 = $1 AND COALESCE(quarantine, '') <> 'infected'";
        tx.execute(sql, (sha256, now)).await?;
        for topic in concerned(&mut tx, sha256, now).await? {
            if let NotificationTopic::Files(Some(client)) = &topic {
                self.enqueue(&mut tx, &Audience::Client(client.clone()), &topic, now).await?;
            }
            self.enqueue(&mut tx, &Audience::of_agency(&topic), &topic, now).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Whether a file of these bytes was found to be infected.
    pub async fn is_infected(&self, sha256: &Sha256Digest) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM file WHERE sha256 = $1 AND quarantine = 'infected'";
        let count: i64 = self.db.readers().fetch_value(sql, [sha256]).await?;
        Ok(count > 0)
    }

    /// The bytes that are to be deleted: all of their files are infected.
    pub async fn infected_bytes(&self) -> Result<Vec<Sha256Digest>> {
        let sql = format!(
            "SELECT DISTINCT file.sha256 FROM file JOIN stored_bytes ON stored_bytes.sha256 = file.sha256 \
             WHERE file.quarantine = 'infected' AND NOT {HAS_OTHER_FILE}"
        );
        Ok(self.db.readers().fetch_values(sqlx::AssertSqlSafe(sql), ()).await?)
    }

    /// As [`Store::remove_unused_bytes`], of such bytes.
    pub async fn remove_infected_bytes(
        &self,
        digest: &Sha256Digest,
        remove: impl Future<Output = bool> + Send,
    ) -> Result<bool> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let delete = format!("DELETE FROM stored_bytes WHERE sha256 = $1 AND NOT {HAS_OTHER_FILE}");
        let is_unused = tx.execute(sqlx::AssertSqlSafe(delete), [digest]).await? > 0;
        end_removal(tx, is_unused, remove).await
    }

    /// There is no scanner: files that wait for one can be read; returns how many.
    pub async fn release_waiting_files(&self) -> Result<u64> {
        let sql = "SELECT COUNT(*) FROM file WHERE quarantine = 'waiting'";
        let waiting: i64 = self.db.readers().fetch_value(sql, ()).await?;
        if waiting == 0 {
            return Ok(0);
        }
        let mut tx = self.db.write().await?;
        let released = tx.execute("UPDATE file SET quarantine = NULL WHERE quarantine = 'waiting'", ()).await?;
        tx.commit().await?;
        Ok(released)
    }

    /// How many files have waited for the scanner for a quarter of an hour.
    pub async fn late_scans(&self) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM file WHERE quarantine = 'waiting' AND created_at <= $1";
        let before = Timestamp::from_millis(self.clock.now().as_millis() - WARN_AFTER);
        Ok(self.db.readers().fetch_value(sql, [before]).await?)
    }
}

/// What the files that were just found to be infected concern.
async fn concerned(tx: &mut Tx, sha256: &Sha256Digest, now: Timestamp) -> Result<Vec<NotificationTopic>, Fault> {
    let clients: Vec<ClientId> = tx
        .fetch_values(
            sqlx::AssertSqlSafe(concerned_clients("file.sha256 = $1 AND file.infected_at = $2")),
            (sha256, now),
        )
        .await?;
    let sql = format!(
        "SELECT COUNT(*) FROM file WHERE sha256 = $1 AND infected_at = $2 AND client_id IS NULL AND NOT {}",
        is_referred_to()
    );
    let agencys: i64 = tx.fetch_value(sqlx::AssertSqlSafe(sql), (sha256, now)).await?;
    let of_clients = clients.into_iter().map(|client| NotificationTopic::Files(Some(client)));
    Ok(of_clients.chain((agencys > 0).then_some(NotificationTopic::Files(None))).collect())
}

const SCAN_AGAIN: &str =
    "UPDATE file SET scan_due = $2, scan_failures = $3 WHERE sha256 = $1 AND quarantine = 'waiting'";

const HAS_OTHER_FILE: &str = "EXISTS (SELECT 1 FROM file other WHERE other.sha256 = stored_bytes.sha256 \
     AND COALESCE(other.quarantine, '') <> 'infected')";

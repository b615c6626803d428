//! Database kind, version, size, clock and record counts.

use std::sync::{Arc, Mutex, PoisonError};

use domain::Timestamp;
use domain::settings::system_info::{About, Counts, DatabaseKind};

use crate::{Result, Store};

/// How long counts are cached, in milliseconds: one minute. Counting scans an index of each table, so it does
/// not run for each page view.
const CACHE_TIME: i64 = 60_000;

/// The cached counts.
#[derive(Clone, Default)]
pub(crate) struct Counted(Arc<Mutex<Option<Counts>>>);

impl Counted {
    fn fresh(&self, now: Timestamp) -> Option<Counts> {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.filter(|last| (0..CACHE_TIME).contains(&(now.as_millis() - last.at.as_millis())))
    }

    fn set(&self, counts: Counts) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(counts);
    }
}

impl Store {
    /// Kind and size of the database, and its record counts, at most one minute old.
    pub async fn about(&self) -> Result<About> {
        let now = self.clock.now();
        let counts = match self.counted.fresh(now) {
            Some(counts) => counts,
            None => self.count(now).await?,
        };
        Ok(About { database: self.db.kind(), bytes: self.db.size().await?, counts })
    }

    /// The version of the database, and the number of its newest migration.
    pub async fn database_version(&self) -> Result<(String, i64)> {
        let sql = match self.db.kind() {
            DatabaseKind::Sqlite => "SELECT sqlite_version()",
            DatabaseKind::Postgres => "SHOW server_version",
        };
        let mut connection = self.db.readers().acquire().await?;
        let version = connection.fetch_value(sql, ()).await?;
        Ok((version, connection.fetch_value("SELECT MAX(version) FROM _sqlx_migrations", ()).await?))
    }

    /// By how many milliseconds the clock of the database is ahead of this process's.
    pub async fn clock_ahead(&self) -> Result<i64> {
        let sql = match self.db.kind() {
            DatabaseKind::Sqlite => "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            DatabaseKind::Postgres => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        };
        let theirs: i64 = self.db.readers().fetch_value(sql, ()).await?;
        Ok(theirs - self.clock.now().as_millis())
    }

    async fn count(&self, at: Timestamp) -> Result<Counts> {
        let sql = "SELECT (SELECT COUNT(*) FROM client), (SELECT COUNT(*) FROM project), \
             (SELECT COUNT(*) FROM lead), (SELECT COUNT(*) FROM comment)";
        let (clients, projects, leads, messages) = self.db.readers().fetch_one(sql, ()).await?;
        let counts = Counts { clients, projects, leads, messages, at };
        self.counted.set(counts);
        Ok(counts)
    }
}

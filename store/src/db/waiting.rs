//! How long the database is waited for.

use std::time::{Duration, Instant};

use super::{Db, Kind, Tx, postgres};
use crate::Fault;

/// How long a request waits for a lock, a connection, or its turn to write.
pub(crate) const REQUEST_WAIT: Duration = Duration::from_secs(5);
/// How long an import or a migration waits for a lock of SQLite: nobody waits for them at a browser, and others of
/// their kind hold it for minutes.
pub(super) const LONG_WAIT: Duration = Duration::from_mins(5);

impl Db {
    /// As [`Db::write`], for an import and the like: statements may take minutes, and so may the wait for another
    /// process's lock.
    pub(crate) async fn write_long(&self) -> Result<Tx, Fault> {
        let start = Instant::now();
        loop {
            match self.write().await {
                Err(fault) if self.has_one_writer() && fault.is_busy() && start.elapsed() < LONG_WAIT => {}
                tx => {
                    let mut tx = tx?;
                    self.allow_long_statements(&mut tx).await?;
                    return Ok(tx);
                }
            }
        }
    }

    /// Whether a transaction that writes excludes all others from its begin.
    pub(crate) const fn has_one_writer(&self) -> bool {
        matches!(self.kind, Kind::Sqlite { .. })
    }

    /// Lets the statements of `tx` take minutes, as those of an import or an export may.
    pub(crate) async fn allow_long_statements(&self, tx: &mut Tx) -> Result<(), Fault> {
        match self.kind {
            Kind::Sqlite { .. } => Ok(()),
            Kind::Postgres { .. } => postgres::limits::raise(tx).await,
        }
    }
}

//! Connection pools, statistics and table locks of PostgreSQL.

pub(super) mod commit_listener;
pub(super) mod limits;
pub(super) mod outage;
pub(super) mod room;

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection as _, Executor as _};

use super::connection::{Watch, within};
use super::schema::{self, MIGRATIONS, migration_failed};
use super::{Pool, Tx, one_line};
use crate::error::LOCK_NOT_AVAILABLE;
use crate::{ConnectError, Fault};
use limits::Limits;
use outage::Outage;
use room::Room;

/// Of each pool.
const CONNECTIONS: u32 = 10;
/// The size of the database, in bytes.
pub(super) const SIZE: &str = "SELECT pg_database_size(current_database())";
/// Time limit of the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that has rested for longer is tried before it is used.
const REST: Duration = Duration::from_secs(1);

/// Whether there is a table of migrations.
const HAS_MIGRATIONS: &str = "SELECT (to_regclass('_sqlx_migrations') IS NOT NULL)::INT::BIGINT";

/// The pool of the writers and that of the readers.
pub(super) struct Pools {
    pub(super) writers: Pool,
    pub(super) readers: Pool,
    pub(super) outage: Arc<Outage>,
    pub(super) room: Arc<Room>,
}

/// Runs the migrations, then opens the pools.
pub(super) async fn open(url: &str, limits: Limits) -> Result<Pools, ConnectError> {
    let options = options(url)?;
    let mut connection = connect(&options).await?;
    MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|error| migration_failed(&error))?;
    connection.close().await.map_err(|error| unreachable(&error))?;
    Ok(pools(&options, limits))
}

/// Opens the pools of a database with the current schema, and changes nothing.
pub(super) async fn open_to_read(url: &str, limits: Limits) -> Result<Pools, ConnectError> {
    let options = options(url)?;
    let mut connection = connect(&options).await?;
    let schema = schema::read(&mut connection, HAS_MIGRATIONS).await;
    schema.map_err(|error| unreachable(&error))?.require_current()?;
    connection.close().await.map_err(|error| unreachable(&error))?;
    Ok(pools(&options, limits))
}

fn options(url: &str) -> Result<AnyConnectOptions, ConnectError> {
    let options = AnyConnectOptions::from_str(url).map_err(|error| unreachable(&error))?;
    Ok(options.disable_statement_logging())
}

fn pools(options: &AnyConnectOptions, limits: Limits) -> Pools {
    let outage = Arc::new(Outage::default());
    let room = Arc::new(Room::default());
    let watch = Watch { limit: limits.statement, room: room.clone() };
    let pool = || Pool::new(pool(limits, &outage).connect_lazy_with(options.clone()), Some(watch.clone()));
    Pools { writers: pool(), readers: pool(), outage, room }
}

fn unreachable(problem: &dyn std::fmt::Display) -> ConnectError {
    ConnectError(format!("DATABASE_URL: PostgreSQL cannot be reached: {}", one_line(problem)))
}

/// Opens one connection without limits and checks the encoding: a pool would retry when the server is unreachable,
/// and end in a time-out without a cause.
async fn connect(options: &AnyConnectOptions) -> Result<AnyConnection, ConnectError> {
    let encoding = async {
        let mut connection = options.connect().await?;
        let encoding: String =
            sqlx::query_scalar("SELECT current_setting('server_encoding')").fetch_one(&mut connection).await?;
        Ok::<_, sqlx::Error>((connection, encoding))
    };
    match tokio::time::timeout(CONNECT_TIMEOUT, encoding).await {
        Err(_) => Err(unreachable(&"no answer within 10 seconds")),
        Ok(Err(error)) => Err(unreachable(&error)),
        Ok(Ok((connection, encoding))) if encoding == "UTF8" => Ok(connection),
        Ok(Ok((_, encoding))) => Err(unreachable(&format!("the database has the encoding {encoding}, UTF8 is needed"))),
    }
}

/// A connection is checked on its way back to the pool: what a dropped caller has left open is rolled back there,
/// and a connection that does not answer is closed.
fn pool(limits: Limits, outage: &Arc<Outage>) -> AnyPoolOptions {
    let outage = outage.clone();
    AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(limits.acquire)
        .after_connect(|connection, _| Box::pin(limits::set(connection)))
        // In place of sqlx's own test, which has no limit and costs every statement a round trip.
        .test_before_acquire(false)
        .before_acquire(move |connection, metadata| {
            let is_suspect = outage.is_within(metadata.age);
            Box::pin(async move {
                if !is_suspect && metadata.idle_for > REST {
                    within(limits.answer, connection.ping()).await?;
                }
                Ok(!is_suspect)
            })
        })
        .after_release(move |connection, _| Box::pin(within(limits.answer, end_transaction(connection))))
}

/// Rolls back what is open, if anything. ROLLBACK alone would warn in the log of the server if nothing is.
async fn end_transaction(connection: &mut AnyConnection) -> sqlx::Result<bool> {
    connection.execute("BEGIN; ROLLBACK").await?;
    Ok(true)
}

/// Updates the planner's statistics of `tables`, including uncommitted rows of `tx`.
pub(super) async fn analyze(tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
    let statement = format!("ANALYZE {}", tables.join(", "));
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut **tx).await?;
    Ok(())
}

/// Updates the visibility map of `tables`. A table that is locked or takes too long is left to autovacuum.
pub(super) async fn vacuum(writers: &Pool, tables: &[&str]) {
    for table in tables {
        if let Err(error) = writers.execute(AssertSqlSafe(format!("VACUUM (SKIP_LOCKED) {table}")), ()).await {
            tracing::warn!(%error, table, "PostgreSQL could not vacuum after the import, and will do so later");
        }
    }
}

/// How often to try to lock several tables, and the pause in between: writers take milliseconds.
const ATTEMPTS: u32 = 300;
const PAUSE: Duration = Duration::from_millis(10);

/// Blocks all other writers of `tables` until `tx` ends. Several tables are locked together with `NOWAIT`:
/// waiting for the second while holding the first deadlocks with a writer that holds the second and waits for
/// the first. After [`ATTEMPTS`] tries the tables are locked one by one, waiting for each.
pub(super) async fn lock_tables(tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
    let lock = format!("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE", tables.join(", "));
    if tables.len() > 1 {
        for _ in 0..ATTEMPTS {
            tx.savepoint().await?;
            match sqlx::raw_sql(AssertSqlSafe(format!("{lock} NOWAIT"))).execute(&mut **tx).await {
                Ok(_) => return tx.release_savepoint().await,
                Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(LOCK_NOT_AVAILABLE) => {
                    tx.rollback_to_savepoint().await?;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut **tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests;

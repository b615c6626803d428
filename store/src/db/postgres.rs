//! Connection pool, statistics and table locks of PostgreSQL.

pub(super) mod notifications;

use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyPool, AssertSqlSafe, ConnectOptions, Connection};

use super::{MIGRATIONS, Tx, migration_failed, one_line, schema};
use crate::{ConnectError, Fault};

const CONNECTIONS: u32 = 10;
/// The size of the database, in bytes.
pub(super) const SIZE: &str = "SELECT pg_database_size(current_database())";
/// Time limit of the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Whether there is a table of migrations.
const HAS_MIGRATIONS: &str = "SELECT (to_regclass('_sqlx_migrations') IS NOT NULL)::INT::BIGINT";

/// Opens the pool and runs the migrations.
pub(super) async fn open(url: &str) -> Result<AnyPool, ConnectError> {
    let pool = open_pool(url).await?;
    MIGRATIONS.run(&pool).await.map_err(|error| migration_failed(&error))?;
    Ok(pool)
}

/// Opens the pool of a database with the current schema, and changes nothing.
pub(super) async fn open_to_read(url: &str) -> Result<AnyPool, ConnectError> {
    let pool = open_pool(url).await?;
    let failed = |error: sqlx::Error| migration_failed(&error.into());
    let mut connection = pool.acquire().await.map_err(failed)?;
    schema::read(&mut connection, HAS_MIGRATIONS).await.map_err(failed)?.require_current()?;
    Ok(pool)
}

async fn open_pool(url: &str) -> Result<AnyPool, ConnectError> {
    let failed = |error: &dyn std::fmt::Display| {
        ConnectError(format!("DATABASE_URL: PostgreSQL cannot be reached: {}", one_line(error)))
    };
    let options =
        AnyConnectOptions::from_str(url).map_err(|error| failed(&error))?.disable_statement_logging();
    check(&options).await.map_err(|problem| failed(&problem))?;
    let pool = AnyPoolOptions::new().max_connections(CONNECTIONS).connect_with(options);
    pool.await.map_err(|error| failed(&error))
}

/// Tries one connection first: a pool retries when the server is unreachable, and ends in a time-out without
/// a cause.
async fn check(options: &AnyConnectOptions) -> Result<(), String> {
    let encoding = async {
        let mut connection = options.connect().await?;
        let encoding: String = sqlx::query_scalar("SELECT current_setting('server_encoding')")
            .fetch_one(&mut connection)
            .await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>(encoding)
    };
    match tokio::time::timeout(CONNECT_TIMEOUT, encoding).await {
        Err(_) => Err("no answer within 10 seconds".to_owned()),
        Ok(Err(error)) => Err(error.to_string()),
        Ok(Ok(encoding)) if encoding == "UTF8" => Ok(()),
        Ok(Ok(encoding)) => Err(format!("the database has the encoding {encoding}, UTF8 is needed")),
    }
}

/// Updates the planner's statistics of `tables`, including uncommitted rows of `tx`.
pub(super) async fn analyze(tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
    let statement = format!("ANALYZE {}", tables.join(", "));
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut **tx).await?;
    Ok(())
}

/// How often to try to lock several tables, and the pause in between: writers take milliseconds.
const ATTEMPTS: u32 = 300;
const PAUSE: Duration = Duration::from_millis(10);
/// The SQLSTATE of `NOWAIT` on a locked table (`lock_not_available`).
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// Blocks all other writers of `tables` until `tx` ends. Several tables are locked together with `NOWAIT`:
/// waiting for the second while holding the first deadlocks with a writer that holds the second and waits for
/// the first. After [`ATTEMPTS`] tries the tables are locked one by one, waiting for each.
pub(super) async fn lock_tables(tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
    let lock = format!("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE", tables.join(", "));
    if tables.len() > 1 {
        for _ in 0..ATTEMPTS {
            let mut savepoint = tx.begin().await?;
            match sqlx::raw_sql(AssertSqlSafe(format!("{lock} NOWAIT"))).execute(&mut *savepoint).await {
                Ok(_) => return Ok(savepoint.commit().await?),
                Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(LOCK_NOT_AVAILABLE) => {
                    savepoint.rollback().await?;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut **tx).await?;
    Ok(())
}

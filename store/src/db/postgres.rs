//! PostgreSQL: one pool.

use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyPool, AssertSqlSafe, ConnectOptions, Connection};

use super::{MIGRATIONS, Tx, migration_failed, one_line};
use crate::{ConnectError, Fault};

const CONNECTIONS: u32 = 10;
/// The size of the database, in bytes.
pub(super) const SIZE: &str = "SELECT pg_database_size(current_database())";
/// How long to wait for the first answer.
const FIRST_ANSWER: Duration = Duration::from_secs(10);

/// The pool, on the newest schema.
pub(super) async fn open(url: &str) -> Result<AnyPool, ConnectError> {
    let failed = |error: &dyn std::fmt::Display| {
        ConnectError(format!("DATABASE_URL: PostgreSQL cannot be reached: {}", one_line(error)))
    };
    let options =
        AnyConnectOptions::from_str(url).map_err(|error| failed(&error))?.disable_statement_logging();
    check(&options).await.map_err(|problem| failed(&problem))?;
    let pool = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .connect_with(options)
        .await
        .map_err(|error| failed(&error))?;
    MIGRATIONS.run(&pool).await.map_err(|error| migration_failed(&error))?;
    Ok(pool)
}

/// Tries one connection: a pool would go on trying where a server is not there, and end in a
/// time-out that says nothing.
async fn check(options: &AnyConnectOptions) -> Result<(), String> {
    let encoding = async {
        let mut connection = options.connect().await?;
        let encoding: String = sqlx::query_scalar("SELECT current_setting('server_encoding')")
            .fetch_one(&mut connection)
            .await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>(encoding)
    };
    match tokio::time::timeout(FIRST_ANSWER, encoding).await {
        Err(_) => Err("no answer within 10 seconds".to_owned()),
        Ok(Err(error)) => Err(error.to_string()),
        Ok(Ok(encoding)) if encoding == "UTF8" => Ok(()),
        Ok(Ok(encoding)) => Err(format!("the database has the encoding {encoding}, UTF8 is needed")),
    }
}

/// Gathers what the planner goes by, as `tables` stand in `tx`.
pub(super) async fn analyze(tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
    let statement = format!("ANALYZE {}", tables.join(", "));
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut **tx).await?;
    Ok(())
}

/// How often to try for several tables at once, and how long to wait in between: writers take milliseconds.
const ATTEMPTS: u32 = 300;
const PAUSE: Duration = Duration::from_millis(10);
/// What PostgreSQL says of a table that somebody writes to (`lock_not_available`).
const TAKEN: &str = "55P03";

/// Holds every other writer of `tables` off until `tx` ends. Several are taken all at once or not at all: who
/// held one and waited for the next would wait for ever for somebody who has written to that and waits for the
/// first. Only where writers never pause they are waited for one by one.
pub(super) async fn lock_tables(tx: &mut Tx, tables: &[&str]) -> Result<(), Fault> {
    let lock = format!("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE", tables.join(", "));
    if tables.len() > 1 {
        for _ in 0..ATTEMPTS {
            let mut attempt = tx.begin().await?;
            match sqlx::raw_sql(AssertSqlSafe(format!("{lock} NOWAIT"))).execute(&mut *attempt).await {
                Ok(_) => return Ok(attempt.commit().await?),
                Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(TAKEN) => {
                    attempt.rollback().await?;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut **tx).await?;
    Ok(())
}

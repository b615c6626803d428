//! `sqlite-commits FOLDER SECONDS`: how many transactions of one INSERT a single writer commits per second
//! with `synchronous = FULL` in WAL mode. Prints the number.

use std::{
    env,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use sqlx::{
    Connection, Executor, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

/// Sent to the thread of the driver at once, so that its channels are not what is measured.
const TRANSACTIONS_PER_CALL: u32 = 20;
/// About as long as a message with its ids.
const TRANSACTION: &str = "BEGIN IMMEDIATE;\
    INSERT INTO message (id, text) VALUES (lower(hex(randomblob(16))), 'Un messaggio di prova, lungo come tanti.');\
    COMMIT;";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, seconds] = arguments.as_slice() else { bail!("usage: sqlite-commits FOLDER SECONDS") };
    let duration = Duration::from_secs(seconds.parse().context("SECONDS must be a number")?);
    let options = SqliteConnectOptions::new()
        .filename(Path::new(folder).join("commits.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    connection.execute("CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, text TEXT NOT NULL)").await?;
    let transactions = TRANSACTION.repeat(TRANSACTIONS_PER_CALL as usize);
    let started = Instant::now();
    let mut committed = 0;
    while started.elapsed() < duration {
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(transactions.as_str()))).await?;
        committed += TRANSACTIONS_PER_CALL;
    }
    println!("{:.0}", f64::from(committed) / started.elapsed().as_secs_f64());
    Ok(connection.close().await?)
}

//! `postgres-inserts URL SECONDS`: how many rows per second one session inserts, each in a transaction of its own. Prints
//! the number.

use std::{
    env,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use sqlx::{Connection, Executor, PgConnection};

/// About as long as a message with its ids.
const INSERT: &str = "INSERT INTO bench_message (id, text) \
    VALUES (gen_random_uuid(), 'Un messaggio di prova, lungo come tanti.')";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [url, seconds] = arguments.as_slice() else { bail!("usage: postgres-inserts URL SECONDS") };
    let duration = Duration::from_secs(seconds.parse().context("SECONDS must be a number")?);
    let mut connection = PgConnection::connect(url).await?;
    connection.execute("CREATE TABLE bench_message (id UUID PRIMARY KEY, text TEXT NOT NULL)").await?;
    let started = Instant::now();
    let mut inserted = 0;
    while started.elapsed() < duration {
        connection.execute(sqlx::query(INSERT)).await?;
        inserted += 1;
    }
    println!("{:.0}", f64::from(inserted) / started.elapsed().as_secs_f64());
    Ok(connection.close().await?)
}

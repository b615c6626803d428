//! `atrio demo`.

use std::io::Write as _;

use super::{CliError, database};
use crate::config::{Config, Environment};

/// Loads the demo workspace unless there are records already; prints all portal URLs in both cases.
pub(super) async fn run(environment: &Environment) -> Result<(), CliError> {
    let base_url = Config::read_base_url(environment)?;
    let store = database::open(environment).await?;
    match store.load_demo().await? {
        Some(loaded) => eprintln!("demo: {} records loaded", loaded.records),
        None => eprintln!("demo: the database is not empty, nothing was loaded"),
    }
    let clients = store.clients().await?;
    store.close().await;
    let mut out = std::io::stdout().lock();
    for client in clients {
        writeln!(out, "portal: {base_url}/c/{}", client.slug).map_err(CliError::file("standard output"))?;
    }
    Ok(())
}

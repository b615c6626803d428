//! `atrio demo`.

use std::io::Write as _;

use axum::body::Bytes;
use files::{Storage, StorageError};

use super::{CliError, database, note};
use crate::config::{Config, Environment, FilesConfig};

/// Loads the demo workspace unless there are records already; prints all portal URLs in both cases.
pub(super) async fn run(environment: &Environment) -> Result<(), CliError> {
    let base_url = Config::read_base_url(environment)?;
    let storage = FilesConfig::read(environment)?.storage;
    let storage_failed = |error: StorageError| CliError::Other(error.to_string());
    // An empty database is filled once: what has no place for the pictures is refused before.
    storage.check().await.map_err(storage_failed)?;
    let store = database::open(environment).await?;
    match store.load_demo().await? {
        Some(loaded) => {
            store_pictures(&storage).await.map_err(storage_failed)?;
            note(format_args!("demo: {} records loaded", loaded.records));
        }
        None => note("demo: the database is not empty, nothing was loaded"),
    }
    let clients = store.clients().await?;
    store.close().await;
    let mut out = std::io::stdout().lock();
    for client in clients {
        writeln!(out, "portal: {base_url}/c/{}", client.slug).map_err(CliError::file("standard output"))?;
    }
    Ok(())
}

async fn store_pictures(storage: &Storage) -> Result<(), StorageError> {
    for picture in store::demo_pictures() {
        let mut received = storage.receive(&store::new_id()).await?;
        received.write(Bytes::from_static(picture)).await?;
        storage.place(received.finish().await?).await?;
    }
    Ok(())
}

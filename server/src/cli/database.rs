//! Opens the database for commands other than `serve`.

use std::path::PathBuf;
use std::sync::Arc;

use store::{Store, SystemClock};

use super::CliError;
use crate::config::{Config, Environment};

/// Creates an absent database, and migrates an older one.
pub(super) async fn open(environment: &Environment) -> Result<Store, CliError> {
    let url = Config::read_database_url(environment)?;
    Ok(Store::connect(&url, Arc::new(SystemClock)).await?)
}

/// Opens an existing database to read it: nothing in it is changed.
pub(super) async fn open_to_read(environment: &Environment) -> Result<Store, CliError> {
    Ok(Store::open_to_read(&existing(environment)?, Arc::new(SystemClock)).await?)
}

/// The URL of the database. A SQLite file must exist.
pub(super) fn existing(environment: &Environment) -> Result<String, CliError> {
    let url = Config::read_database_url(environment)?;
    match sqlite_file(&url).filter(|file| !file.exists()) {
        Some(file) => Err(CliError::Other(format!("there is no database at {}", file.display()))),
        None => Ok(url),
    }
}

pub(super) fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    (path != ":memory:").then(|| PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_file_is_read_from_url() {
        for (url, file) in [
            ("sqlite://data/atrio.db", Some("data/atrio.db")),
            ("sqlite:///var/lib/atrio.db", Some("/var/lib/atrio.db")),
            ("sqlite:atrio.db?mode=rwc", Some("atrio.db")),
            ("sqlite::memory:", None),
            ("postgres://atrio@host/atrio", None),
        ] {
            assert_eq!(sqlite_file(url), file.map(PathBuf::from), "{url}");
        }
    }
}

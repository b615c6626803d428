//! A database for each test, on SQLite or PostgreSQL.

use std::path::Path;
use std::sync::Arc;

use sqlx::{AnyConnection, Connection};
use store::{MockClock, Store};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::support::NOW;

/// Migrations and the import take longer than most tests: they get a copy of this file.
static SQLITE_TEMPLATE: OnceCell<TempDir> = OnceCell::const_new();

#[derive(Debug, Clone, Copy)]
pub(crate) enum Database {
    /// A file in a temporary folder.
    Sqlite,
    /// A new database on the server at `TEST_POSTGRES_URL`.
    Postgres,
}

/// A database that no other test uses.
pub(crate) struct TestDatabase {
    /// Its URL, in the form of `DATABASE_URL`.
    pub(crate) url: String,
    storage: Storage,
}

enum Storage {
    Folder(TempDir),
    Server { admin_url: String, name: String },
}

impl TestDatabase {
    /// With the records of `workspace.json`.
    pub(crate) async fn create(database: Database) -> Self {
        match database {
            Database::Sqlite => {
                let template = SQLITE_TEMPLATE.get_or_init(sqlite_template).await;
                let folder = tempfile::tempdir().expect("a folder");
                std::fs::copy(sqlite_file(template.path()), sqlite_file(folder.path())).expect("a copy");
                Self { url: sqlite_url(folder.path()), storage: Storage::Folder(folder) }
            }
            Database::Postgres => {
                let admin_url = std::env::var("TEST_POSTGRES_URL")
                    .expect("TEST_POSTGRES_URL must name a PostgreSQL to test on; `cargo xtask test` starts one");
                let name = format!("atrio_api_{}", uuid::Uuid::now_v7().simple());
                execute(&admin_url, &format!("CREATE DATABASE {name} STRATEGY FILE_COPY")).await;
                let (server, _) = admin_url.rsplit_once('/').expect("an address that names a database");
                let url = format!("{server}/{name}");
                import_workspace(&url).await;
                Self { url, storage: Storage::Server { admin_url, name } }
            }
        }
    }

    /// Runs a statement without the store.
    pub(crate) async fn execute(&self, statement: &str) {
        execute(&self.url, statement).await;
    }

    /// Its name on the PostgreSQL server; `None` for a file.
    pub(crate) fn name(&self) -> &str {
        match &self.storage {
            Storage::Folder(_) => "",
            Storage::Server { name, .. } => name,
        }
    }

    /// Drops the database.
    pub(crate) async fn drop(self) {
        match self.storage {
            Storage::Folder(folder) => folder.close().expect("a folder that can be removed"),
            Storage::Server { admin_url, name } => {
                execute(&admin_url, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
            }
        }
    }
}

async fn sqlite_template() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    import_workspace(&sqlite_url(folder.path())).await;
    folder
}

async fn import_workspace(url: &str) {
    let clock = Arc::new(MockClock::at(NOW.parse().expect("a moment")));
    let store = Store::connect(url, clock).await.expect("a database");
    store.import(include_bytes!("workspace.json"), &mut |_, _| {}).await.expect("a workspace");
    store.close().await;
}

fn sqlite_file(folder: &Path) -> std::path::PathBuf {
    folder.join("atrio.db")
}

fn sqlite_url(folder: &Path) -> String {
    format!("sqlite://{}", sqlite_file(folder).display())
}

/// Runs a statement on a separate connection.
pub(crate) async fn execute(url: &str, statement: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the PostgreSQL of TEST_POSTGRES_URL");
    let statement = sqlx::AssertSqlSafe(statement.to_owned());
    sqlx::raw_sql(statement).execute(&mut connection).await.expect("an administrator's connection");
    connection.close().await.expect("the connection closes");
}

//! A database for each test, on SQLite or PostgreSQL.

use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

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
    /// Creates an empty database.
    pub(crate) async fn create(database: Database) -> Self {
        match database {
            Database::Sqlite => {
                let folder = tempfile::tempdir().expect("a folder");
                let url = format!("sqlite://{}", folder.path().join("atrio.db").display());
                Self { url, storage: Storage::Folder(folder) }
            }
            Database::Postgres => {
                let admin_url = std::env::var("TEST_POSTGRES_URL").expect(
                    "TEST_POSTGRES_URL must name a PostgreSQL to test on; `cargo xtask test` starts one",
                );
                let name = format!("atrio_api_{}", uuid::Uuid::now_v7().simple());
                execute(&admin_url, &format!("CREATE DATABASE {name}")).await;
                let (server, _) = admin_url.rsplit_once('/').expect("an address that names a database");
                Self { url: format!("{server}/{name}"), storage: Storage::Server { admin_url, name } }
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

/// Runs a statement on a separate connection.
pub(crate) async fn execute(url: &str, statement: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("the PostgreSQL of TEST_POSTGRES_URL");
    let statement = sqlx::AssertSqlSafe(statement.to_owned());
    sqlx::raw_sql(statement).execute(&mut connection).await.expect("an administrator's connection");
    connection.close().await.expect("the connection closes");
}

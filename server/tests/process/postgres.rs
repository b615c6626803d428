//! A PostgreSQL database for one test.

use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, PgPool};

/// Created by [`Database::new`], dropped with the value.
pub(crate) struct Database {
    admin: PgPool,
    name: String,
    pub(crate) url: String,
}

impl Database {
    pub(crate) async fn new(test: &str) -> Self {
        let admin_url = std::env::var("TEST_POSTGRES_URL")
            .expect("TEST_POSTGRES_URL is not set: run the tests by `cargo xtask test`, which starts a PostgreSQL");
        let admin = PgPoolOptions::new().max_connections(1).connect(&admin_url).await.unwrap();
        let name = format!("atrio_{test}_{}", std::process::id());
        // Without tables: the process runs the migrations.
        let create = format!("CREATE DATABASE {name} TEMPLATE template0");
        sqlx::query(AssertSqlSafe(create)).execute(&admin).await.unwrap();
        let (server, _) = admin_url.rsplit_once('/').unwrap();
        let url = format!("{server}/{name}");
        Self { admin, name, url }
    }

    pub(crate) async fn drop(self) {
        let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        sqlx::query(AssertSqlSafe(drop)).execute(&self.admin).await.unwrap();
    }
}

//! Workspaces of every schema since the first that was in use, brought up to date by this program.
//!
//! `upgrades/{version}.sql` has the rows that the programs of that time wrote, by hand, and `upgrades/{version}.json` what is exported
//! of a workspace with all rows up to there. A new schema gets its `.sql` where it has records or fields that an export has. When the
//! export has a new field, `WRITE_UPGRADES=1` writes the `.json` anew: read their changes.

use std::path::{Path, PathBuf};

use serde_json::Value;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, AssertSqlSafe};
use store::Store;

use crate::support::on_both_databases;

const FIRST: i64 = 15;

fn rows(version: i64, ending: &str) -> PathBuf {
    format!("tests/db/upgrades/{version:04}.{ending}").into()
}

/// Gives an empty database the schema of `version`, with the rows of all schemas up to there; returns the last that has any.
async fn make(pool: &AnyPool, migrator: &Migrator, version: i64) -> i64 {
    let mut last = FIRST;
    for schema in (FIRST..=version).filter(|schema| rows(*schema, "sql").exists()) {
        migrator.run_to(schema, pool).await.unwrap();
        let sql = std::fs::read_to_string(rows(schema, "sql")).unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(pool).await.unwrap();
        last = schema;
    }
    migrator.run_to(version, pool).await.unwrap();
    last
}

on_both_databases! {
    async fn workspace_of_every_schema_is_brought_up_to_date(db: Database) {
        let migrator = Migrator::new(Path::new("../migrations")).await.unwrap();
        let address = db.sibling_address().await;
        let is_sqlite = address.starts_with("sqlite");
        for version in migrator.iter().map(|migration| migration.version).filter(|version| *version >= FIRST) {
            let url = if is_sqlite { format!("{address}-{version}") } else { address.clone() };
            let with_mode = if is_sqlite { format!("{url}?mode=rwc") } else { url.clone() };
            let pool = AnyPoolOptions::new().max_connections(1).connect(&with_mode).await.unwrap();
            if !is_sqlite {
                let empty = sqlx::raw_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
                empty.execute(&pool).await.unwrap();
            }
            let last = make(&pool, &migrator, version).await;
            pool.close().await;

            let store = Store::connect(&url, db.clock.clone()).await.unwrap();
            let export: Value = serde_json::from_slice(&store.export().await.unwrap()).unwrap();
            store.close().await;
            let expected = rows(last, "json");
            if std::env::var_os("WRITE_UPGRADES").is_some() {
                std::fs::write(&expected, format!("{}\n", serde_json::to_string_pretty(&export).unwrap())).unwrap();
            }
            let expected: Value = serde_json::from_slice(&std::fs::read(expected).unwrap()).unwrap();
            for (kind, records) in expected.as_object().unwrap() {
                assert_eq!(&export[kind], records, "{kind} of a workspace of schema {version}");
            }
            assert_eq!(export, expected, "a workspace of schema {version}");
        }
    }
}

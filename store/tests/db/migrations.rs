//! A database of an older Atrio: what migrates it, what does not, and the copies that are made before.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;
use store::{MockClock, Store, SystemClock};

use crate::support::{Database, noon, on_both_databases};

/// Gives the empty database at `url` the schema before the newest, with a setting in it; returns its version.
pub(crate) async fn migrate_to_previous(url: &str) -> i64 {
    let migrator = Migrator::new(Path::new("../migrations")).await.unwrap();
    let versions: Vec<_> = migrator.iter().map(|migration| migration.version).collect();
    let previous = versions[versions.len() - 2];
    let url = if url.starts_with("sqlite") { format!("{url}?mode=rwc") } else { url.to_owned() };
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    migrator.run_to(previous, &pool).await.unwrap();
    sqlx::query("INSERT INTO setting (key, value) VALUES ('language', 'en')").execute(&pool).await.unwrap();
    pool.close().await;
    previous
}

/// The newest migration that the database at `url` has.
pub(crate) async fn applied(url: &str) -> i64 {
    let pool = AnyPoolOptions::new().max_connections(1).connect(url).await.unwrap();
    let select = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations");
    let applied = select.fetch_one(&pool).await.unwrap();
    pool.close().await;
    applied
}

/// The files beside a database that are older copies of it, sorted.
fn copies(database: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(database.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let is_copy = |file: &PathBuf| file.to_string_lossy().contains("-sibling.before-migration-");
    let mut copies: Vec<_> = files.filter(is_copy).collect();
    copies.sort();
    copies
}

on_both_databases! {
    async fn reading_needs_the_current_schema_and_never_migrates(db: Database) {
        let url = db.sibling_address().await;
        let previous = migrate_to_previous(&url).await;
        let refused = Store::open_to_read(&url, db.clock.clone()).await.err().unwrap().to_string();
        assert!(refused.starts_with("DATABASE_URL names a database of an older Atrio; "), "{refused}");
        assert!(!refused.contains('\n'));
        assert_eq!(applied(&url).await, previous);

        Store::connect(&url, db.clock.clone()).await.unwrap().close().await;
        assert!(applied(&url).await > previous);
        let reader = Store::open_to_read(&url, db.clock.clone()).await.unwrap();
        let exported = String::from_utf8(reader.export().await.unwrap()).unwrap();
        assert!(exported.contains(r#"{"key":"language","value":"en"}"#), "{exported}");
        reader.close().await;
    }
}

on_both_databases! {
    async fn source_keeps_its_kind_when_the_schema_stops_listing_kinds(db: Database) {
        let url = db.sibling_address().await;
        let url = if url.starts_with("sqlite") { format!("{url}?mode=rwc") } else { url };
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
        let migrator = Migrator::new(Path::new("../migrations")).await.unwrap();
        migrator.run_to(24, &pool).await.unwrap();
        let insert = "INSERT INTO lead_source (id, name, kind, key, mapping, active, created_at, received, taken_in) \
            VALUES ('form', 'Modulo', 'tally', '0123456789abcdef', '{}', 1, 0, 0, 0)";
        sqlx::query(insert).execute(&pool).await.unwrap();
        let change = "UPDATE lead_source SET kind = 'of_a_later_version'";
        assert!(sqlx::query(change).execute(&pool).await.is_err());
        migrator.run(&pool).await.unwrap();
        let kind: String = sqlx::query_scalar("SELECT kind FROM lead_source").fetch_one(&pool).await.unwrap();
        assert_eq!(kind, "tally");
        sqlx::query(change).execute(&pool).await.unwrap();
        pool.close().await;
    }
}

#[test]
fn reader_of_a_sqlite_file_cannot_write() {
    Database::on_sqlite(async |db| {
        let reader = Store::open_to_read(&db.url, db.clock.clone()).await.unwrap();
        assert!(reader.set_setting("language", "en").await.is_err());
        reader.close().await;
    });
}

#[test]
fn migration_of_an_older_sqlite_file_leaves_a_copy() {
    Database::on_sqlite(async |db| {
        let url = db.sibling_address().await;
        let file = PathBuf::from(url.strip_prefix("sqlite://").unwrap());
        let previous = migrate_to_previous(&url).await;
        for _ in 0..2 {
            Store::connect(&url, db.clock.clone()).await.unwrap().close().await;
        }
        let [copy] = copies(&file).try_into().unwrap();
        assert_eq!(copy.extension().unwrap(), "before-migration-2026-11-20T12-00-00.000Z".split_once('.').unwrap().1);
        assert_eq!(applied(&format!("sqlite://{}", copy.display())).await, previous);
        // It can be put back and migrated again.
        let back = format!("sqlite://{}", copy.with_extension("back").display());
        std::fs::copy(&copy, copy.with_extension("back")).unwrap();
        let restored = Store::connect(&back, Arc::new(SystemClock)).await.unwrap();
        assert_eq!(restored.language().await.unwrap(), domain::Language::En);
        restored.close().await;
    });
}

#[test]
fn new_sqlite_file_is_not_copied() {
    Database::on_sqlite(async |db| {
        let url = db.sibling_address().await;
        Store::connect(&url, db.clock.clone()).await.unwrap().close().await;
        assert_eq!(copies(Path::new(url.strip_prefix("sqlite://").unwrap())), Vec::<PathBuf>::new());
    });
}

#[test]
fn last_three_copies_are_kept() {
    Database::on_sqlite(async |db| {
        let url = db.sibling_address().await;
        let file = PathBuf::from(url.strip_prefix("sqlite://").unwrap());
        migrate_to_previous(&url).await;
        let older = std::fs::read(&file).unwrap();
        let mut kept = Vec::new();
        for day in 1..=5 {
            std::fs::write(&file, &older).unwrap();
            let clock = MockClock::at(noon());
            clock.advance(day * 86_400_000);
            Store::connect(&url, Arc::new(clock)).await.unwrap().close().await;
            kept = copies(&file);
        }
        let days: Vec<_> = kept.iter().map(|copy| copy.to_string_lossy().into_owned()).collect();
        assert_eq!(days.len(), 3, "{days:?}");
        for (copy, day) in days.iter().zip(["2026-11-23", "2026-11-24", "2026-11-25"]) {
            assert!(copy.contains(day), "{copy}");
        }
    });
}

#[test]
fn without_a_copy_there_is_no_migration() {
    Database::on_sqlite(async |db| {
        let url = db.sibling_address().await;
        let previous = migrate_to_previous(&url).await;
        let file = url.strip_prefix("sqlite://").unwrap();
        std::fs::create_dir(format!("{file}.before-migration-2026-11-20T12-00-00.000Z")).unwrap();
        let failed = Store::connect(&url, db.clock.clone()).await.err().unwrap().to_string();
        assert!(failed.contains("must be copied to") && !failed.contains('\n'), "{failed}");
        assert_eq!(applied(&url).await, previous);
    });
}

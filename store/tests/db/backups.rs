//! `store::backup`: copies of a SQLite database while it is in use.

use std::path::Path;

use store::{BackupError, CopyError, Store};

use crate::migrations::{applied, migrate_to_previous};
use crate::support::{Database, WORKSPACE};

#[test]
fn backup_is_complete_and_never_overwrites() {
    Database::on_sqlite(async |db| {
        db.import(WORKSPACE).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copia di 'oggi'.db");
        store::backup(&db.url, &file).await.unwrap();
        let copy = Store::connect(&format!("sqlite://{}", file.display()), db.clock.clone()).await.unwrap();
        assert_eq!(copy.export().await.unwrap(), db.store.export().await.unwrap());
        copy.close().await;
        let exists = store::backup(&db.url, &file).await;
        assert!(matches!(exists, Err(BackupError::Copy(CopyError::Exists))), "{exists:?}");
        let nowhere = store::backup(&db.url, &folder.path().join("nowhere").join("x.db")).await;
        assert!(matches!(nowhere, Err(BackupError::Copy(CopyError::Io(_)))), "{nowhere:?}");
    });
}

#[test]
fn backup_leaves_no_partial_copy() {
    Database::on_sqlite(async |db| {
        let folder = tempfile::tempdir().unwrap();
        let absent = format!("sqlite://{}/absent.db", folder.path().display());
        let failed = store::backup(&absent, &folder.path().join("copy.db")).await;
        assert!(matches!(failed, Err(BackupError::Copy(CopyError::Failed(_)))), "{failed:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        drop(db);
    });
}

#[test]
fn backup_replaces_what_an_interrupted_one_has_left() {
    Database::on_sqlite(async |db| {
        db.import(WORKSPACE).await;
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.db");
        std::fs::write(folder.path().join("copy.db.partial"), "half").unwrap();
        store::backup(&db.url, &copy).await.unwrap();
        let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["copy.db"]);
    });
}

#[test]
fn backup_copies_an_older_schema_as_it_is() {
    Database::on_sqlite(async |db| {
        let url = db.sibling_address().await;
        let previous = migrate_to_previous(&url).await;
        let file = Path::new(url.strip_prefix("sqlite://").unwrap());
        let before = std::fs::read(file).unwrap();
        let copy = file.with_extension("copy");
        store::backup(&url, &copy).await.unwrap();
        assert_eq!(applied(&format!("sqlite://{}", copy.display())).await, previous);
        assert!(std::fs::read(file).unwrap() == before, "the database is unchanged");
    });
}

#[test]
fn backup_on_postgres_points_to_pg_dump() {
    Database::on_postgres(async |db| {
        let refused = store::backup(&db.url, Path::new("never-made")).await.unwrap_err();
        assert!(refused.to_string().contains("pg_dump"));
    });
}

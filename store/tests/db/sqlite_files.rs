//! The files of a SQLite database: who may read them.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use store::Store;

use crate::migrations::migrate_to_previous;
use crate::support::Database;

fn file(url: &str) -> &Path {
    Path::new(url.strip_prefix("sqlite://").unwrap())
}

/// The names and modes of the files in a folder, sorted.
fn modes(folder: &Path) -> Vec<(String, u32)> {
    let mode = |entry: std::fs::DirEntry| {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        (entry.file_name().into_string().unwrap(), mode)
    };
    let mut modes: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| mode(entry.unwrap())).collect();
    modes.sort();
    modes
}

#[test]
fn all_files_are_for_their_owner_only() {
    Database::on_sqlite(async |db| {
        let older = db.sibling_address().await;
        File::create_new(file(&older)).unwrap().set_permissions(Permissions::from_mode(0o600)).unwrap();
        migrate_to_previous(&older).await;
        Store::connect(&older, db.clock.clone()).await.unwrap().close().await;
        db.store.set_setting("language", "en").await.unwrap();
        store::backup(&db.url, &file(&db.url).with_extension("copy")).await.unwrap();
        let modes = modes(file(&db.url).parent().unwrap());
        let names: Vec<_> = modes.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "atrio.copy",
                "atrio.db",
                "atrio.db-shm",
                "atrio.db-sibling",
                "atrio.db-sibling.before-migration-2026-11-20T12-00-00.000Z",
                "atrio.db-wal"
            ]
        );
        assert!(modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
    });
}

#[test]
fn mode_of_an_existing_database_is_not_changed() {
    Database::on_sqlite(async |db| {
        let url = db.sibling_address().await;
        File::create_new(file(&url)).unwrap().set_permissions(Permissions::from_mode(0o640)).unwrap();
        Store::connect(&url, db.clock.clone()).await.unwrap().close().await;
        assert_eq!(file(&url).metadata().unwrap().permissions().mode() & 0o777, 0o640);
    });
}

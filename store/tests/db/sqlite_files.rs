//! The files of a SQLite database: who may read them, and a damaged WAL.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use domain::Channel;
use store::Store;

use crate::migrations::migrate_to_previous;
use crate::support::{Database, text};

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

/// Copies the database and its WAL, as they are while it is in use, into a folder.
fn copy_files(database: &Path, folder: &Path) -> PathBuf {
    let copy = folder.join("atrio.db");
    std::fs::copy(database, &copy).unwrap();
    std::fs::copy(database.with_extension("db-wal"), copy.with_extension("db-wal")).unwrap();
    copy
}

/// Opens the database; returns the copies of a damaged WAL.
async fn damaged_copies(database: &Path, db: &Database) -> Vec<PathBuf> {
    let url = format!("sqlite://{}", database.display());
    Store::connect(&url, db.clock.clone()).await.unwrap().close().await;
    let files = std::fs::read_dir(database.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.to_string_lossy().contains("-wal.damaged-")).collect()
}

#[test]
fn damaged_wal_is_kept_beside_the_database() {
    Database::on_sqlite(async |db| {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        for number in 0..5 {
            db.store.post_message(&rossi, &general, &text(&number.to_string()), None).await.unwrap();
        }
        let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let [intact, torn, damaged] = folders.each_ref().map(|folder| copy_files(file(&db.url), folder.path()));
        assert_eq!(damaged_copies(&intact, &db).await, Vec::<PathBuf>::new());

        let wal = std::fs::read(torn.with_extension("db-wal")).unwrap();
        std::fs::write(torn.with_extension("db-wal"), &wal[..wal.len() - 100]).unwrap();
        assert_eq!(damaged_copies(&torn, &db).await, Vec::<PathBuf>::new());

        let mut broken = wal;
        let middle = broken.len() / 2;
        broken[middle] ^= 1;
        std::fs::write(damaged.with_extension("db-wal"), &broken).unwrap();
        let [kept] = damaged_copies(&damaged, &db).await.try_into().unwrap();
        assert!(std::fs::read(&kept).unwrap() == broken);
        assert_eq!(kept.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    });
}

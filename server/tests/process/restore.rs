//! `atrio restore` of bad backups: each is refused, and a whole one can be restored into the same place afterwards.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Sandbox;

/// Makes a bad backup of a whole one.
type Spoil = fn(&Path);

/// A file of a workspace in a backup.
fn a_file(backup: &Path) -> PathBuf {
    let files = fs::read_dir(backup.join("files")).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.is_file()).max().unwrap()
}

fn cut(file: &Path) {
    let bytes = fs::read(file).unwrap();
    fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
}

/// Copies a folder with the folder `files` in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.join("files")).unwrap();
    for folder in ["", "files"] {
        for entry in fs::read_dir(from.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, to.join(folder).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
}

#[test]
fn bad_backup_is_refused_and_leaves_the_place_empty() {
    let source = Sandbox::configured();
    source.run(&["demo"]).ok();
    source.run(&["backup", "whole/"]).ok();
    let whole = source.path().join("whole");
    let exported = source.run(&["export"]).ok();
    let full = source.run(&["restore", "whole"]).error_line();
    assert_eq!(full, "FILES must be empty");

    let bad: [(&str, Spoil); 3] = [
        ("half of a file", |backup| cut(&a_file(backup))),
        ("no file", |backup| fs::remove_file(a_file(backup)).unwrap()),
        ("half of the database", |backup| cut(&backup.join("atrio.db"))),
    ];
    let place = Sandbox::configured();
    for (number, (what, spoil)) in bad.into_iter().enumerate() {
        let backup = source.path().join(format!("bad{number}"));
        copy(&whole, &backup);
        spoil(&backup);
        let error = place.run(&["restore", backup.to_str().unwrap()]).error_line();
        assert!(!error.contains("must be empty"), "{what}: {error}");
    }
    place.run(&["restore", whole.to_str().unwrap()]).ok();
    assert_eq!(place.run(&["export"]).ok(), exported);
    assert!(place.run(&["verify"]).status == 0);
}

#[test]
fn restore_refuses_database_in_use() {
    let source = Sandbox::configured();
    source.run(&["demo"]).ok();
    source.run(&["backup", "whole/"]).ok();
    let whole = source.path().join("whole");
    let place = Sandbox::configured();
    let server = place.serve();
    let before = place.run(&["export"]).ok();
    assert_eq!(
        place.run(&["restore", whole.to_str().unwrap()]).error_line(),
        "the database is in use: stop atrio first"
    );
    assert_eq!(place.run(&["export"]).ok(), before);
    server.signal("TERM");
    server.wait_for_exit(std::time::Duration::from_secs(10));
    place.run(&["restore", whole.to_str().unwrap()]).ok();
    assert_eq!(place.run(&["export"]).ok(), source.run(&["export"]).ok());
}

#[test]
fn backup_with_missing_file_copies_others_and_can_be_retried() {
    let source = Sandbox::configured().with_env("BACKUPS", "backups");
    source.run(&["demo"]).ok();
    source.run(&["backup", "backups/whole/"]).ok();
    let whole = source.path().join("backups/whole");
    let copied = |backup: &Path| {
        fs::read_dir(backup.join("files")).unwrap().filter(|one| one.as_ref().unwrap().path().is_file()).count()
    };
    let missing = source.path().join("data/files").join(a_file(&whole).file_name().unwrap());
    let bytes = fs::read(&missing).unwrap();
    fs::remove_file(&missing).unwrap();
    let tried = source.path().join("backups/tried");
    let error = source.run(&["backup", "backups/tried/"]).error_line();
    assert!(error.starts_with("file ") && error.ends_with("all else is in backups/tried/"), "{error}");
    assert_eq!(copied(&tried), copied(&whole) - 1);
    fs::remove_dir_all(&whole).unwrap();
    let doctor = source.run(&["doctor"]);
    assert!(doctor.out.contains("there are none in backups"), "{}", doctor.out);
    fs::write(&missing, bytes).unwrap();
    source.run(&["backup", "backups/tried/"]).ok();
    assert!(tried.join("atrio.db").is_file() && !tried.join("atrio.db.partial").exists());
}

//! The commands (CONTRACT §1).

use crate::support::{ANNA, PASSWORD, Place};

#[test]
fn help_names_every_command() {
    let help = Place::bare().run(&["--help"]).ok();
    for command in ["serve", "import", "export", "demo", "backup", "hash-password"] {
        assert!(help.contains(&format!("\n  {command}")), "{help}");
    }
    assert_eq!(Place::bare().run(&["--version"]).ok(), concat!("atrio ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn what_is_exported_can_be_imported_and_exported_again_byte_for_byte() {
    let place = Place::bare();
    place.write("anna.json", ANNA);
    place.run(&["import", "anna.json"]).ok();
    let first = place.run(&["export"]).ok();
    assert!(first.contains("\"token-of-anna-in-tests\""), "{first}");
    assert_eq!(place.run(&["export", "-"]).ok(), first);
    assert_eq!(place.run(&["export", "all.json"]).ok(), "");
    assert_eq!(std::fs::read_to_string(place.path().join("all.json")).unwrap(), first);

    let other = Place::bare();
    other.run_with(&["import", "-"], first.as_bytes()).ok();
    assert_eq!(other.run(&["export"]).ok(), first);
}

#[test]
fn an_export_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::bare();
    place.write("anna.json", ANNA);
    place.run(&["import", "anna.json"]).ok();
    place.run(&["export", "all.json"]).ok();
    let mode = std::fs::metadata(place.path().join("all.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_wrong_import_is_one_line_and_leaves_nothing() {
    let place = Place::bare();
    place.write("good.json", ANNA);
    place.run(&["import", "good.json"]).ok();
    let before = place.run(&["export"]).ok();
    for (name, text) in [
        ("no.json", "no json"),
        ("array.json", "[]"),
        ("deep.json", &"[".repeat(10_000)),
        ("unknown.json", r#"{"clowns":[]}"#),
        ("again.json", ANNA),
        ("nul.json", r#"{"clients":[{"id":"b","name":"a\u0000b"}]}"#),
    ] {
        place.write(name, text);
        let line = place.run(&["import", name]).refused();
        assert!(!line.is_empty());
        assert_eq!(place.run(&["export"]).ok(), before, "{name}");
    }
    std::fs::write(place.path().join("binary.json"), [0xff, 0xfe, 0x00]).unwrap();
    place.run(&["import", "binary.json"]).refused();
    let line = place.run(&["import", "absent.json"]).refused();
    assert!(line.starts_with("absent.json: "), "{line}");
}

#[test]
fn without_a_database_there_is_nothing_to_export_or_back_up() {
    let place = Place::bare();
    for command in [&["export"][..], &["export", "all.json"], &["backup", "copy.db"]] {
        let line = place.run(command).refused();
        assert_eq!(line, "there is no database at data/atrio.db");
    }
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0, "nothing was made");
}

#[test]
fn the_demo_prints_its_addresses_and_is_loaded_once() {
    let place = Place::bare().with("BASE_URL", "https://portal.example.com");
    let first = place.run(&["demo"]);
    assert!(first.err.contains("loaded"), "{}", first.err);
    let addresses = first.ok();
    assert!(!addresses.is_empty());
    for line in addresses.lines() {
        assert!(line.starts_with("portal: https://portal.example.com/c/"), "{line}");
    }
    let again = place.run(&["demo"]);
    assert!(again.err.contains("not empty"), "{}", again.err);
    assert_eq!(again.ok(), addresses);
}

#[test]
fn a_backup_is_a_database_and_overwrites_nothing() {
    let place = Place::bare();
    place.write("anna.json", ANNA);
    place.run(&["import", "anna.json"]).ok();
    place.run(&["backup", "copy.db"]).ok();
    let line = place.run(&["backup", "copy.db"]).refused();
    assert!(line.starts_with("copy.db: "), "{line}");
    let all = place.run(&["export"]).ok();
    let place = place.with("DATABASE_URL", "sqlite://copy.db");
    assert_eq!(place.run(&["export"]).ok(), all);
}

#[test]
fn a_hashed_password_is_one_to_sign_in_with() {
    let place = Place::complete().without("ADMIN_PASSWORD");
    let hash = place.run_with(&["hash-password"], format!("{PASSWORD}\n").as_bytes()).ok();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert!(server::password::verify(PASSWORD, hash.trim_end()));
    place.write(".env", &format!("ADMIN_PASSWORD_HASH='{}'\n", hash.trim_end()));
    assert!(place.serve().origin.starts_with("http://"));
    place.run_with(&["hash-password"], b"\n").refused();
    place.run_with(&["hash-password"], &[0xff, 0xfe, b'\n']).refused();
}

#[test]
fn a_full_disk_is_told() {
    let place = Place::bare();
    place.write("anna.json", ANNA);
    place.run(&["import", "anna.json"]).ok();
    let line = place.run(&["export", "/dev/full"]).refused();
    assert!(line.starts_with("/dev/full: "), "{line}");
}

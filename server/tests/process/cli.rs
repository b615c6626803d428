//! The commands (docs/REFERENCE.md#command-line).

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;

use crate::support::{ANNA, PASSWORD, Sandbox};

#[test]
fn help_names_every_command() {
    let help = Sandbox::empty().run(&["--help"]).ok();
    for command in [
        "serve", "init", "doctor", "health", "import", "export", "demo", "backup", "notifications", "member", "verify",
        "hash-password",
    ] {
        assert!(help.contains(&format!("\n  {command}")), "{help}");
    }
    let version = Sandbox::empty().run(&["--version"]).ok();
    assert!(version.starts_with(concat!("atrio ", env!("CARGO_PKG_VERSION"))), "{version}");
}

#[test]
fn export_import_export_is_byte_identical() {
    let sandbox = Sandbox::empty();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let first = sandbox.run(&["export"]).ok();
    assert!(first.contains("\"token-of-anna-in-tests\""), "{first}");
    assert_eq!(sandbox.run(&["export", "-"]).ok(), first);
    assert_eq!(sandbox.run(&["export", "all.json"]).ok(), "");
    assert_eq!(std::fs::read_to_string(sandbox.path().join("all.json")).unwrap(), first);

    let other = Sandbox::empty();
    other.run_with(&["import", "-"], first.as_bytes()).ok();
    assert_eq!(other.run(&["export"]).ok(), first);
}

#[test]
fn export_file_mode_is_0600() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::empty();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    sandbox.run(&["export", "all.json"]).ok();
    let mode = std::fs::metadata(sandbox.path().join("all.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn export_replaces_a_file_but_never_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::empty();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let before = sandbox.run(&["export"]).ok();
    for database in ["data/atrio.db", "./data/../data/atrio.db"] {
        let line = sandbox.run(&["export", database]).error_line();
        assert!(line.contains("is the database"), "{line}");
    }
    sandbox.write("readable.json", "older");
    let readable = sandbox.path().join("readable.json");
    std::fs::set_permissions(&readable, PermissionsExt::from_mode(0o644)).unwrap();
    sandbox.run(&["export", "readable.json"]).ok();
    assert_eq!(std::fs::read_to_string(&readable).unwrap(), before);
    assert_eq!(std::fs::metadata(&readable).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn invalid_import_prints_one_line_and_imports_nothing() {
    let sandbox = Sandbox::empty();
    sandbox.write("good.json", ANNA);
    sandbox.run(&["import", "good.json"]).ok();
    let before = sandbox.run(&["export"]).ok();
    for (name, text) in [
        ("no.json", "no json"),
        ("array.json", "[]"),
        ("deep.json", &"[".repeat(10_000)),
        ("unknown.json", r#"{"clowns":[]}"#),
        ("again.json", ANNA),
        ("nul.json", r#"{"clients":[{"id":"b","name":"a\u0000b"}]}"#),
    ] {
        sandbox.write(name, text);
        let line = sandbox.run(&["import", name]).error_line();
        assert!(!line.is_empty());
        assert_eq!(sandbox.run(&["export"]).ok(), before, "{name}");
    }
    std::fs::write(sandbox.path().join("binary.json"), [0xff, 0xfe, 0x00]).unwrap();
    sandbox.run(&["import", "binary.json"]).error_line();
    let line = sandbox.run(&["import", "absent.json"]).error_line();
    assert!(line.starts_with("absent.json: "), "{line}");
}

#[test]
fn export_and_backup_without_database_fail() {
    let sandbox = Sandbox::empty();
    for command in [&["export"][..], &["export", "all.json"], &["backup", "copy.db"]] {
        let line = sandbox.run(command).error_line();
        assert_eq!(line, "there is no database at data/atrio.db");
    }
    assert_eq!(std::fs::read_dir(sandbox.path()).unwrap().count(), 0, "no file is created");
}

#[test]
fn demo_prints_portal_urls_and_loads_once() {
    let sandbox = Sandbox::empty().with_env("BASE_URL", "https://portal.example.com");
    let first = sandbox.run(&["demo"]);
    assert!(first.err.contains("loaded"), "{}", first.err);
    let addresses = first.ok();
    assert!(!addresses.is_empty());
    for line in addresses.lines() {
        assert!(line.starts_with("portal: https://portal.example.com/c/"), "{line}");
    }
    let again = sandbox.run(&["demo"]);
    assert!(again.err.contains("not empty"), "{}", again.err);
    assert_eq!(again.ok(), addresses);
}

#[test]
fn verify_names_receipts_that_are_not_what_was_written() {
    let sandbox = Sandbox::empty();
    sandbox.run(&["demo"]).ok();
    let whole = sandbox.run(&["verify"]).ok();
    assert!(whole.lines().count() == 1 && whole.ends_with(" receipts\n"), "{whole}");
    let digest = "d".repeat(64);
    let receipt = format!(
        r#"{{"receipts": [{{"id": "wrong", "deliverable_id": "gone", "deliverable_title": "Logo", "version": 1,
        "client_id": "ferraris", "approved_by": "Giulia", "approved_at": "2026-11-20T10:00:00Z", "address": "",
        "user_agent": "", "previous": "{digest}", "digest": "{digest}"}}]}}"#
    );
    sandbox.write("receipt.json", &receipt);
    sandbox.run(&["import", "receipt.json"]).ok();
    let verified = sandbox.run(&["verify"]);
    let lines: Vec<&str> = verified.out.lines().collect();
    assert!(verified.status == 1 && lines.len() == 2, "{}", verified.out);
    assert!(lines[0].starts_with("receipt wrong ") && lines[1].ends_with(" receipts"), "{}", verified.out);
}

#[test]
fn backup_is_a_database_and_never_overwrites() {
    let sandbox = Sandbox::empty();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    sandbox.run(&["backup", "copy.db"]).ok();
    let line = sandbox.run(&["backup", "copy.db"]).error_line();
    assert!(line.starts_with("copy.db: "), "{line}");
    let all = sandbox.run(&["export"]).ok();
    let sandbox = sandbox.with_env("DATABASE_URL", "sqlite://copy.db");
    assert_eq!(sandbox.run(&["export"]).ok(), all);
}

/// Creates `data/atrio.db` with the schema before the newest; returns its bytes.
#[tokio::main(flavor = "current_thread")]
async fn write_older_database(sandbox: &Sandbox) -> Vec<u8> {
    sqlx::any::install_default_drivers();
    let migrator = Migrator::new(std::path::Path::new("../migrations")).await.unwrap();
    let versions: Vec<_> = migrator.iter().map(|migration| migration.version).collect();
    let file = sandbox.path().join("data/atrio.db");
    std::fs::create_dir(sandbox.path().join("data")).unwrap();
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    migrator.run_to(versions[versions.len() - 2], &pool).await.unwrap();
    pool.close().await;
    std::fs::read(file).unwrap()
}

#[test]
fn only_commands_that_write_migrate_an_older_database() {
    let sandbox = Sandbox::empty();
    let older = write_older_database(&sandbox);
    let line = sandbox.run(&["export"]).error_line();
    assert!(line.contains("a database of an older Atrio"), "{line}");
    sandbox.run(&["backup", "copy.db"]).ok();
    assert!(std::fs::read(sandbox.path().join("data/atrio.db")).unwrap() == older, "it is unchanged");
    let demo = sandbox.run(&["demo"]);
    assert!(demo.err.contains("data/atrio.db.before-migration-"), "{}", demo.err);
    sandbox.run(&["export"]).ok();
}

#[test]
fn hash_password_output_works_as_admin_password_hash() {
    let sandbox = Sandbox::configured().without_env("ADMIN_PASSWORD");
    let hash = sandbox.run_with(&["hash-password"], format!("{PASSWORD}\n").as_bytes()).ok();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert!(server::password::verify(PASSWORD, hash.trim_end()));
    sandbox.write(".env", &format!("ADMIN_PASSWORD_HASH='{}'\n", hash.trim_end()));
    assert!(sandbox.serve().origin.starts_with("http://"));
    sandbox.run_with(&["hash-password"], b"\n").error_line();
    sandbox.run_with(&["hash-password"], &[0xff, 0xfe, b'\n']).error_line();
}

#[test]
fn export_to_full_disk_reports_error() {
    let sandbox = Sandbox::empty();
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let line = sandbox.run(&["export", "/dev/full"]).error_line();
    assert!(line.starts_with("/dev/full: "), "{line}");
}

/// Two leads in the outbox, one of which the mail server has refused.
#[tokio::main(flavor = "current_thread")]
async fn write_notifications(sandbox: &Sandbox) {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", sandbox.path().join("data/atrio.db").display());
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    let columns = "id, recipient, client_id, thread, medium, number, created_at, due_at, state, attempts, reason";
    let rows = [
        "'one', 'admin', NULL, 'lead:anna', 'email', 1, 0, 3600000, 'waiting', 0, NULL",
        "'two', 'client', 'a', 'channel:a:a', 'email', 1, 0, 7200000, 'failed', 7, '550 no (RCPT TO)'",
        "'three', 'admin', NULL, 'lead:bea', 'push', 1, 0, 0, 'sent', 1, NULL",
    ];
    for row in rows {
        let insert = format!("INSERT INTO notification ({columns}) VALUES ({row})");
        sqlx::query(sqlx::AssertSqlSafe(insert)).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

#[test]
fn notifications_are_listed_and_retried() {
    let sandbox = Sandbox::empty();
    for command in [&["notifications"][..], &["notifications", "retry"]] {
        assert_eq!(sandbox.run(command).error_line(), "there is no database at data/atrio.db");
    }
    sandbox.write("anna.json", r#"{"clients": [{"id": "a", "name": "Anna", "email": "anna@example.it"}]}"#);
    sandbox.run(&["import", "anna.json"]).ok();
    assert_eq!(sandbox.run(&["notifications"]).ok(), "waiting 0, sending 0, sent 0, skipped 0, failed 0\n");
    write_notifications(&sandbox);
    let queue = sandbox.run(&["notifications"]).ok();
    let lines: Vec<_> = queue.lines().collect();
    assert_eq!(
        lines,
        [
            "waiting 1, sending 0, sent 1, skipped 0, failed 1",
            "due\tstate\tmedium\trecipient\tthread\tattempts\treason",
            "1970-01-01T01:00:00.000Z\twaiting\temail\tadmin\tlead:anna\t0\t-",
            "1970-01-01T02:00:00.000Z\tfailed\temail\ta\tchannel:a:a\t7\t550 no (RCPT TO)",
        ]
    );
    assert_eq!(sandbox.run(&["notifications", "retry"]).ok(), "queued 1\n");
    assert!(sandbox.run(&["notifications"]).ok().starts_with("waiting 2, sending 0, sent 1, skipped 0, failed 0\n"));
    assert_eq!(sandbox.run(&["notifications", "retry"]).ok(), "queued 0\n");
}

#[test]
fn member_is_added_reset_listed_and_disabled() {
    let sandbox = Sandbox::configured().with_env("BASE_URL", "https://portal.example.com");
    let add = |email: &str, name: &str| sandbox.run(&["member", "add", "--email", email, "--name", name]);
    let join = add(" Luca@Example.com ", "Luca Ferri").ok();
    assert!(
        join.starts_with("https://portal.example.com/admin/join/")
            && join.len() == "https://portal.example.com/admin/join/\n".len() + 43,
        "{join}"
    );
    sandbox.run(&["member", "add", "--email", "marta@example.com", "--name", "Marta", "--role", "owner"]).ok();
    let reset = sandbox.run(&["member", "reset", "marta@example.com"]).ok();
    assert!(reset.starts_with("https://portal.example.com/admin/reset/"), "{reset}");
    sandbox.run(&["member", "disable", "LUCA@example.com"]).ok();
    let listed = "luca@example.com\tmember\tdisabled\tLuca Ferri\nmarta@example.com\towner\tinvited\tMarta\n";
    assert_eq!(sandbox.run(&["member", "list"]).ok(), listed);

    let before = sandbox.run(&["export"]).ok();
    for refused in [
        add("luca@example.com", "Un altro"),
        add("ADMIN@example.com", "Admin"),
        add("nessuna", "Nessuno"),
        add("b@example.com", " "),
        sandbox.run(&["member", "reset", "admin@example.com"]),
        sandbox.run(&["member", "reset", "nobody@example.com"]),
        sandbox.run(&["member", "reset", "luca@example.com"]),
        sandbox.run(&["member", "disable", "admin@example.com"]),
        sandbox.run(&["member", "disable", "nobody@example.com"]),
    ] {
        assert!(!refused.error_line().is_empty());
    }
    assert_eq!(sandbox.run(&["export"]).ok(), before);
}

//! `atrio init`, `atrio doctor` and `atrio health`: from an empty folder to a server of which is known how it is.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;

use crate::support::Sandbox;

const EMAIL: &str = "anna@studio.example";
const INIT: [&str; 4] = ["init", "--yes", "--email", "Anna@Studio.example"];

/// An empty folder, and the origin of the server in it.
fn empty_folder() -> (Sandbox, String) {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let sandbox = Sandbox::empty().with_env("LEPTOS_SITE_ADDR", &address).with_env("LOG_FORMAT", "json");
    (sandbox.with_env("MAIL_FROM", EMAIL), format!("http://{address}"))
}

fn settings(sandbox: &Sandbox) -> String {
    std::fs::read_to_string(sandbox.path().join(".env")).unwrap_or_default()
}

#[test]
fn init_writes_settings_that_serve() {
    let (sandbox, origin) = empty_folder();
    let hint = sandbox.run(&["serve"]).error_line();
    assert!(hint.contains("`atrio init`"), "{hint}");
    let init = [&INIT[..], &["--base-url", &origin, "--language", "en"]].concat();
    let out = sandbox.run(&init).ok();
    let (_, password) = out.split_once("Password  ").expect("a password");
    let password = password.split_whitespace().next().unwrap();
    let written = settings(&sandbox);
    assert!(written.contains(&format!("ADMIN_EMAIL={EMAIL}\n")) && !written.contains(password), "{written}");
    assert!(password.len() == 23 && password.split('-').all(|group| group.len() == 5), "{password}");
    let mode = std::fs::metadata(sandbox.path().join(".env")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let again = sandbox.run(&init).error_line();
    assert!(again.contains(".env exists"), "{again}");
    assert_eq!(settings(&sandbox), written);

    assert!(sandbox.run(&["health"]).error_line().contains("reached"));
    let server = sandbox.serve();
    sandbox.run(&["health"]).ok();
    let export = sandbox.run(&["export"]).ok();
    assert!(export.contains("\"language\"") && export.contains("\"en\""), "{export}");
    drop(server);
}

#[test]
fn init_quotes_emails_in_env_file() {
    for email in ["d'amico@studio.example", "a$home@studio.example", "a#b@studio.example"] {
        let sandbox = Sandbox::empty();
        sandbox.run(&["init", "--yes", "--email", email]).ok();
        sandbox.run(&["member", "list"]).ok();
        let read = dotenvy::from_path_iter(sandbox.path().join(".env")).unwrap().map(Result::unwrap);
        assert_eq!(read.into_iter().find(|(name, _)| name == "ADMIN_EMAIL").unwrap().1, email);
    }
}

#[test]
fn init_refuses_what_would_not_serve_and_writes_nothing() {
    let sandbox = Sandbox::empty();
    let refused = |arguments: &[&str], password: &[u8]| {
        let line = sandbox.run_with(&[&INIT[..], arguments].concat(), password).error_line();
        assert_eq!(settings(&sandbox), "");
        line
    };
    for (password, why) in [
        ("corta", "at least 10 characters"),
        ("1q2w3e4r5t6y", "most common"),
        ("quella-di-anna-2026", "name of the e-mail"),
        ("", "must not be empty"),
    ] {
        let line = refused(&["--password-stdin"], format!("{password}\n").as_bytes());
        assert!(line.contains(why), "{password}: {line}");
    }
    assert!(refused(&["--base-url", "portal.example.com"], b"").starts_with("BASE_URL must be"));
    assert!(sandbox.run(&["init", "--yes", "--email", "nobody"]).error_line().starts_with("e-mail"));
    assert!(sandbox.run(&["init"]).error_line().contains("no terminal"));
    let english = [&INIT[..], &["--language", "en"]].concat();
    assert_eq!(sandbox.run_where("DATABASE_URL", "sqlite:///dev/null/a.db", &english).status, 1);
    assert_eq!(sandbox.run(&["init", "--yes"]).status, 2);
    assert_eq!(settings(&sandbox), "");
}

#[test]
fn doctor_finds_each_broken_part() {
    let (sandbox, origin) = empty_folder();
    sandbox.run(&[&INIT[..], &["--base-url", &origin]].concat()).ok();
    let before = sandbox.run(&["doctor"]).ok();
    for line in ["! database", "! mail", "! proxy", "! backups", "✓ settings", "✓ files"] {
        assert!(before.contains(&format!("{line} ")), "{line} is not in\n{before}");
    }

    let server = sandbox.serve();
    std::fs::create_dir_all(sandbox.path().join("backups/failed")).unwrap();
    let sandbox = sandbox.with_env("BACKUPS", "backups");
    sandbox.write("backups/2026-12-01.db.partial", "half");
    assert!(sandbox.run(&["doctor"]).out.contains("there are none in backups"));
    sandbox.write("backups/2026-12-01.db", "whole");
    let healthy = sandbox.run(&["doctor"]).ok();
    for line in ["✓ database", "✓ clock", "✓ disk", "✓ space", "✓ files", "✓ proxy", "✓ backups"] {
        assert!(healthy.contains(&format!("{line} ")), "{line} is not in\n{healthy}");
    }
    assert!(healthy.contains("leads here, without a proxy"), "{healthy}");

    let other = format!("http://{}", another_server());
    for (name, value, line) in [
        ("ADMIN_EMAIL", "nobody", "✗ settings ADMIN_EMAIL must be"),
        ("DATABASE_URL", "sqlite://.env", "✗ database"),
        ("FILES", "/dev/null/files", "✗ files"),
        ("SMTP_URL", "smtp://127.0.0.1:1", "✗ mail"),
        ("BASE_URL", &other, "leads to another server"),
        ("BASE_URL", "http://127.0.0.1:1", "does not lead here"),
        ("AUTH_SECRET", "another-secret-of-32-bytes-or-more", "another AUTH_SECRET"),
        ("BACKUPS", "/nowhere", "✗ backups"),
    ] {
        let found = sandbox.run_where(name, value, &["doctor"]);
        assert_eq!(found.status, 1, "{name}={value}\n{}", found.out);
        let squeezed = found.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains(line), "{line} is not in\n{}", found.out);
    }
    let json: serde_json::Value = serde_json::from_str(&sandbox.run(&["doctor", "--json"]).ok()).unwrap();
    assert_eq!((&json[0]["what"], &json[0]["verdict"]), (&"settings".into(), &"good".into()));
    drop(server);
}

/// A server that says to everybody that it is well.
fn another_server() -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 1_024]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
        }
    });
    address
}

//! A missing or malformed setting is reported in one line (docs/REFERENCE.md#configuration).

use std::net::TcpListener;

use crate::support::{SECRET, Sandbox};

#[test]
fn missing_setting_is_named_in_the_error() {
    for name in ["ADMIN_EMAIL", "ADMIN_PASSWORD", "AUTH_SECRET"] {
        let line = Sandbox::configured().without_env(name).run(&[]).error_line();
        assert!(line.starts_with(&format!("{name} must be ")), "{line}");
    }
}

#[test]
fn malformed_setting_error_has_name_and_no_value() {
    for (name, value) in [
        ("DATABASE_URL", "mysql://root:hushhush@host/db"),
        ("DATABASE_URL", "postgres://root:hushhush@127.0.0.1:1/db"),
        ("DATABASE_URL", "sqlite:///dev/null/hushhush.db"),
        ("LEPTOS_SITE_ADDR", "hushhush"),
        ("LEPTOS_SITE_ADDR", "203.0.113.7:80"),
        ("METRICS_ADDR", "hushhush"),
        ("BASE_URL", "https://hushhush/path"),
        ("ADMIN_EMAIL", "hushhush"),
        ("ADMIN_PASSWORD_HASH", "hushhush"),
        ("AUTH_SECRET", "hushhush"),
        ("TRUSTED_PROXIES", "hushhush"),
        ("LOG_FORMAT", "hushhush"),
        ("SMTP_URL", "hushhush"),
        ("SMTP_URL", "smtp://hushhush:hush@mail.example.com:0"),
        ("MAIL_FROM", "hushhush"),
        ("NOTIFY_AFTER", "hushhush"),
        ("RUST_LOG", "hush=hush"),
        ("RUST_LOG", "warning"),
    ] {
        let line = Sandbox::configured().with_env(name, value).run(&["serve"]).error_line();
        assert!(line.starts_with(name), "{name}={value}: {line}");
        assert!(name == "DATABASE_URL" || !line.contains("hush"), "{line}");
        assert!(!line.contains(":hushhush@"), "{line}");
    }
}

#[test]
fn occupied_port_reports_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for name in ["LEPTOS_SITE_ADDR", "METRICS_ADDR"] {
        let line = Sandbox::configured().with_env(name, &address).run(&[]).error_line();
        assert!(line.starts_with(&format!("{name} must be a free address")) && line.contains(&address), "{line}");
    }
}

#[test]
fn environment_overrides_dotenv_file() {
    let sandbox =
        Sandbox::configured().without_env("AUTH_SECRET").without_env("ADMIN_EMAIL").with_env("ADMIN_EMAIL", "nobody");
    sandbox.write(".env", &format!("AUTH_SECRET={SECRET}\nADMIN_EMAIL=admin@example.com\n"));
    let line = sandbox.run(&[]).error_line();
    assert!(line.starts_with("ADMIN_EMAIL"), "the environment overrides .env: {line}");
    let sandbox = sandbox.without_env("ADMIN_EMAIL");
    assert!(sandbox.serve().origin.starts_with("http://127.0.0.1:"));
}

#[test]
fn malformed_dotenv_error_is_one_line_without_content() {
    let sandbox = Sandbox::configured();
    sandbox.write(".env", "BASE_URL=http://localhost\nAUTH_SECRET=\"hush hush\n");
    let line = sandbox.run(&[]).error_line();
    assert!(line.starts_with(".env: entry 2") && !line.contains("hush"), "{line}");
}

#[test]
fn leptos_toml_address_is_the_default() {
    let sandbox = Sandbox::configured().without_env("LEPTOS_SITE_ADDR");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    sandbox.write(
        "Leptos.toml",
        &format!("[package.metadata.leptos]\noutput-name = \"atrio\"\nsite-addr = \"{address}\"\n"),
    );
    let line = sandbox.run(&[]).error_line();
    assert!(line.contains(&address), "{line}");
}

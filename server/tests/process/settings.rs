//! What is missing or malformed is said in one line (CONTRACT §1).

use std::net::TcpListener;

use crate::support::{Place, SECRET};

#[test]
fn every_setting_serving_needs_is_named_when_it_is_missing() {
    for name in ["ADMIN_EMAIL", "ADMIN_PASSWORD", "AUTH_SECRET"] {
        let line = Place::complete().without(name).run(&[]).refused();
        assert!(line.starts_with(&format!("{name} must be ")), "{line}");
    }
}

#[test]
fn a_malformed_setting_is_named_and_never_quoted() {
    for (name, value) in [
        ("DATABASE_URL", "mysql://root:hushhush@host/db"),
        ("DATABASE_URL", "postgres://root:hushhush@127.0.0.1:1/db"),
        ("DATABASE_URL", "sqlite:///dev/null/hushhush.db"),
        ("LEPTOS_SITE_ADDR", "hushhush"),
        ("LEPTOS_SITE_ADDR", "203.0.113.7:80"),
        ("BASE_URL", "https://hushhush/path"),
        ("ADMIN_EMAIL", "hushhush"),
        ("ADMIN_PASSWORD_HASH", "hushhush"),
        ("AUTH_SECRET", "hushhush"),
        ("TRUSTED_PROXIES", "hushhush"),
        ("LOG_FORMAT", "hushhush"),
        ("RUST_LOG", "hush=hush"),
    ] {
        let line = Place::complete().with(name, value).run(&["serve"]).refused();
        assert!(line.starts_with(name), "{name}={value}: {line}");
        assert!(name == "DATABASE_URL" || !line.contains("hush"), "{line}");
        assert!(!line.contains(":hushhush@"), "{line}");
    }
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let line = Place::complete().with("LEPTOS_SITE_ADDR", &address).run(&[]).refused();
    assert!(line.starts_with("LEPTOS_SITE_ADDR must be a free address") && line.contains(&address), "{line}");
}

#[test]
fn the_file_is_read_and_the_environment_wins() {
    let place = Place::complete().without("AUTH_SECRET").without("ADMIN_EMAIL").with("ADMIN_EMAIL", "nobody");
    place.write(".env", &format!("AUTH_SECRET={SECRET}\nADMIN_EMAIL=admin@example.com\n"));
    let line = place.run(&[]).refused();
    assert!(line.starts_with("ADMIN_EMAIL"), "the file's is not taken: {line}");
    let place = place.without("ADMIN_EMAIL");
    assert!(place.serve().origin.starts_with("http://127.0.0.1:"));
}

#[test]
fn a_malformed_file_is_one_line_and_not_quoted() {
    let place = Place::complete();
    place.write(".env", "BASE_URL=http://localhost\nAUTH_SECRET=\"hush hush\n");
    let line = place.run(&[]).refused();
    assert!(line.starts_with(".env: entry 2") && !line.contains("hush"), "{line}");
}

#[test]
fn the_address_of_leptos_toml_is_used_when_none_is_set() {
    let place = Place::complete().without("LEPTOS_SITE_ADDR");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    place.write(
        "Leptos.toml",
        &format!("[package.metadata.leptos]\noutput-name = \"atrio\"\nsite-addr = \"{address}\"\n"),
    );
    let line = place.run(&[]).refused();
    assert!(line.contains(&address), "{line}");
}

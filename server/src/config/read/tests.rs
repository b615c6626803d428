use super::*;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A complete environment in which `changes` override.
fn environment_with<'a>(changes: &[(&'a str, &'a str)]) -> Environment {
    let mut variables = vec![
        ("LEPTOS_SITE_ADDR", "127.0.0.1:3000"),
        ("ADMIN_EMAIL", " Admin@Example.com "),
        ("ADMIN_PASSWORD", "correct horse"),
        ("AUTH_SECRET", SECRET),
    ];
    variables.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    Environment::from_pairs(variables.into_iter().chain(changes.iter().copied()))
}

#[test]
fn minimal_environment_uses_documented_defaults() {
    let config = Config::read(&environment_with(&[])).unwrap();
    assert_eq!(config.database_url, "sqlite://data/atrio.db");
    assert_eq!(config.base_url, "http://127.0.0.1:3000");
    assert_eq!(config.admin_email, "admin@example.com");
    assert!(password::verify("correct horse", config.admin_password_hash.reveal()));
    assert_eq!(config.trusted_proxies, TrustedProxies::Private);
    assert_eq!(config.log_format, LogFormat::Text);
    assert!(config.lead_webhook_secret.is_none() && config.internal_secret.is_none());
    assert!(config.mail.is_none());
    assert_eq!(config.notify_after.as_secs(), 300);
}

#[test]
fn invalid_setting_error_has_name_and_no_value() {
    let short = "short-secret";
    for (name, value) in [
        ("DATABASE_URL", "mysql://root:hush@host/db"),
        ("LEPTOS_SITE_ADDR", "8080"),
        ("LEPTOS_SITE_ADDR", "localhost:99999"),
        ("BASE_URL", "portal.example.org"),
        ("BASE_URL", "ftp://portal.example.com"),
        ("BASE_URL", "https://portal.example.com/path"),
        ("BASE_URL", "https://user@portal.example.com"),
        ("BASE_URL", "https://portal.example.com:99999"),
        ("ADMIN_EMAIL", ""),
        ("ADMIN_EMAIL", "nobody"),
        ("ADMIN_EMAIL", "admin@example.com,evil@example.com"),
        ("ADMIN_PASSWORD", ""),
        ("ADMIN_PASSWORD_HASH", "hunter2"),
        ("AUTH_SECRET", ""),
        ("AUTH_SECRET", short),
        ("AUTH_SECRET", "0123456789abcdef0123456789abcdef,short-secret"),
        ("AUTH_SECRET", "0123456789abcdef0123456789abcdef,"),
        ("TRUSTED_PROXIES", "10.0.0.0/8,everyone"),
        ("LOG_FORMAT", "xml"),
        ("SMTP_URL", "smtp://user:hushhush@mail.example.com/path"),
        ("MAIL_FROM", "Studio studio.example.com"),
        ("NOTIFY_AFTER", "5 minutes"),
    ] {
        let error = Config::read(&environment_with(&[(name, value)])).err().expect(name).to_string();
        assert!(error.starts_with(&format!("{name} must be ")), "{name}={value}: {error}");
        assert!(!error.contains('\n'), "{error}");
        assert!(value.is_empty() || !error.contains(value), "{error}");
    }
}

#[test]
fn auth_secrets_are_read_in_order() {
    let two = format!("{SECRET}, fedcba9876543210fedcba9876543210");
    let config = Config::read(&environment_with(&[("AUTH_SECRET", &two)])).unwrap();
    let secrets: Vec<_> = config.auth_secrets.iter().map(Secret::reveal).collect();
    assert_eq!(secrets, [SECRET, "fedcba9876543210fedcba9876543210"]);
}

#[test]
fn password_hash_overrides_password() {
    let phc = password::hash("battery staple").unwrap();
    let config = Config::read(&environment_with(&[("ADMIN_PASSWORD_HASH", &phc)])).unwrap();
    assert_eq!(config.admin_password_hash.reveal(), phc);
}

#[test]
fn base_url_is_normalized_to_an_origin() {
    for (given, written) in [
        ("http://127.0.0.1:3000", Some("http://127.0.0.1:3000")),
        ("https://Portal.Example.com/", Some("https://portal.example.com")),
        ("https://portal.example.com:443", Some("https://portal.example.com")),
        ("http://portal.example.com:80", Some("http://portal.example.com")),
        ("https://portal.example.com:80", Some("https://portal.example.com:80")),
        ("http://[::1]:3000", Some("http://[::1]:3000")),
        ("https://portal.example.com?x", None),
        ("https://portal.example.com#x", None),
        ("https://", None),
        ("/portal", None),
        ("https://portal.example.com:", None),
    ] {
        assert_eq!(origin(given).as_deref(), written, "{given}");
    }
}

#[test]
fn trusted_proxies_accepts_keyword_or_networks() {
    let read = |value| Config::read(&environment_with(&[("TRUSTED_PROXIES", value)])).unwrap().trusted_proxies;
    assert_eq!(read("all"), TrustedProxies::All);
    assert_eq!(read("none"), TrustedProxies::None);
    let networks = ["10.0.0.0/8", "192.0.2.7/32", "fd00::/8"].map(|network| network.parse().unwrap());
    assert_eq!(read("10.0.0.0/8, 192.0.2.7,fd00::/8"), TrustedProxies::Networks(networks.to_vec()));
}

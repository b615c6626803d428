//! The settings of the server, read from the process environment and from `.env`
//! (docs/REFERENCE.md#configuration).

mod environment;
mod mail;
mod read;
mod storage;

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::Uri;
use ipnet::IpNet;

pub use environment::{Environment, SettingError};
pub use mail::{Encryption, Login, MailConfig, SmtpServer};
pub use storage::FilesConfig;

/// Validated.
#[derive(Clone)]
pub struct Config {
    pub database_url: String,
    /// `LEPTOS_SITE_ADDR`, else `Leptos.toml`'s.
    pub listen: SocketAddr,
    /// `METRICS_ADDR`; without it nothing is told to a monitor.
    pub metrics: Option<SocketAddr>,
    /// `BASE_URL`: scheme, host and port, no trailing slash.
    pub base_url: String,
    /// `ADMIN_EMAIL`, in lower case.
    pub admin_email: String,
    /// An Argon2id PHC string.
    pub admin_password_hash: Secret,
    /// `ADMIN_PASSWORD_HASH` or `ADMIN_PASSWORD` as set. Sessions are bound to it: another password ends them,
    /// a restart with a new salt does not.
    pub admin_password_source: Secret,
    /// `AUTH_SECRET`: the first one signs, all verify.
    pub auth_secrets: Vec<Secret>,
    /// `LEAD_WEBHOOK_SECRET`; without it the webhook rejects everything.
    pub lead_webhook_secret: Option<Secret>,
    /// `INTERNAL_SECRET`; without it `/api/internal/*` rejects everything.
    pub internal_secret: Option<Secret>,
    /// Without it no e-mail is sent and none is queued.
    pub mail: Option<MailConfig>,
    /// `NOTIFY_AFTER`: how long the first unseen event of a thread waits for others.
    pub notify_after: Duration,
    /// Where files are stored, and how much.
    pub files: FilesConfig,
    pub trusted_proxies: TrustedProxies,
    pub log_format: LogFormat,
}

impl Config {
    pub fn is_https(&self) -> bool {
        self.base_url.starts_with("https://")
    }

    /// What sessions and devices of the agency are valid for: this e-mail and password.
    pub fn account(&self) -> Secret {
        Secret::new(format!("{}\0{}", self.admin_email, self.admin_password_source.reveal()))
    }

    /// Whether only this machine uses it, as in a test: a proxy before it has a public `BASE_URL`.
    pub fn is_local(&self) -> bool {
        let origin: Option<Uri> = self.base_url.parse().ok();
        let origin = origin.filter(|origin| origin.scheme_str() == Some("http"));
        let host = origin.as_ref().and_then(Uri::host).unwrap_or_default();
        self.listen.ip().is_loopback() && mail::is_loopback(host.trim_matches(['[', ']']))
    }
}

/// Never logged: `Debug` hides the value.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The peers whose `x-forwarded-for` and `x-real-ip` are trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrustedProxies {
    /// Loopback, private, link-local and unique-local addresses.
    Private,
    All,
    None,
    Networks(Vec<IpNet>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    /// One object per line.
    Json,
}

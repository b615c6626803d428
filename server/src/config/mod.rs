//! The settings of a running server: the process environment over `.env` (CONTRACT §1).

mod environment;
mod read;

use std::net::SocketAddr;

use ipnet::IpNet;

pub use environment::{Environment, SettingError};

/// Everything serving needs, checked.
#[derive(Clone)]
pub struct Config {
    /// `DATABASE_URL`.
    pub database_url: String,
    /// `LEPTOS_SITE_ADDR`, else `Leptos.toml`'s.
    pub listen: SocketAddr,
    /// `BASE_URL`: scheme, host and port, no slash at the end.
    pub base_url: String,
    /// `ADMIN_EMAIL`, trimmed and in lower case.
    pub admin_email: String,
    /// The Argon2id PHC string of the admin's password.
    pub admin_password_hash: Secret,
    /// `ADMIN_PASSWORD_HASH` or `ADMIN_PASSWORD`, as it was given: sessions are bound to it, so that
    /// another password ends them while a restart (which salts anew) does not.
    pub admin_password_source: Secret,
    /// `AUTH_SECRET`: the first signs, all verify.
    pub auth_secrets: Vec<Secret>,
    /// `LEAD_WEBHOOK_SECRET`; none: the webhook refuses everything.
    pub lead_webhook_secret: Option<Secret>,
    /// `INTERNAL_SECRET`; none: `/api/internal/*` refuses everything.
    pub internal_secret: Option<Secret>,
    /// `TRUSTED_PROXIES`.
    pub trusted_proxies: TrustedProxies,
    /// `LOG_FORMAT`.
    pub log_format: LogFormat,
}

impl Config {
    /// Whether the public origin is https: `Secure` cookies, HSTS.
    pub fn is_https(&self) -> bool {
        self.base_url.starts_with("https://")
    }
}

/// A value that never shows in a log.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Hides `value`.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// From which socket peers forwarded addresses are believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrustedProxies {
    /// Loopback, private, link-local and unique-local addresses.
    Private,
    /// Every peer.
    All,
    /// No peer.
    None,
    /// Peers in these networks.
    Networks(Vec<IpNet>),
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines: one JSON object a line.
    Json,
}

//! Reads and validates each setting.

use std::net::{IpAddr, SocketAddr};

use axum::http::Uri;
use ipnet::IpNet;

use super::{Config, Environment, FilesConfig, LogFormat, MailConfig, Secret, SettingError, TrustedProxies, mail};
use crate::password;

/// Has the listen address in a checkout; an installed binary runs without it.
const LEPTOS_TOML: &str = "Leptos.toml";
const DEFAULT_DATABASE: &str = "sqlite://data/atrio.db";
const MIN_SECRET_BYTES: usize = 32;

impl Config {
    /// # Errors
    /// [`SettingError`] for the first missing or malformed setting.
    pub fn read(environment: &Environment) -> Result<Self, SettingError> {
        let database_url = Self::read_database_url(environment)?;
        let listen = listen(environment)?;
        let base_url = base_url(environment, listen)?;
        let admin_email = admin_email(environment)?;
        let (admin_password_hash, admin_password_source) = admin_password(environment)?;
        Ok(Self {
            database_url,
            listen,
            metrics: address(environment, "METRICS_ADDR", "127.0.0.1:9464")?,
            base_url,
            admin_email,
            admin_password_hash,
            admin_password_source,
            auth_secrets: auth_secrets(environment)?,
            lead_webhook_secret: environment.get("LEAD_WEBHOOK_SECRET")?.map(Secret::new),
            internal_secret: environment.get("INTERNAL_SECRET")?.map(Secret::new),
            mail: MailConfig::read(environment)?,
            notify_after: mail::notify_after(environment)?,
            files: FilesConfig::read(environment)?,
            trusted_proxies: trusted_proxies(environment)?,
            log_format: LogFormat::read(environment)?,
        })
    }

    /// For commands that need nothing else.
    ///
    /// # Errors
    /// [`SettingError`] for an unsupported database.
    pub fn read_database_url(environment: &Environment) -> Result<String, SettingError> {
        let url = environment.get("DATABASE_URL")?.unwrap_or(DEFAULT_DATABASE).trim();
        if ["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            Ok(url.to_owned())
        } else {
            Err(SettingError::must_be("DATABASE_URL", "sqlite://path/to/file.db or postgres://user@host/name"))
        }
    }

    /// The address to listen at, for commands that need nothing else.
    ///
    /// # Errors
    /// [`SettingError`] when it is malformed.
    pub fn read_listen(environment: &Environment) -> Result<SocketAddr, SettingError> {
        listen(environment)
    }

    /// `BASE_URL` as it is kept.
    ///
    /// # Errors
    /// [`SettingError`] unless `given` is an origin.
    pub fn parse_base_url(given: &str) -> Result<String, SettingError> {
        origin(given.trim()).ok_or_else(|| {
            SettingError::must_be("BASE_URL", "an http or https origin such as https://portal.example.com")
        })
    }

    /// For commands that print URLs.
    ///
    /// # Errors
    /// [`SettingError`] when it or the listen address is malformed.
    pub fn read_base_url(environment: &Environment) -> Result<String, SettingError> {
        base_url(environment, listen(environment)?)
    }
}

impl LogFormat {
    /// # Errors
    /// [`SettingError`] for an unknown format.
    pub fn read(environment: &Environment) -> Result<Self, SettingError> {
        match environment.get("LOG_FORMAT")?.map(str::trim) {
            None | Some("text") => Ok(Self::Text),
            Some("json") => Ok(Self::Json),
            Some(_) => Err(SettingError::must_be("LOG_FORMAT", "text or json")),
        }
    }
}

fn address(environment: &Environment, setting: &str, example: &str) -> Result<Option<SocketAddr>, SettingError> {
    let Some(given) = environment.get(setting)? else { return Ok(None) };
    let parsed = given.trim().parse();
    parsed.map(Some).map_err(|_| SettingError::must_be(setting, &format!("an address and a port such as {example}")))
}

fn listen(environment: &Environment) -> Result<SocketAddr, SettingError> {
    if let Some(address) = address(environment, "LEPTOS_SITE_ADDR", "127.0.0.1:3000")? {
        return Ok(address);
    }
    if !std::path::Path::new(LEPTOS_TOML).exists() {
        return Ok(SocketAddr::from(([127, 0, 0, 1], 3000)));
    }
    leptos::config::get_configuration(Some(LEPTOS_TOML))
        .map(|file| file.leptos_options.site_addr)
        .map_err(|_| SettingError(format!("{LEPTOS_TOML} must be Leptos' settings in TOML, with site-addr")))
}

fn base_url(environment: &Environment, listen: SocketAddr) -> Result<String, SettingError> {
    let Some(given) = environment.get("BASE_URL")? else { return Ok(format!("http://{listen}")) };
    Config::parse_base_url(given)
}

/// `scheme://host[:port]` as browsers serialize it: lower case, without the default port.
fn origin(given: &str) -> Option<String> {
    let uri: Uri = given.parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none() && !given.contains('#');
    let host = authority.host().to_ascii_lowercase();
    if !is_bare || host.is_empty() {
        return None;
    }
    let default = if scheme == "https" { 443 } else { 80 };
    // Rejects "host:" and "host:99999".
    let port = match authority.as_str().strip_prefix(authority.host())? {
        "" => None,
        _ => Some(authority.port_u16()?),
    };
    Some(match port.filter(|port| *port != default) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

fn admin_email(environment: &Environment) -> Result<String, SettingError> {
    const WHAT: &str = "the e-mail address the admin signs in with";
    let Some(given) = environment.get("ADMIN_EMAIL")? else {
        return Err(SettingError::must_be(
            "ADMIN_EMAIL",
            &format!("{WHAT}; `atrio init` writes a .env with all that is needed"),
        ));
    };
    let email = domain::EmailAddress::parse(given).map_err(|_| SettingError::must_be("ADMIN_EMAIL", WHAT))?;
    Ok(email.into())
}

/// The hash, and the setting it comes from.
fn admin_password(environment: &Environment) -> Result<(Secret, Secret), SettingError> {
    if let Some(hash) = environment.get("ADMIN_PASSWORD_HASH")?.map(str::trim) {
        if !password::is_argon2id(hash) {
            return Err(SettingError::must_be(
                "ADMIN_PASSWORD_HASH",
                "an Argon2id hash as `atrio hash-password` prints it (in .env between '…', for its $)",
            ));
        }
        return Ok((Secret::new(hash), Secret::new(hash)));
    }
    let Some(plain) = environment.get("ADMIN_PASSWORD")? else {
        return Err(SettingError::must_be(
            "ADMIN_PASSWORD",
            "the admin's password (or set ADMIN_PASSWORD_HASH, as `atrio hash-password` prints it)",
        ));
    };
    let hash =
        password::hash(plain).map_err(|_| SettingError::must_be("ADMIN_PASSWORD", "a password Argon2 can hash"))?;
    Ok((Secret::new(hash), Secret::new(plain)))
}

fn auth_secrets(environment: &Environment) -> Result<Vec<Secret>, SettingError> {
    let given = environment.get("AUTH_SECRET")?.unwrap_or_default();
    let secrets: Vec<&str> = given.split(',').map(str::trim).collect();
    if secrets.iter().all(|secret| secret.len() >= MIN_SECRET_BYTES) {
        Ok(secrets.into_iter().map(Secret::new).collect())
    } else {
        Err(SettingError::must_be(
            "AUTH_SECRET",
            "at least 32 bytes of randomness, or several such secrets with commas between (the first signs)",
        ))
    }
}

fn trusted_proxies(environment: &Environment) -> Result<TrustedProxies, SettingError> {
    let networks = match environment.get("TRUSTED_PROXIES")?.map(str::trim) {
        None | Some("private") => return Ok(TrustedProxies::Private),
        Some("all") => return Ok(TrustedProxies::All),
        Some("none") => return Ok(TrustedProxies::None),
        Some(list) => list.split(',').map(|network| parse_network(network.trim())).collect(),
    };
    Option::map(networks, TrustedProxies::Networks).ok_or_else(|| {
        SettingError::must_be(
            "TRUSTED_PROXIES",
            "private, all, none, or networks such as 10.0.0.0/8,fd00::/8 with commas between",
        )
    })
}

/// CIDR notation or a single address.
fn parse_network(text: &str) -> Option<IpNet> {
    text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

#[cfg(test)]
mod tests;

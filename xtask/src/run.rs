//! `cargo xtask run`: from a checkout to an open portal.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    build,
    command::run_watched,
    env_file::{Settings, create_if_missing},
    paths,
    server::{Server, portal_url},
    step::{note, step},
};

/// Builds, prepares, and serves until interrupted.
pub(crate) fn run() -> Result<()> {
    let atrio = LocalAtrio::prepare(build::dev()?)?;
    let server = atrio.start()?;
    println!("{}", atrio.welcome());
    server.wait()
}

/// The server of this checkout, with the settings of its `.env`.
pub(crate) struct LocalAtrio {
    binary: PathBuf,
    settings: Settings,
    address: SocketAddr,
    /// Set if the demo workspace was loaded just now.
    demo_portal: Option<String>,
}

impl LocalAtrio {
    /// Creates `.env` if it is missing, and loads the demo workspace into an empty database.
    pub(crate) fn prepare(binary: PathBuf) -> Result<Self> {
        let env_file = paths::root().join(".env");
        step("Settings", || {
            let created = create_if_missing(&env_file)?;
            note(if created { "created .env with random secrets" } else { ".env exists" });
            Ok(())
        })?;
        let settings = Settings::read(&env_file)?;
        let address = listen_address(&settings)?;
        let mut atrio = Self { binary, settings, address, demo_portal: None };
        step("Demo workspace, if the database is empty", || {
            let outcome = run_watched(&mut atrio.command("demo"), |line| {
                atrio.demo_portal = atrio.demo_portal.take().or_else(|| portal_url(line));
            })?;
            if !outcome.succeeded() {
                note("no demo workspace was loaded");
            }
            Ok(())
        })?;
        Ok(atrio)
    }

    pub(crate) fn start(&self) -> Result<Server> {
        step("Start", || Server::start(&mut self.command("serve"), reachable(self.address)))
    }

    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg(subcommand).current_dir(paths::root());
        command
    }

    /// Says where to go and how to sign in.
    pub(crate) fn welcome(&self) -> String {
        let settings = &self.settings;
        let origin = settings.get("BASE_URL").unwrap_or_else(|| format!("http://{}", reachable(self.address)));
        let origin = origin.trim_end_matches('/');
        let email = settings.get("ADMIN_EMAIL").unwrap_or_else(|| "not set: see .env".to_owned());
        let password = match (settings.get("ADMIN_PASSWORD_HASH"), settings.get("ADMIN_PASSWORD")) {
            (None, Some(password)) => password,
            (Some(_), _) => "the one of ADMIN_PASSWORD_HASH".to_owned(),
            (None, None) => "not set: see .env".to_owned(),
        };
        let portal = self.demo_portal.as_deref().unwrap_or("each client's address is on their admin page");
        format!(
            "\n────────────────────────────────────────────────────────────\n\
             Atrio is running: {origin}\n\n\
             Admin      {origin}/admin\n\
             E-mail     {email}\n\
             Password   {password}\n\n\
             Portal     {portal}\n\n\
             Stop with Ctrl-C. Settings are in .env.\n\
             ────────────────────────────────────────────────────────────"
        )
    }
}

/// The setting, or the default of `Leptos.toml`.
fn listen_address(settings: &Settings) -> Result<SocketAddr> {
    let address = if let Some(address) = settings.get("LEPTOS_SITE_ADDR") {
        address
    } else {
        let options = fs::read_to_string(paths::root().join("Leptos.toml")).context("Leptos.toml cannot be read")?;
        site_addr(&options).context("Leptos.toml has no site-addr")?.to_owned()
    };
    address.parse().with_context(|| format!("LEPTOS_SITE_ADDR must be an address and a port, not `{address}`"))
}

fn site_addr(options: &str) -> Option<&str> {
    let line = options.lines().find(|line| line.starts_with("site-addr"))?;
    line.split('"').nth(1)
}

/// The loopback address of a server that listens on every address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(host, address.port())
}

#[cfg(test)]
mod tests {
    use super::{reachable, site_addr};

    #[test]
    fn site_addr_is_read_from_leptos_options() {
        let options = "[[workspace.metadata.leptos]]\nsite-root = \"x\"\nsite-addr = \"127.0.0.1:3000\"\n";
        assert_eq!(site_addr(options), Some("127.0.0.1:3000"));
    }

    #[test]
    fn unspecified_address_is_reachable_on_loopback() {
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80".parse().unwrap()).to_string(), "[::1]:80");
        assert_eq!(reachable("192.0.2.7:80".parse().unwrap()).to_string(), "192.0.2.7:80");
    }
}

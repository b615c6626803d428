//! `cargo xtask run`: from a checkout to an open portal.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    build,
    command::run_watched,
    environment::{Settings, make_if_missing},
    place,
    server::{Server, portal_address},
    step::{note, step},
};

/// Builds, prepares, serves until told to stop.
pub(crate) fn run() -> Result<()> {
    let binary = build::build()?;
    let env_file = place::root().join(".env");
    step("Settings", || {
        let made = make_if_missing(&env_file)?;
        note(if made { ".env was made, with random secrets" } else { ".env is there already" });
        Ok(())
    })?;
    let settings = Settings::read(&env_file);
    let address = address(&settings)?;
    let atrio = |task: &str| {
        let mut command = Command::new(&binary);
        command.arg(task).current_dir(place::root());
        command
    };
    let mut portal = None;
    step("Demo workspace, if the database is empty", || {
        let loaded =
            run_watched(&mut atrio("demo"), |line| portal = portal.take().or_else(|| portal_address(line)))?;
        if !loaded.succeeded {
            note("no demo workspace was loaded");
        }
        Ok(())
    })?;
    let server = step("Start", || Server::start(&mut atrio("serve"), reachable(address)))?;
    println!("{}", closing_block(&settings, address, portal.as_deref()));
    server.wait()
}

/// Where the server listens: the setting, or what `Leptos.toml` says.
fn address(settings: &Settings) -> Result<SocketAddr> {
    let address = if let Some(address) = settings.get("LEPTOS_SITE_ADDR") {
        address
    } else {
        let options =
            fs::read_to_string(place::root().join("Leptos.toml")).context("Leptos.toml cannot be read")?;
        site_address(&options).context("Leptos.toml names no site-addr")?.to_owned()
    };
    address
        .parse()
        .with_context(|| format!("LEPTOS_SITE_ADDR must be an address and a port, not `{address}`"))
}

fn site_address(options: &str) -> Option<&str> {
    let line = options.lines().find(|line| line.starts_with("site-addr"))?;
    line.split('"').nth(1)
}

/// Where to reach a server that listens on every address of the machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(host, address.port())
}

fn closing_block(settings: &Settings, address: SocketAddr, portal: Option<&str>) -> String {
    let origin = settings.get("BASE_URL").unwrap_or_else(|| format!("http://{}", reachable(address)));
    let origin = origin.trim_end_matches('/');
    let email = settings.get("ADMIN_EMAIL").unwrap_or_else(|| "not set: see .env".to_owned());
    let password = match (settings.get("ADMIN_PASSWORD_HASH"), settings.get("ADMIN_PASSWORD")) {
        (None, Some(password)) => password,
        (Some(_), _) => "the one behind ADMIN_PASSWORD_HASH".to_owned(),
        (None, None) => "not set: see .env".to_owned(),
    };
    let portal = portal.unwrap_or("every client's address stands on the admin's page of the client");
    format!(
        "\n────────────────────────────────────────────────────────────\n\
         Atrio is running: {origin}\n\n\
         Admin      {origin}/admin\n\
         E-mail     {email}\n\
         Password   {password}\n\n\
         Portal     {portal}\n\n\
         Stop with Ctrl-C. Settings stand in .env.\n\
         ────────────────────────────────────────────────────────────"
    )
}

#[cfg(test)]
mod tests {
    use super::{reachable, site_address};

    #[test]
    fn the_address_is_read_from_leptos_options() {
        let options = "[[workspace.metadata.leptos]]\nsite-root = \"x\"\nsite-addr = \"127.0.0.1:3000\"\n";
        assert_eq!(site_address(options), Some("127.0.0.1:3000"));
    }

    #[test]
    fn a_server_that_listens_everywhere_is_reached_on_this_machine() {
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80".parse().unwrap()).to_string(), "[::1]:80");
        assert_eq!(reachable("192.0.2.7:80".parse().unwrap()).to_string(), "192.0.2.7:80");
    }
}

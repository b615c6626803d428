//! The .deb: installed, upgraded, removed, installed again and purged by dpkg, with systemd running.

use std::{
    fs,
    net::SocketAddr,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use super::{debian::Debian, find_message, write_message};
use crate::{
    build::VERSION,
    digest::write,
    dist::{Program, deb},
    paths,
    postgres::free_address,
    step::note,
};

const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Whose digest shows that the settings were not touched.
const SETTINGS: &str = "sha256sum /etc/atrio/atrio.env";
const MAIN_PROCESS: &str = "systemctl show --property=MainPID --value atrio";

pub(super) fn check(program: &Program, folder: &Path, workspace: &Path) -> Result<()> {
    let shared = folder.join("deb");
    fs::create_dir_all(&shared)?;
    fs::copy(workspace, shared.join("workspace.json"))?;
    fs::copy(paths::dist().join(deb::file_name(VERSION, program.architecture)), shared.join("atrio.deb"))?;
    write(&shared.join("newer.deb"), deb::package(program, &format!("{VERSION}+newer"))?)?;
    let address = free_address()?;
    let debian = Debian::start(&shared, &folder.join("debian.log"))?;
    // Port 3000 may be somebody else's: the network is this machine's.
    debian.run(&format!(
        "mkdir -p /etc/systemd/system/atrio.service.d
         printf '[Service]\\nEnvironment=LEPTOS_SITE_ADDR={address}\\n' > /etc/systemd/system/atrio.service.d/port.conf"
    ))?;
    let result = install(&debian, address)
        .and_then(|()| upgrade(&debian, address))
        .and_then(|()| remove(&debian, address))
        .and_then(|()| purge(&debian));
    if result.is_err() {
        debian.run("journalctl --no-pager --lines=40 --unit=atrio")?;
    }
    result
}

fn install(debian: &Debian, address: SocketAddr) -> Result<()> {
    debian.run("dpkg --install /mnt/atrio.deb")?;
    is_ready(debian, address)?;
    debian.run(
        "systemctl is-enabled atrio
         test \"$(stat -c '%U %a' /etc/atrio/atrio.env /var/lib/atrio/atrio.db)\" = \"root 600\natrio 600\"
         test \"$(stat -c %U /proc/$(systemctl show --property=MainPID --value atrio))\" = atrio
         cd /var/lib/atrio
         runuser -u atrio -- env DATABASE_URL=sqlite:///var/lib/atrio/atrio.db atrio import /mnt/workspace.json",
    )?;
    write_message(address)
}

fn upgrade(debian: &Debian, address: SocketAddr) -> Result<()> {
    debian.run("echo '# mine' >> /etc/atrio/atrio.env")?;
    let before = (debian.output(SETTINGS)?, debian.output(MAIN_PROCESS)?);
    debian.run("dpkg --install /mnt/newer.deb")?;
    is_ready(debian, address)?;
    let after = (debian.output(SETTINGS)?, debian.output(MAIN_PROCESS)?);
    if before.0 != after.0 || before.1 == after.1 {
        bail!("the upgrade changed the settings or did not restart the server");
    }
    find_message(address)?;
    // Who has switched the service off finds it off after the next upgrade.
    debian.run(
        "systemctl disable --now --quiet atrio
         dpkg --install /mnt/newer.deb
         ! systemctl is-active --quiet atrio
         ! systemctl is-enabled --quiet atrio
         systemctl enable --now --quiet atrio",
    )?;
    is_ready(debian, address)
}

fn remove(debian: &Debian, address: SocketAddr) -> Result<()> {
    debian.run(
        "dpkg --remove atrio
         ! systemctl is-active --quiet atrio
         test ! -e /usr/bin/atrio
         test -s /etc/atrio/atrio.env",
    )?;
    debian.run("dpkg --install /mnt/atrio.deb")?;
    is_ready(debian, address)?;
    find_message(address)
}

fn purge(debian: &Debian) -> Result<()> {
    debian.run(
        "dpkg --purge atrio </dev/null
         ! systemctl is-active --quiet atrio
         test ! -e /etc/atrio
         test ! -e /etc/systemd/system/multi-user.target.wants/atrio.service
         test ! -L /etc/systemd/system/multi-user.target.wants/atrio.service
         test -s /var/lib/atrio/atrio.db
         test \"$(stat -c %U /var/lib/atrio/atrio.db)\" = atrio",
    )?;
    note("installed, upgraded, removed, installed again and purged; the data stay");
    Ok(())
}

/// Waits until the server is ready, by its own health check.
fn is_ready(debian: &Debian, address: SocketAddr) -> Result<()> {
    let started = Instant::now();
    let health = format!("LEPTOS_SITE_ADDR={address} atrio health 2>/dev/null && echo ready || true");
    while debian.output(&health)? != "ready" {
        if started.elapsed() > START_TIMEOUT {
            bail!("the service was not ready within {} seconds", START_TIMEOUT.as_secs());
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

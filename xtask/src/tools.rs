//! Finds programs, and installs Debian packages where that is allowed.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{run, succeeds},
    step::note,
};

/// The Python of Debian's packages, whatever other one is on PATH.
pub(crate) const PYTHON: &str = "/usr/bin/python3";

static PACKAGE_LISTS_UPDATED: AtomicBool = AtomicBool::new(false);

/// The first program of this name on PATH.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_program(file))
}

/// Whether this is an executable file.
pub(crate) fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Whether all these Debian packages are installed.
pub(crate) fn are_installed(packages: &[&str]) -> bool {
    packages.iter().all(|package| is_installed(package))
}

fn is_installed(package: &str) -> bool {
    find("dpkg-query").is_some()
        && Command::new("dpkg-query")
            .args(["--show", "--showformat=${db:Status-Status}", package])
            .stderr(std::process::Stdio::null())
            .output()
            .is_ok_and(|output| output.status.success() && output.stdout == b"installed")
}

/// Installs those of these Debian packages that are missing. Where that is not allowed, the error names the
/// command to run. `what` names the missing thing for the reader.
pub(crate) fn install(what: &str, packages: &[&str]) -> Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = format!("sudo apt-get update && sudo apt-get install -y {}", missing.join(" "));
    if find("apt-get").is_none() {
        bail!("{what} is missing and there is no apt-get here to install it; on Debian it would be: {by_hand}");
    }
    let Some(prefix) = root_prefix() else {
        bail!("{what} is missing and only root can install it; run: {by_hand}");
    };
    note(&format!("{what} is missing: installing {}", missing.join(", ")));
    if !PACKAGE_LISTS_UPDATED.swap(true, Ordering::SeqCst)
        && let Err(error) = run(&mut apt(prefix, &["update"]))
    {
        note(&format!("{error:#}; continuing with the existing package lists"));
    }
    let install = ["install", "-y", "--no-install-recommends"];
    run(apt(prefix, &install).args(&missing)).with_context(|| format!("{what} could not be installed; try: {by_hand}"))
}

/// Installs a package of the Python Package Index into a folder, without what it depends on.
pub(crate) fn install_python(package: &str, folder: &Path) -> Result<()> {
    install("pip", &["python3-pip"])?;
    let mut pip = Command::new(PYTHON);
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(folder).arg(package);
    run(&mut pip).with_context(|| format!("{package} could not be installed"))
}

/// What to put before a command that needs root: nothing as root, `sudo` if it asks for no password.
fn root_prefix() -> Option<&'static [&'static str]> {
    if is_root() {
        Some(&[])
    } else if succeeds(Command::new("sudo").args(["-n", "true"])) {
        Some(&["sudo", "-n"])
    } else {
        None
    }
}

pub(crate) fn is_root() -> bool {
    nix::unistd::Uid::effective().is_root()
}

fn apt(prefix: &[&str], arguments: &[&str]) -> Command {
    // Another apt may be at work, such as that of unattended upgrades.
    let wait = "DPkg::Lock::Timeout=300";
    let command_line =
        [prefix, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", wait], arguments].concat();
    let mut command = Command::new(command_line[0]);
    command.args(&command_line[1..]);
    command
}

//! Finding programs, and installing Debian packages where that is allowed.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, run, succeeds},
    step::note,
};

static LISTS_ARE_FRESH: AtomicBool = AtomicBool::new(false);

/// The first program of this name on PATH.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_program(file))
}

/// Whether this is a file that may be executed.
pub(crate) fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
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
            .is_ok_and(|answer| answer.status.success() && answer.stdout == b"installed")
}

/// Installs those of these Debian packages that are missing. Where that is not allowed, the error
/// is one sentence with the command to run. `what` is what is missing, in a reader's words.
pub(crate) fn install(what: &str, packages: &[&str]) -> Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = format!("sudo apt-get update && sudo apt-get install -y {}", missing.join(" "));
    if find("apt-get").is_none() {
        bail!(
            "{what} is missing and there is no apt-get here to install it; on Debian it would be: {by_hand}"
        );
    }
    let Some(rights) = rights() else {
        bail!("{what} is missing and only root may install it; run: {by_hand}");
    };
    note(&format!("{what} is missing: installing {}", missing.join(", ")));
    if !LISTS_ARE_FRESH.swap(true, Ordering::SeqCst)
        && let Err(fault) = run(&mut apt(rights, &["update"]))
    {
        note(&format!("{fault:#}; going on with the package lists that are here"));
    }
    let install = ["install", "-y", "--no-install-recommends"];
    run(apt(rights, &install).args(&missing))
        .with_context(|| format!("{what} could not be installed; try: {by_hand}"))
}

/// What goes before a command that only root may run: nothing for root, sudo if it does not ask.
fn rights() -> Option<&'static [&'static str]> {
    if is_root() {
        Some(&[])
    } else if succeeds(Command::new("sudo").args(["-n", "true"])) {
        Some(&["sudo", "-n"])
    } else {
        None
    }
}

/// Whether this is root.
pub(crate) fn is_root() -> bool {
    capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn apt(rights: &[&str], arguments: &[&str]) -> Command {
    let words = [rights, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"], arguments].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

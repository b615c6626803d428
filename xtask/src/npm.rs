//! Node.js and npm packages.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, run},
    digest::{Stamp, is_fresh, write},
    step::note,
    tools::{find, install},
};

/// The oldest version that all packages support.
const OLDEST_NODE: u32 = 18;

/// Installs the packages of `folder/package-lock.json` unless they are there. Install scripts of packages do
/// not run: none is needed.
pub(crate) fn ensure(folder: &Path) -> Result<()> {
    if find("node").is_none() || find("npm").is_none() {
        install("Node.js", &["nodejs", "npm"])?;
    }
    check_node_version()?;
    let mut stamp = Stamp::default();
    stamp.add_path(&folder.join("package.json"))?.add_path(&folder.join("package-lock.json"))?;
    let stamp = stamp.finish();
    let stamp_file = folder.join("node_modules").join(".atrio-stamp");
    if is_fresh(&stamp_file, &stamp) {
        return Ok(());
    }
    note(&format!("npm packages of {}", folder.display()));
    let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run(Command::new("npm").args(arguments).current_dir(folder)).context("the npm packages could not be installed")?;
    write(&stamp_file, stamp)
}

fn check_node_version() -> Result<()> {
    let version = capture(Command::new("node").arg("--version"))?;
    match major(&version) {
        Some(number) if number >= OLDEST_NODE => Ok(()),
        _ => bail!("Node.js {OLDEST_NODE} or newer is needed, {} is installed", version.trim()),
    }
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn major_is_the_first_number_of_the_version() {
        assert_eq!(super::major("v20.20.2\n"), Some(20));
        assert_eq!(super::major("20.1"), None);
    }
}

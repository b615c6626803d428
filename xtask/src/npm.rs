//! Node and the npm packages of a folder.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, run},
    digest::{Stamp, is_fresh, write},
    step::note,
    tools::{find, install},
};

/// The oldest Node that all the packages run on.
const OLDEST_NODE: u32 = 18;

/// Makes sure that the packages which `folder/package.json` names are in `folder/node_modules`,
/// at the versions of the lock file. No package's own scripts are run: none is needed.
pub(crate) fn ensure(folder: &Path) -> Result<()> {
    if find("node").is_none() || find("npm").is_none() {
        install("Node", &["nodejs", "npm"])?;
    }
    check_node()?;
    let mut wanted = Stamp::default();
    wanted.add_path(&folder.join("package.json"))?.add_path(&folder.join("package-lock.json"))?;
    let wanted = wanted.finish();
    let installed = folder.join("node_modules").join(".atrio-stamp");
    if is_fresh(&installed, &wanted) {
        return Ok(());
    }
    note(&format!("npm packages of {}", folder.display()));
    let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run(Command::new("npm").args(arguments).current_dir(folder))
        .context("the npm packages could not be installed")?;
    write(&installed, wanted)
}

fn check_node() -> Result<()> {
    let version = capture(Command::new("node").arg("--version"))?;
    match major(&version) {
        Some(number) if number >= OLDEST_NODE => Ok(()),
        _ => bail!("Node {OLDEST_NODE} or newer is needed, here is {}", version.trim()),
    }
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_major_version_of_node_is_its_first_number() {
        assert_eq!(super::major("v20.20.2\n"), Some(20));
        assert_eq!(super::major("20.1"), None);
    }
}

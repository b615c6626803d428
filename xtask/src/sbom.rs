//! The list of what is inside the binary, in `CycloneDX` JSON.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result};

use crate::{cargo_tools, command::run, packages, paths, step::print_line};

/// Of the file that cargo-cyclonedx writes into the folder of each crate of the workspace.
const FILE: &str = "atrio-sbom";

/// Writes the list to `sbom`. That of `server` has the crates of the browser's module too:
/// Leptos depends on them on both sides.
pub(crate) fn write(sbom: &Path) -> Result<()> {
    let program = cargo_tools::ensure("cargo-cyclonedx", "0.5.9")?;
    let format = ["cyclonedx", "--quiet", "--format=json", "--spec-version=1.5", "--override-filename", FILE];
    let mut list = Command::new(program);
    let written = run(list.current_dir(paths::root()).args(format));
    for package in packages::workspace()? {
        let file = package.folder()?.join(FILE).with_extension("json");
        if package.name == "server" && written.is_ok() {
            fs::rename(&file, sbom).with_context(|| format!("{} was not written", file.display()))?;
        } else if file.exists() {
            fs::remove_file(&file)?;
        }
    }
    written?;
    print_line(&sbom.display().to_string());
    Ok(())
}

//! Programs that are crates of others, installed into target/tools when they are missing.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::{
    command::{cargo, run},
    paths,
    step::step,
    tools::{find, is_program},
};

/// The program of a crate: the one on PATH, or this version of it.
pub(crate) fn ensure(name: &str, version: &str) -> Result<PathBuf> {
    let folder = paths::target().join("tools");
    let installed = folder.join("bin").join(name);
    if let Some(found) = find(name).or_else(|| is_program(&installed).then(|| installed.clone())) {
        return Ok(found);
    }
    step(&format!("Install {name}"), || {
        let mut install = cargo();
        install.args(["install", "--quiet", "--locked", &format!("{name}@{version}")]);
        run(install.arg("--root").arg(&folder).arg("--target-dir").arg(folder.join("build")))
            .with_context(|| format!("{name} could not be installed"))
    })?;
    Ok(installed)
}

//! Builds the browser's files and the server: to deploy, or to run from the checkout.

use std::{path::PathBuf, process::Command};

use anyhow::Result;

use crate::{
    bundle,
    command::{capture, cargo, run},
    npm, paths, site, sizes,
    step::{in_parallel, print_line, step},
    wasm::{self, Optimization},
};

/// The version of the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds the binary to deploy, with the site inside.
pub(crate) fn release() -> Result<PathBuf> {
    release_site()?;
    step("Compile the server with the site inside", || {
        run(cargo().args(["build", "--release", "--package=server"]).env("ATRIO_VERSION", version()))
    })?;
    let binary = paths::release_binary();
    print_line(&binary.display().to_string());
    Ok(binary)
}

/// What `atrio --version` says: the version with commit and date, or alone outside a repository.
pub(crate) fn version() -> String {
    commit("%h, %cs").map_or_else(|_| VERSION.to_owned(), |commit| format!("{VERSION} ({commit})"))
}

/// What git says about the commit in this format.
pub(crate) fn commit(format: &str) -> Result<String> {
    let mut git = Command::new("git");
    git.current_dir(paths::root()).args(["log", "-1", &format!("--format={format}")]);
    Ok(capture(&mut git)?.trim().to_owned())
}

/// Builds the browser's files to deploy and checks their size.
pub(crate) fn release_site() -> Result<()> {
    site(Optimization::Size)
}

/// Builds the server and the browser's files side by side, quickly; returns the server.
pub(crate) fn dev() -> Result<PathBuf> {
    let (site, server) = in_parallel("site │ ", dev_site, dev_server);
    site?;
    server
}

pub(crate) fn dev_site() -> Result<()> {
    site(Optimization::CompileTime)
}

/// The server reads the site from the disk, so that neither waits for the other.
pub(crate) fn dev_server() -> Result<PathBuf> {
    step("Compile the server", || run(cargo().args(["build", "--package=server"])))?;
    Ok(paths::dev_binary())
}

fn site(optimization: Optimization) -> Result<()> {
    let toolchain = step("Install a compiler for the browser and npm packages", || {
        npm::ensure(&paths::root().join("xtask"))?;
        wasm::toolchain(optimization)
    })?;
    let goal = match optimization {
        Optimization::Size => "optimized for size",
        Optimization::CompileTime => "not optimized",
    };
    let modules = step(&format!("Compile the islands to WASM ({toolchain:?} toolchain, {goal})"), || {
        wasm::compile(toolchain, optimization)
    })?;
    step("Bundle the site", || {
        let scripts = modules.iter().map(|module| bundle::scripts(module, optimization)).collect::<Result<Vec<_>>>()?;
        let names = site::assemble(&scripts, &bundle::style_sheets()?, optimization)?;
        match optimization {
            Optimization::Size => sizes::check(&paths::site(), &names),
            Optimization::CompileTime => Ok(()),
        }
    })
}

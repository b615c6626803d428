//! `cargo xtask build`: the browser's files, then the server that carries them.

use std::path::PathBuf;

use anyhow::Result;

use crate::{
    command::{cargo, run},
    npm, place, scripts, site, sizes,
    step::step,
    wasm,
};

/// Builds everything; returns the release binary.
pub(crate) fn build() -> Result<PathBuf> {
    site()?;
    step("Compile the server with the browser's files inside", || {
        run(cargo().args(["build", "--release", "--package", "server"]))
    })?;
    let binary = place::binary();
    println!("\n{}", binary.display());
    Ok(binary)
}

/// Builds what the browser asks for, and holds it to its size.
pub(crate) fn site() -> Result<()> {
    let toolchain = step("Compiler for the browser and npm tools", || {
        npm::ensure(&place::root().join("xtask"))?;
        wasm::toolchain()
    })?;
    let compiled =
        step(&format!("Compile the islands to WASM ({toolchain:?})"), || wasm::compile(toolchain))?;
    let sizes = step("Bind, shrink, name and compress the browser's files", || {
        let scripts = scripts::make(&compiled)?;
        site::assemble(&scripts, &scripts::style_sheet()?)
    })?;
    sizes::check(&sizes)
}

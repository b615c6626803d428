//! Static programs: the server linked with musl.
//!
//! zig is the compiler of the C libraries and the linker: it has musl for every architecture.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    architecture::Architecture,
    build,
    command::{run, succeeds},
    paths, rustup,
    step::note,
    tools::{self, is_program},
};

/// Python packages of ready-made programs.
const PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.1", "ziglang==0.17.1"];

/// Compiles the server with the site inside.
pub(super) fn compile(architecture: Architecture) -> Result<PathBuf> {
    let zig = zig()?;
    let target = format!("{}-unknown-linux-musl", architecture.name());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([zig.join("bin")].into_iter().chain(std::env::split_paths(&path)))?;
    let mut command = Command::new(zig.join("bin/cargo-zigbuild"));
    command
        .args(["zigbuild", "--profile=static", "--package=server", "--target", &target])
        .current_dir(paths::root())
        .env("CARGO_TARGET_DIR", paths::target())
        .env("PATH", path)
        .env("PYTHONPATH", &zig)
        .env("ATRIO_VERSION", build::version());
    if !rustup::has_target(&target) && !rustup::add_target(&target) {
        note("rustup cannot add the target: Debian's compiler compiles its standard library");
        tools::install("a compiler for musl", &rustup::DEBIAN_PACKAGES)
            .with_context(|| format!("`rustup target add {target}` would do as well, but failed"))?;
        // What a program starts with comes from zig: the target is not installed.
        let flags = format!("CARGO_TARGET_{}_RUSTFLAGS", target.to_uppercase().replace('-', "_"));
        rustup::use_debian(&mut command)
            .env("RUSTC_BOOTSTRAP", "1")
            .env(flags, "-Clink-self-contained=no")
            .arg("-Zbuild-std=std,panic_unwind");
    }
    run(&mut command)?;
    Ok(paths::target().join(target).join("static/atrio"))
}

/// The folder with zig and cargo-zigbuild, installed if they are missing.
fn zig() -> Result<PathBuf> {
    let folder = paths::target().join("tools/zig");
    if !is_program(&folder.join("bin/cargo-zigbuild")) || !folder.join("ziglang").is_dir() {
        install(&folder)?;
    }
    Ok(folder)
}

fn install(folder: &Path) -> Result<()> {
    if !succeeds(Command::new("python3").args(["-m", "pip", "--version"])) {
        tools::install("pip", &["python3-pip"])?;
    }
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]).arg(folder).args(PACKAGES);
    run(&mut pip).context("cargo-zigbuild and zig could not be installed")
}

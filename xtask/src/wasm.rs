//! Compiles the browser's module with whichever toolchain is available.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, cargo, run},
    paths,
    rustup::{self, add_sources, has_sources},
    tools,
};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The crates of the modules, and the names of their files: the agency's, the portal's, and that of uploads, which pages of both
/// load when somebody chooses a file. The linker keeps all islands of a crate, so each island has a crate of its own.
const MODULES: [(&str, &str); 3] =
    [("frontend-agency", "atrio"), ("frontend-portal", "atrio-portal"), ("frontend-upload", "atrio-upload")];
const RELEASE_PROFILE: &str = "wasm-release";
const DEBIAN_LINKER: &str = "lld-19";

/// What the module is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Optimization {
    /// Small to download: `build` and the tests.
    Size,
    /// Quick to compile, again and again: `run` and `dev`.
    CompileTime,
}

/// Who compiles, and with which standard library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The compiler of the server, which compiles the standard library for size as well.
    Rustup,
    /// The compiler of the server with rustup's standard library.
    Plain,
    /// Debian's compiler for browsers, which compiles the standard library.
    Debian,
}

/// A compiled module.
pub(crate) struct Module {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
}

/// Finds a toolchain or installs one: with rustup if possible, else Debian's packages.
pub(crate) fn toolchain(optimization: Optimization) -> Result<Toolchain> {
    match std::env::var("ATRIO_WASM").as_deref() {
        Ok("rustup") if has_sources() || add_sources() => return Ok(Toolchain::Rustup),
        Ok("rustup") => {
            bail!("the sources are missing and rustup cannot add them; run: rustup component add rust-src")
        }
        Ok("plain") if has_target() || add_target() => return Ok(Toolchain::Plain),
        Ok("plain") => {
            bail!("the target is missing and rustup cannot add it; run: rustup target add {TARGET}")
        }
        Ok("debian") => return debian(),
        Ok(other) => bail!("ATRIO_WASM must be `rustup`, `plain` or `debian`, not `{other}`"),
        Err(_) => {}
    }
    // Debian's packages are installed only after rustup has failed: do not ask it again at every build.
    let ask_rustup = !tools::are_installed(&debian_packages());
    let plain = || has_target() || ask_rustup && add_target();
    if optimization == Optimization::CompileTime && plain() {
        return Ok(Toolchain::Plain);
    }
    if supports_build_std() && (has_sources() || ask_rustup && add_sources()) {
        return Ok(Toolchain::Rustup);
    }
    if plain() {
        return Ok(Toolchain::Plain);
    }
    debian().with_context(|| format!("`rustup target add {TARGET}` would do as well, but failed"))
}

fn debian() -> Result<Toolchain> {
    tools::install("a compiler for the browser", &debian_packages())?;
    Ok(Toolchain::Debian)
}

fn debian_packages() -> Vec<&'static str> {
    [&rustup::DEBIAN_PACKAGES[..], &[DEBIAN_LINKER]].concat()
}

/// Whether the current toolchain has the standard library of the target.
pub(crate) fn has_target() -> bool {
    rustup::has_target(TARGET)
}

fn add_target() -> bool {
    rustup::add_target(TARGET)
}

/// Whether the current cargo has the unstable options of [`build_std`]; they change between versions.
fn supports_build_std() -> bool {
    capture(cargo().args(["-Z", "help"]).env("RUSTC_BOOTSTRAP", "1"))
        .is_ok_and(|options| options.contains("panic-immediate-abort") && options.contains("build-std-features"))
}

/// Compiles the modules.
pub(crate) fn compile(toolchain: Toolchain, optimization: Optimization) -> Result<Vec<Module>> {
    let (mut command, folder) = match toolchain {
        Toolchain::Rustup => (cargo(), "wasm"),
        Toolchain::Plain => (cargo(), "wasm-plain"),
        Toolchain::Debian => (debian_cargo(), "wasm-debian"),
    };
    let (profile, profile_folder) = match optimization {
        Optimization::Size => (RELEASE_PROFILE, RELEASE_PROFILE),
        Optimization::CompileTime => ("dev", "debug"),
    };
    // A target folder of its own, so that cargo can compile the server at the same time.
    let folder = paths::target().join(folder);
    command
        .args(["build", "--lib", "--target", TARGET, "--profile", profile])
        .args(MODULES.map(|(package, _)| format!("--package={package}")))
        .arg("--target-dir")
        .arg(&folder);
    if toolchain != Toolchain::Plain {
        build_std(&mut command);
    }
    run(&mut command).context("the browser's modules did not compile")?;
    let folder = folder.join(TARGET).join(profile_folder);
    let module = |(package, name): (&str, _)| Module {
        name,
        path: folder.join(package.replace('-', "_")).with_extension("wasm"),
    };
    Ok(MODULES.into_iter().map(module).collect())
}

/// Compiles the standard library for size, with panics that trap without a message and `{:?}` that prints
/// nothing: no text that a person reads is made by either. The unstable options are allowed for this one command.
fn build_std(command: &mut Command) {
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_PROFILE_WASM_RELEASE_PANIC", "immediate-abort")
        .args(["-Zpanic-immediate-abort", "-Zbuild-std=std,panic_abort"])
        .arg("-Zbuild-std-features=optimize_for_size")
        .args(["--config", &format!("target.{TARGET}.rustflags=['-Zfmt-debug=none', '-Zlocation-detail=none']")]);
}

/// Debian's cargo, with the linker that it needs for this target.
fn debian_cargo() -> Command {
    let mut command = Command::new("/usr/bin/cargo");
    rustup::use_debian(&mut command).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    command
}

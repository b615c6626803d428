//! The module for the browser, compiled by whichever toolchain can.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, cargo, run, succeeds},
    place,
    step::note,
    tools,
};

/// The target that every part of the browser's side is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm-release";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// Who compiles for the browser, the smallest result first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The one that compiles the server, which builds the standard library for size as well.
    Rustup,
    /// Debian's compiler for browsers, in the same way.
    Debian,
    /// The one that compiles the server, with the standard library as rustup brings it.
    Plain,
}

/// Finds a toolchain, or installs one: what rustup adds comes first, Debian's packages second.
pub(crate) fn toolchain() -> Result<Toolchain> {
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
    // Debian's packages are here only if rustup failed before: it is not asked again at every build.
    let ask_rustup = !tools::are_installed(&DEBIAN_PACKAGES);
    if builds_the_standard_library() && (has_sources() || ask_rustup && add_sources()) {
        return Ok(Toolchain::Rustup);
    }
    if has_target() || ask_rustup && add_target() {
        return Ok(Toolchain::Plain);
    }
    debian().with_context(|| format!("rustup target add {TARGET} would do as well, but did not work here"))
}

fn debian() -> Result<Toolchain> {
    tools::install("a compiler for the browser", &DEBIAN_PACKAGES)?;
    Ok(Toolchain::Debian)
}

/// Whether the toolchain in use has the target's standard library.
pub(crate) fn has_target() -> bool {
    sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

/// Whether the toolchain in use has the sources of the standard library.
fn has_sources() -> bool {
    sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib/src/rust/library/Cargo.lock").is_file())
}

fn sysroot() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = capture(Command::new(rustc).args(["--print", "sysroot"])).ok()?;
    Some(PathBuf::from(sysroot.trim()))
}

/// Whether the cargo in use knows the unstable options that the smallest build needs. They change
/// from one version to the next.
fn builds_the_standard_library() -> bool {
    capture(cargo().args(["-Z", "help"]).env("RUSTC_BOOTSTRAP", "1")).is_ok_and(|options| {
        options.contains("panic-immediate-abort") && options.contains("build-std-features")
    })
}

fn add_sources() -> bool {
    rustup(&["component", "add", "rust-src"]) && has_sources()
}

fn add_target() -> bool {
    rustup(&["target", "add", TARGET]) && has_target()
}

fn rustup(arguments: &[&str]) -> bool {
    tools::find("rustup").is_some() && {
        note(&format!("rustup {}", arguments.join(" ")));
        succeeds(Command::new("rustup").args(arguments))
    }
}

/// Compiles `frontend`; returns the module as the compiler left it.
pub(crate) fn compile(toolchain: Toolchain) -> Result<PathBuf> {
    let (mut command, folder) = match toolchain {
        Toolchain::Rustup => (cargo(), "wasm"),
        Toolchain::Debian => (debian_cargo(), "wasm-debian"),
        Toolchain::Plain => (cargo(), "wasm-plain"),
    };
    let folder = place::target().join(folder);
    command
        .args([
            "build",
            "--package",
            "frontend",
            "--lib",
            "--target",
            TARGET,
            "--profile",
            PROFILE,
            "--target-dir",
        ])
        .arg(&folder);
    if toolchain != Toolchain::Plain {
        build_the_standard_library(&mut command);
    }
    run(&mut command).context("the browser's module did not compile")?;
    Ok(folder.join(TARGET).join(PROFILE).join("frontend.wasm"))
}

/// A standard library made for size, in which a panic is a bare trap without words. That needs
/// unstable options, allowed for this one command.
fn build_the_standard_library(command: &mut Command) {
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_PROFILE_WASM_RELEASE_PANIC", "immediate-abort")
        .args(["-Zpanic-immediate-abort", "-Zbuild-std=std,panic_abort"])
        .arg("-Zbuild-std-features=optimize_for_size");
}

/// Debian's cargo and rustc, as if rustup's were not there.
fn debian_cargo() -> Command {
    let mut command = Command::new("/usr/bin/cargo");
    command
        .current_dir(place::root())
        .env("RUSTC", "/usr/bin/rustc")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19")
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH");
    command
}

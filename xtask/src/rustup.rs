//! Toolchains for other targets: rustup's, and Debian's where rustup can add nothing.

use std::{path::PathBuf, process::Command};

use crate::{
    command::{capture, succeeds},
    paths,
    step::note,
    tools,
};

/// A compiler with the sources of its standard library, which it compiles for the target.
pub(crate) const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Whether the current toolchain has the standard library of the target.
pub(crate) fn has_target(target: &str) -> bool {
    sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib").join(target).join("lib").is_dir())
}

/// Whether the current toolchain has the sources of the standard library.
pub(crate) fn has_sources() -> bool {
    sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib/src/rust/library/Cargo.lock").is_file())
}

fn sysroot() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = capture(Command::new(rustc).args(["--print", "sysroot"])).ok()?;
    Some(PathBuf::from(sysroot.trim()))
}

pub(crate) fn add_sources() -> bool {
    rustup(&["component", "add", "rust-src"]) && has_sources()
}

pub(crate) fn add_target(target: &str) -> bool {
    rustup(&["target", "add", target]) && has_target(target)
}

fn rustup(arguments: &[&str]) -> bool {
    tools::find("rustup").is_some() && {
        note(&format!("rustup {}", arguments.join(" ")));
        succeeds(Command::new("rustup").args(arguments))
    }
}

/// Lets a command, cargo or one that calls it, use Debian's cargo and rustc without rustup's settings.
pub(crate) fn use_debian(command: &mut Command) -> &mut Command {
    command
        .current_dir(paths::root())
        .env("CARGO", "/usr/bin/cargo")
        .env("RUSTC", "/usr/bin/rustc")
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH")
}

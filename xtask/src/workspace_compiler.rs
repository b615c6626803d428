//! Compiles the workspace's crates for tests, in place of rustc. Cargo starts this program for each of them.
//!
//! Cargo compiles each library twice: for what depends on it, and with its unit tests. Clippy, which takes a quarter of the
//! time, checks the second, for which no other crate waits.

use std::{env, ffi::OsString, io, os::unix::process::CommandExt, path::Path, process::Command};

use anyhow::Result;

/// The variable with the path of `clippy-driver`. Set, it makes this program a compiler.
const CLIPPY_DRIVER: &str = "ATRIO_CLIPPY_DRIVER";

/// Lets `cargo` compile the workspace's crates with this program, with warnings as errors.
pub(crate) fn use_for(cargo: &mut Command, clippy_driver: &Path) -> Result<()> {
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?)
        .env(CLIPPY_DRIVER, clippy_driver)
        // What `cargo clippy -- -D warnings` passes to the driver.
        .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    Ok(())
}

/// If cargo has started this program: becomes the compiler, and returns only if that fails.
pub(crate) fn become_compiler() -> Option<io::Error> {
    let driver = env::var_os(CLIPPY_DRIVER)?;
    // The first is the path of rustc, which Clippy takes too.
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let is_library = arguments.windows(2).any(|pair| pair[0] == "--crate-type" && pair[1] == "lib");
    let (program, arguments) = match arguments.split_first() {
        Some((rustc, arguments)) if is_library => (rustc, [arguments, &["-Dwarnings".into()]].concat()),
        _ => (&driver, arguments),
    };
    Some(Command::new(program).args(arguments).exec())
}

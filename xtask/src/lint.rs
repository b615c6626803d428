//! `cargo xtask lint`: formatting, dependency rules, circles of modules, Clippy.

use std::{path::Path, process::Command};

use anyhow::{Result, bail};

use crate::{
    command::{capture, cargo, run, succeeds},
    dependency_rules, module_circles, packages, promises, service_unit,
    step::{note, step},
    summary::Summary,
    tools, workspace_compiler,
};

type Check = (&'static str, fn() -> Result<()>);

/// The checks that compile nothing.
const OF_SOURCES: [Check; 5] = [
    ("Formatting", formatting),
    ("Dependency rules", dependencies),
    ("Circles of modules", module_circles::check),
    ("Tests of the promises", promises::check),
    ("systemd unit", service_unit::check),
];
/// `app` is one of the server's crates, and the same code in the browser: it may not depend on features.
const CLIPPY: [Check; 2] = [("Clippy: server", server), ("Clippy: tasks", tasks)];

/// Runs every check, also after a failed one, and counts those that failed.
pub(crate) fn lint() -> Summary {
    let mut summary = sources();
    summary += checked(&CLIPPY);
    summary
}

/// Runs the checks that compile nothing.
pub(crate) fn sources() -> Summary {
    checked(&OF_SOURCES)
}

fn checked(checks: &[Check]) -> Summary {
    let mut summary = Summary::default();
    for (name, check) in checks {
        summary += Summary::of_part(name, step(name, check).map(|()| Summary::default()));
    }
    summary
}

/// Lets Clippy check the workspace's crates while they are compiled, with warnings as errors. `cargo clippy` would
/// check every dependency and crate once more beside compiling them, which takes five minutes on two cores.
pub(crate) fn compile_with_clippy(command: &mut Command) -> Result<()> {
    ensure_component("clippy", "clippy")?;
    let sysroot = capture(Command::new("rustc").args(["--print", "sysroot"]))?;
    workspace_compiler::use_for(command, &Path::new(sysroot.trim()).join("bin/clippy-driver"))
}

fn formatting() -> Result<()> {
    ensure_component("fmt", "rustfmt")?;
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn dependencies() -> Result<()> {
    dependency_rules::check_app_features()?;
    dependency_rules::check_browser_dependencies()
}

fn server() -> Result<()> {
    clippy(packages::server_side()?)
}

fn tasks() -> Result<()> {
    clippy(["--package", packages::XTASK])
}

fn clippy(packages: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>) -> Result<()> {
    ensure_component("clippy", "clippy")?;
    run(cargo().args(["clippy", "--quiet", "--all-targets"]).args(packages).args(["--", "-D", "warnings"]))
}

/// Makes sure that `cargo {subcommand}` works.
fn ensure_component(subcommand: &str, component: &str) -> Result<()> {
    let works = || succeeds(cargo().args([subcommand, "--version"]));
    if works() {
        return Ok(());
    }
    if tools::find("rustup").is_some() {
        note(&format!("rustup component add {component}"));
        run(Command::new("rustup").args(["component", "add", component]))?;
    }
    if !works() {
        bail!("cargo {subcommand} is missing; run: rustup component add {component}");
    }
    Ok(())
}

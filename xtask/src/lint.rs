//! `cargo xtask lint`: formatting, Clippy for each target, dependency rules.

use std::process::Command;

use anyhow::{Result, bail};

use crate::{
    command::{cargo, run, succeeds},
    dependency_rules, packages,
    step::{note, step},
    summary::Summary,
    tools, wasm,
};

type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 5] = [
    ("Formatting", formatting),
    ("Dependency rules", dependencies),
    ("Clippy: server", server),
    ("Clippy: browser", browser),
    ("Clippy: tasks", tasks),
];

/// Runs every check, also after a failed one, and counts those that failed.
pub(crate) fn lint() -> Summary {
    let mut summary = Summary::default();
    for (name, check) in CHECKS {
        summary += Summary::of_part(name, step(name, check).map(|()| Summary::default()));
    }
    summary
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
    clippy(packages::server_side()?, &["--all-targets"])
}

fn browser() -> Result<()> {
    let packages = ["--package=frontend", "--package=app"];
    if wasm::has_target() {
        return clippy(packages, &["--target", wasm::TARGET]);
    }
    note("no standard library for WASM here: Clippy checks the browser's code for this machine instead");
    clippy(packages, &[])
}

fn tasks() -> Result<()> {
    clippy(packages::TASKS.map(|name| format!("--package={name}")), &["--all-targets"])
}

fn clippy(packages: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>, options: &[&str]) -> Result<()> {
    ensure_component("clippy", "clippy")?;
    run(cargo().args(["clippy", "--quiet"]).args(packages).args(options).args(["--", "-D", "warnings"]))
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

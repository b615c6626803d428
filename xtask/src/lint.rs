//! `cargo xtask lint`: form, clippy for each target, dependencies.

use std::process::Command;

use anyhow::{Result, bail};

use crate::{
    command::{cargo, run, succeeds},
    graph,
    step::{note, step},
    summary::Summary,
    tools, wasm,
};

/// A check by its name.
type Check = (&'static str, fn() -> Result<()>);

// The browser's side and the server's side are commands of their own: together, `ssr` and
// `hydrate` would both be on.
const CHECKS: [Check; 5] = [
    ("Formatting", formatting),
    ("What may depend on what", dependencies),
    ("Clippy: the server's side", server_side),
    ("Clippy: the browser's side", browser_side),
    ("Clippy: the tasks", tasks),
];

/// Runs every check, also after one that does not hold; returns how many do not.
pub(crate) fn lint() -> Summary {
    let mut summary = Summary::default();
    for (name, check) in CHECKS {
        summary += Summary::counted(name, step(name, check).map(|()| Summary::default()));
    }
    summary
}

fn formatting() -> Result<()> {
    need("fmt", "rustfmt")?;
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn dependencies() -> Result<()> {
    graph::check_app()?;
    graph::check_wasm()
}

fn server_side() -> Result<()> {
    let crates = [
        "--package",
        "domain",
        "--package",
        "store",
        "--package",
        "app",
        "--package",
        "pages",
        "--package",
        "server",
    ];
    clippy(&[&crates[..], &["--all-targets"]].concat())
}

fn browser_side() -> Result<()> {
    let crates = ["--package", "frontend", "--package", "app"];
    if wasm::has_target() {
        return clippy(&[&crates[..], &["--target", wasm::TARGET]].concat());
    }
    note("clippy has no standard library for WASM here: the same code is checked for this machine");
    clippy(&crates)
}

fn tasks() -> Result<()> {
    clippy(&["--package", "sample", "--package", "xtask", "--all-targets"])
}

fn clippy(what: &[&str]) -> Result<()> {
    need("clippy", "clippy")?;
    run(cargo().args(["clippy", "--quiet"]).args(what).args(["--", "-D", "warnings"]))
}

/// Makes sure that `cargo {subcommand}` works.
fn need(subcommand: &str, component: &str) -> Result<()> {
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

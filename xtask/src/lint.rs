//! `cargo xtask lint`: form, clippy for each target, dependencies.

use std::process::Command;

use anyhow::{Result, bail};

use crate::{
    command::{cargo, run, succeeds},
    graph,
    step::{note, step},
    tools, wasm,
};

/// Runs every check; fails at the first that does not hold.
pub(crate) fn lint() -> Result<()> {
    step("Formatting", || {
        need("fmt", "rustfmt")?;
        run(cargo().args(["fmt", "--all", "--check"]))
    })?;
    step("What may depend on what", || {
        graph::check_app()?;
        graph::check_wasm()
    })?;
    // One command for each set of features: together, `ssr` and `hydrate` would both be on.
    step("Clippy: the server's side", || {
        need("clippy", "clippy")?;
        clippy(&[
            "--package",
            "domain",
            "--package",
            "store",
            "--package",
            "app",
            "--package",
            "server",
            "--all-targets",
        ])
    })?;
    step("Clippy: the tasks", || clippy(&["--package", "xtask", "--all-targets"]))?;
    step("Clippy: the browser's side", || {
        let browser = ["--package", "frontend", "--package", "app"];
        if wasm::has_target() {
            clippy(&[&browser[..], &["--target", wasm::TARGET]].concat())
        } else {
            note("clippy has no standard library for WASM here: the same code is checked for this machine");
            clippy(&browser)
        }
    })
}

fn clippy(what: &[&str]) -> Result<()> {
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

//! `cargo xtask audit`: licences, sources and known vulnerabilities of all dependencies (deny.toml).

use std::process::Command;

use anyhow::Result;

use crate::{
    cargo_tools,
    command::{run, succeeds},
    paths,
    step::{note, step},
};

pub(crate) fn audit() -> Result<()> {
    let program = cargo_tools::ensure("cargo-deny", "0.20.2")?;
    let deny = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.current_dir(paths::root()).args(["--log-level", "error"]).args(arguments);
        command
    };
    step("Licences and sources", || run(&mut deny(&["check", "bans", "licenses", "sources"])))?;
    step("Advisories", || {
        if succeeds(&mut deny(&["fetch", "db"])) {
            return run(&mut deny(&["--offline", "check", "advisories"]));
        }
        note("skipped, nothing is known about advisories: the RustSec database could not be fetched");
        Ok(())
    })
}

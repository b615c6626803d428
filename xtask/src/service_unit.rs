//! The systemd unit of docs/deploy, checked by systemd's own tools.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    command::{run, succeeds},
    paths,
    step::note,
    test_server::empty_folder,
    tools::{find, install},
};

/// systemd's exposure level from 0 to 100, the lower the better; below 25 it says OK.
const HIGHEST_EXPOSURE: &str = "--threshold=20";

/// Fails if systemd would ignore a line of the unit or rates its hardening worse than the threshold. Where
/// systemd cannot be installed, the check is skipped with a note.
pub(crate) fn check() -> Result<()> {
    if find("systemd-analyze").is_none()
        && let Err(error) = install("systemd-analyze", &["systemd"])
    {
        note(&format!("skipped, the unit is not checked: {error:#}"));
        return Ok(());
    }
    let unit = with_existing_program()?;
    run(Command::new("systemd-analyze").args(["verify", "--man=no", "--recursive-errors=no"]).arg(&unit))?;
    let mut rating = Command::new("systemd-analyze");
    rating.args(["security", "--offline=true", "--no-pager", HIGHEST_EXPOSURE]).arg(&unit);
    // Its table of eighty lines is printed only when the rating is too bad.
    if succeeds(&mut rating) { Ok(()) } else { run(&mut rating) }
}

/// A copy whose program exists: systemd checks that it is there.
fn with_existing_program() -> Result<PathBuf> {
    let unit = paths::root().join("docs/deploy/atrio.service");
    let text = fs::read_to_string(&unit).with_context(|| format!("{} cannot be read", unit.display()))?;
    let existing = text.replace("ExecStart=/usr/local/bin/atrio ", "ExecStart=/bin/true ");
    if existing == text {
        bail!("{} does not start /usr/local/bin/atrio", unit.display());
    }
    let copy = empty_folder("service-unit")?.join("atrio.service");
    fs::write(&copy, existing)?;
    Ok(copy)
}

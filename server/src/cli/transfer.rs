//! `atrio import` and `export`.

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{CliError, database};
use crate::config::Environment;

pub(super) async fn import(environment: &Environment, file: &Path) -> Result<(), CliError> {
    let json = read(file)?;
    let store = database::open(environment).await?;
    let bar = progress_bar();
    let imported = store
        .import(&json, &mut |done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        })
        .await;
    bar.finish_and_clear();
    store.close().await;
    eprintln!("import: {} records", imported?.records);
    Ok(())
}

pub(super) async fn export(environment: &Environment, file: Option<&Path>) -> Result<(), CliError> {
    let store = database::open_to_read(environment).await?;
    let json = store.export().await?;
    store.close().await;
    if let Some(file) = file.filter(|file| !is_stdio(file)) {
        return write_private(file, &json).map_err(CliError::file(file.display()));
    }
    let mut out = std::io::stdout().lock();
    out.write_all(&json).and_then(|()| out.flush()).map_err(CliError::file("standard output"))
}

fn is_stdio(file: &Path) -> bool {
    file == Path::new("-")
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    if is_stdio(file) {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(CliError::file("standard input"))?;
        Ok(bytes)
    } else {
        std::fs::read(file).map_err(CliError::file(file.display()))
    }
}

/// An export contains all tokens: only the owner may read a new file.
pub(super) fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Visible at a terminal only.
fn progress_bar() -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("import {wide_bar} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(None, target).with_style(style)
}

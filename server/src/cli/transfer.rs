//! `atrio import` and `export`.

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{CliError, database, note};
use crate::config::{Config, Environment};

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
    note(format_args!("import: {} records", imported?.records));
    Ok(())
}

pub(super) async fn export(environment: &Environment, file: Option<&Path>) -> Result<(), CliError> {
    if let Some(file) = file.filter(|file| is_database(environment, file)) {
        return Err(CliError::Other(format!("{}: this is the database, and is not overwritten", file.display())));
    }
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

/// Whether it is the file of the SQLite database, or one beside it that SQLite keeps.
fn is_database(environment: &Environment, file: &Path) -> bool {
    let database = Config::read_database_url(environment).ok().and_then(|url| database::sqlite_file(&url));
    let Some(database) = database.and_then(|database| database.canonicalize().ok()) else { return false };
    let is_file = |suffix: &str| {
        let beside = std::fs::metadata(format!("{}{suffix}", database.display()));
        // By its inode: a hard link is the file as well.
        let same = beside.and_then(|beside| Ok((beside, file.metadata()?)));
        same.is_ok_and(|(one, other)| (one.dev(), one.ino()) == (other.dev(), other.ino()))
    };
    ["", "-wal", "-shm"].into_iter().any(is_file)
}

/// An export contains all tokens: only the owner may read the file. A failure leaves the one that was there as it was.
pub(super) fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let file = &file.canonicalize().unwrap_or_else(|_| file.to_owned());
    // A device or a pipe is written to, not replaced.
    if file.exists() && !file.is_file() {
        return OpenOptions::new().write(true).open(file)?.write_all(bytes);
    }
    let mut beside = file.clone().into_os_string();
    beside.push(format!(".{}.new", std::process::id()));
    let written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside).and_then(|mut new| {
        new.write_all(bytes)?;
        new.sync_all()
    });
    written.and_then(|()| std::fs::rename(&beside, file)).inspect_err(|_| drop(std::fs::remove_file(&beside)))
}

/// Visible at a terminal only.
fn progress_bar() -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("import {wide_bar} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(None, target).with_style(style)
}

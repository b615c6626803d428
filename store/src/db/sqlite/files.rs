//! The files of a SQLite database. All that Atrio makes are for their owner only: they hold every token.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use domain::Timestamp;

use crate::Fault;

/// Creates an empty file with its final mode; it must not exist.
pub(super) fn create_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)
}

/// Opens a file that only its owner may read, and creates it if it is absent.
pub(super) fn open_private(file: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(file)
}

/// Creates the database if it is absent; SQLite gives its `-wal` and `-shm` the same mode. The mode of an existing
/// file is its owner's decision: it is not changed, but a warning is logged if every user may read it.
pub(super) fn create_database(file: &Path) -> io::Result<()> {
    match create_private(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        result => return result.map(drop),
    }
    let mode = file.metadata()?.permissions().mode() & 0o777;
    if mode & 0o007 != 0 {
        let mode = format!("{mode:03o}");
        tracing::warn!(mode, "every user of this machine has access to the database: chmod 600 it");
    }
    Ok(())
}

/// The bytes that may still be written to the disk with `file`.
pub(in crate::db) fn free_bytes(file: &Path) -> Result<u64, Fault> {
    let volume = rustix::fs::statvfs(file.parent().unwrap_or(file))
        .map_err(|error| Fault::because(format!("the free space of the disk is unknown: {error}")))?;
    Ok(volume.f_bavail.saturating_mul(volume.f_frsize))
}

/// `database` with `ending` added to its name.
pub(super) fn beside(database: &Path, ending: impl AsRef<OsStr>) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// As [`beside`], with a time: such names sort by age.
pub(super) fn beside_at(database: &Path, ending: &str, at: Timestamp) -> PathBuf {
    beside(database, format!("{ending}{}", at.to_string().replace(':', "-")))
}

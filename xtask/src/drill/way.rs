//! What the ways to back up and recover have in common.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use sample::Scale;

use crate::{
    generate::generate,
    test_server::{Workspace, sqlite_url},
};

/// That of an agency after some years.
pub(super) const SCALE: Scale = Scale { clients: 100, comments: 20_000, leads: 1_000 };

/// One way to back up a server and to recover it. The methods are called in this order.
pub(super) trait Way {
    /// Where the workspace is.
    fn database_url(&self, data: &Path) -> Result<String> {
        Ok(sqlite_url(data))
    }

    /// Where its files are.
    fn files(&self, data: &Path) -> Vec<(&'static str, String)> {
        vec![("FILES", data.join("files").display().to_string())]
    }

    /// Starts what runs beside the server.
    fn start(&mut self, _site: &Site) -> Result<()> {
        Ok(())
    }

    /// Makes a backup while messages are written.
    fn back_up(&mut self, site: &Site) -> Result<()>;

    /// Ends what dies with the machine, and deletes what [`Site::data`] does not have.
    fn lose(&mut self) -> Result<()> {
        Ok(())
    }

    /// What has to be there again.
    fn promise(&self, lost: Instant) -> Result<Promise>;

    /// Makes the database and the files again.
    fn recover(&mut self, site: &Site) -> Result<()>;

    /// What `atrio export` wrote of the backup, if it reads such a backup.
    fn export_of_backup(&self, _site: &Site) -> Result<Option<String>> {
        Ok(None)
    }

    /// Restores what must be refused; returns what was not.
    fn bad_cases(&self, _site: &Site) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// The size of the backup, if it is in folders of this machine.
    fn bytes(&self, site: &Site) -> Result<Option<u64>> {
        size(&site.backup).map(Some)
    }
}

pub(super) struct Promise {
    /// Every message acknowledged before this is there again.
    pub(super) messages: Instant,
    /// Every file acknowledged before this is there again.
    pub(super) files: Instant,
    /// What the recovery aims at: the loss, unless somebody chose an earlier moment. Nothing sent later is there.
    pub(super) aim: Instant,
    /// Whether the files of all messages that are there are there.
    pub(super) is_whole: bool,
}

impl Promise {
    /// All but the last seconds before the loss.
    pub(super) fn all_but(messages: Duration, files: Duration, lost: Instant) -> Self {
        let before = |length| lost.checked_sub(length).unwrap_or(lost);
        // A file is lost also with the message that it belongs to.
        let files = files.max(messages);
        Self { messages: before(messages), files: before(files), aim: lost, is_whole: false }
    }

    /// All before a backup.
    pub(super) fn before(backup: Instant, lost: Instant) -> Self {
        Self { messages: backup, files: backup, aim: lost, is_whole: true }
    }
}

/// A server's machine, and where its backups are.
pub(super) struct Site {
    pub(super) workspace: Workspace,
    /// The SQLite database and the files; lost with the machine.
    pub(super) data: PathBuf,
    /// On another machine.
    pub(super) backup: PathBuf,
}

impl Site {
    /// Imports the workspace.
    pub(super) fn create(way: &dyn Way, binary: &Path, folder: &Path) -> Result<Self> {
        let (data, backup) = (folder.join("data"), folder.join("backup"));
        fs::create_dir_all(&data)?;
        fs::create_dir_all(&backup)?;
        let file = folder.join("workspace.json");
        generate(&file, &SCALE)?;
        let mut workspace = Workspace::import(binary, folder, &way.database_url(&data)?, &file)?;
        workspace.set(way.files(&data));
        Ok(Self { workspace, data, backup })
    }

    pub(super) fn files(&self) -> PathBuf {
        self.data.join("files")
    }
}

/// Those of these commands that end well, and must not.
pub(super) fn accepted(bad_cases: Vec<(&str, Command)>) -> Result<Vec<String>> {
    let mut accepted = Vec::new();
    for (what, mut command) in bad_cases {
        if command.stdin(Stdio::null()).status()?.success() {
            accepted.push(format!("{what} was accepted"));
        }
    }
    Ok(accepted)
}

/// Cuts a file in two, and loses the second half.
pub(super) fn cut(file: &Path) -> Result<()> {
    let length = file.metadata()?.len();
    ensure!(length > 1, "{} is empty already", file.display());
    Ok(File::options().write(true).open(file)?.set_len(length / 2)?)
}

/// Of all files below a folder.
pub(super) fn size(folder: &Path) -> Result<u64> {
    fs::read_dir(folder)?.try_fold(0, |sum, entry| {
        let entry = entry?;
        let metadata = entry.metadata()?;
        Ok(sum + if metadata.is_dir() { size(&entry.path())? } else { metadata.len() })
    })
}

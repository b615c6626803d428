//! The copy of the files that goes with a backup of the database alone.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::{Result, anyhow};

use super::way::Site;
use crate::{
    command::{capture, run},
    tools,
};

/// Between two copies.
const INTERVAL: Duration = Duration::from_secs(5);
/// What may be lost: the interval and the time of two copies.
pub(super) const BOUND: Duration = Duration::from_secs(8);

/// Copies again and again, until it is dropped or stopped.
pub(super) struct FileCopy {
    stop: Sender<()>,
    copies: JoinHandle<Result<()>>,
}

impl FileCopy {
    pub(super) fn start(site: &Site) -> Result<Self> {
        tools::install("rsync", &["rsync"])?;
        let (files, copy) = (site.files(), copy(site));
        let (stop, stopped) = mpsc::channel();
        let copies = thread::spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                capture(&mut rsync(&files, &copy))?;
            }
            Ok(())
        });
        Ok(Self { stop, copies })
    }

    pub(super) fn stop(self) -> Result<()> {
        drop(self.stop);
        self.copies.join().map_err(|_| anyhow!("the copies of the files panicked"))?
    }
}

/// Copies the files once.
pub(super) fn copy_once(site: &Site) -> Result<()> {
    tools::install("rsync", &["rsync"])?;
    run(&mut rsync(&site.files(), &copy(site)))
}

/// Copies the files back.
pub(super) fn copy_back(site: &Site) -> Result<()> {
    run(&mut rsync(&copy(site), &site.files()))
}

fn copy(site: &Site) -> PathBuf {
    site.backup.join("files")
}

/// A file has its whole content from the moment it has its name, and never another one.
fn rsync(from: &Path, to: &Path) -> Command {
    let mut rsync = Command::new("rsync");
    rsync.args(["--archive", "--mkpath", "--ignore-existing", "--exclude=/tmp", "--exclude=/previews"]);
    rsync.arg(from.join("")).arg(to.join(""));
    rsync
}

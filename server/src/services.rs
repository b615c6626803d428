//! Whether the store of files and the virus scanner can be reached.

use domain::Timestamp;
use tokio::sync::Mutex;

use crate::config::FilesConfig;

/// How long an answer is good for, in milliseconds. Anybody may ask, and a bucket charges for each question.
const INTERVAL: i64 = 2_000;

/// The latest answer. Who asks while another question is under way waits for its answer.
#[derive(Default)]
pub struct Services(Mutex<Option<(Timestamp, Reachable)>>);

#[derive(Debug, Clone, Copy)]
pub struct Reachable {
    pub files: bool,
    /// `None` without a scanner.
    pub scanner: Option<bool>,
}

impl Services {
    pub async fn check(&self, files: &FilesConfig, now: Timestamp) -> Reachable {
        let mut latest = self.0.lock().await;
        match *latest {
            Some((at, answer)) if (0..INTERVAL).contains(&(now.as_millis() - at.as_millis())) => answer,
            _ => latest.insert((now, ask(files).await)).1,
        }
    }
}

async fn ask(files: &FilesConfig) -> Reachable {
    let storage = files.storage.check().await;
    if let Err(error) = &storage {
        tracing::warn!(%error, "files cannot be read or written");
    }
    let scanner = match &files.scanner {
        Some(scanner) => {
            let checked = scanner.check().await;
            Some(checked.inspect_err(|error| tracing::warn!(%error, "clamd cannot be reached")).is_ok())
        }
        None => None,
    };
    Reachable { files: storage.is_ok(), scanner }
}

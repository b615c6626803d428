//! Whether the store of files and the virus scanner can be reached.

use domain::Timestamp;
use store::Clock;
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
    pub async fn check(&self, files: &FilesConfig, clock: &dyn Clock) -> Reachable {
        let mut latest = self.0.lock().await;
        let now = clock.now().as_millis();
        if let Some((at, answer)) = *latest
            && (0..INTERVAL).contains(&(now - at.as_millis()))
        {
            return answer;
        }
        let answer = ask(files).await;
        // Good from now on, however long it took: else those who have waited would ask one after the other.
        *latest = Some((clock.now(), answer));
        answer
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

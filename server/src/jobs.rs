//! Background jobs of `serve`: process deliveries that were interrupted by a stop of the server, and delete
//! old ones; delete guesses and notifications that no longer count; write the visits of portals; sweep and scan files.

mod files;
mod scan;

use std::collections::HashMap;
use std::time::Duration;

use domain::id::DeliveryId;
use store::Store;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::api::lead::process::process;
use crate::config::FilesConfig;
pub use files::sweep;
pub use scan::scan_waiting;

const INTERVAL: Duration = Duration::from_mins(1);
/// How long a visit of a portal takes at most to be seen by the agency.
const VISITS_INTERVAL: Duration = Duration::from_secs(10);
/// How long a file that is no longer needed may take space.
const SWEEP_INTERVAL: Duration = Duration::from_mins(10);
/// In runs: old deliveries and notifications are deleted once an hour.
const PRUNE_EVERY: u64 = 60;
/// After this many failures the delivery stays in quarantine.
const MAX_ATTEMPTS: u32 = 10;

/// Runs until the future is dropped; the database then rolls back open transactions.
pub async fn run(store: Store, files: FilesConfig) {
    loop {
        // Separate tasks, so that a panic ends only them. Dropping the set aborts them.
        let mut task = JoinSet::new();
        task.spawn(run_jobs(DeliveryJobs::new(store.clone())));
        task.spawn(write_visits(store.clone()));
        task.spawn(sweep_files(store.clone(), files.clone()));
        if let Some(scanner) = &files.scanner {
            task.spawn(scan::run(store.clone(), files.clone(), scanner.clone()));
        }
        task.join_next().await;
        // The panic message is not logged: it may quote a delivery.
        tracing::error!("a job panicked and is started again");
    }
}

async fn run_jobs(mut jobs: DeliveryJobs) {
    let mut interval = interval(INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for run in 0_u64.. {
        interval.tick().await;
        jobs.process_interrupted().await;
        prune_guesses(&jobs.store).await;
        queue_notifications(&jobs.store).await;
        if run.is_multiple_of(PRUNE_EVERY) {
            jobs.prune().await;
            prune_notifications(&jobs.store).await;
            prune_audit(&jobs.store).await;
        }
    }
}

async fn write_visits(store: Store) {
    let mut interval = interval(VISITS_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if let Err(error) = store.write_visits().await {
            tracing::warn!(%error, "the visits of portals could not be written");
        }
    }
}

async fn sweep_files(store: Store, files: FilesConfig) {
    let mut interval = interval(SWEEP_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if files.scanner.is_none() {
            release_waiting_files(&store).await;
        }
        if let Err(error) = sweep(&store, &files.storage).await {
            tracing::error!(%error, "unused files could not be swept");
        }
    }
}

/// Those that were received while there was a scanner.
async fn release_waiting_files(store: &Store) {
    match store.release_waiting_files().await {
        Ok(0) => {}
        Ok(released) => tracing::warn!(released, "files that were not scanned can be read, because CLAMD is not set"),
        Err(error) => tracing::error!(%error, "files that wait for a scanner could not be released"),
    }
}

async fn prune_guesses(store: &Store) {
    if let Err(error) = store.prune_guesses().await {
        tracing::error!(%error, "old guesses could not be deleted");
    }
}

/// Of what no request brings: time passes.
async fn queue_notifications(store: &Store) {
    if let Err(error) = store.queue_source_trouble().await {
        tracing::error!(%error, "the trouble of sources could not be queued");
    }
    if let Err(error) = store.queue_reminders().await {
        tracing::error!(%error, "reminders could not be queued");
    }
}

async fn prune_notifications(store: &Store) {
    if let Err(error) = store.delete_old_notifications().await {
        tracing::error!(%error, "old notifications could not be deleted");
    }
}

async fn prune_audit(store: &Store) {
    if let Err(error) = store.prune_audit().await {
        tracing::error!(%error, "old entries of the audit log could not be deleted");
    }
}

pub struct DeliveryJobs {
    store: Store,
    /// The number of failures per interrupted delivery.
    failures: HashMap<DeliveryId, u32>,
}

impl DeliveryJobs {
    pub fn new(store: Store) -> Self {
        Self { store, failures: HashMap::new() }
    }

    /// Processes deliveries that were received more than five minutes ago and not processed since. A failure
    /// affects no other delivery; it is retried in the next run, at most [`MAX_ATTEMPTS`] times.
    pub async fn process_interrupted(&mut self) {
        let interrupted = match self.store.interrupted_deliveries().await {
            Ok(interrupted) => interrupted,
            Err(error) => return tracing::error!(%error, "interrupted deliveries could not be looked up"),
        };
        self.failures.retain(|failed, _| interrupted.contains(failed));
        for id in interrupted {
            match process(&self.store, id.clone()).await {
                Some(processed) => {
                    tracing::info!(outcome = processed.outcome.as_str(), "interrupted delivery processed");
                }
                None => self.record_failure(id).await,
            }
        }
    }

    async fn record_failure(&mut self, id: DeliveryId) {
        let failures = self.failures.entry(id.clone()).or_default();
        *failures += 1;
        if *failures < MAX_ATTEMPTS {
            return;
        }
        match self.store.mark_delivery_failed(&id).await {
            Ok(()) => tracing::error!("a delivery that cannot be processed was marked as failed"),
            Err(error) => tracing::error!(%error, "a delivery could not be marked as failed"),
        }
    }

    /// Deletes deliveries older than the setting of the agency.
    pub async fn prune(&self) {
        match self.store.prune_deliveries().await {
            Ok(0) => {}
            Ok(pruned) => tracing::info!(pruned, "old deliveries were deleted"),
            Err(error) => tracing::error!(%error, "old deliveries could not be deleted"),
        }
    }
}

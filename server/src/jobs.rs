//! Background jobs of `serve`: deliveries that a stop of the server interrupted are processed, old ones deleted.

use std::collections::HashMap;
use std::time::Duration;

use domain::id::DeliveryId;
use store::Store;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::api::lead::process::process;

/// How often somebody looks for interrupted deliveries, and how long after the start for the first time.
const LOOK: Duration = Duration::from_mins(1);
/// Every how many looks old deliveries are thrown away.
const PRUNE: u64 = 60;
/// After how many failures a delivery waits in quarantine for somebody to look at it.
const TRIES: u32 = 10;

/// Goes on until it is dropped. What it is in the middle of is then undone by the database, and done the
/// next time.
pub async fn run(store: Store) {
    loop {
        // On a task of its own, which ends with this one, and sooner only by a panic.
        let mut task = JoinSet::new();
        task.spawn(look_on(Upkeep::of(store.clone())));
        task.join_next().await;
        // The panic's text may quote what was sent: only the place it names on standard error is kept.
        tracing::error!("upkeep panicked and begins anew");
    }
}

async fn look_on(mut jobs: Upkeep) {
    let mut looks = interval_at(Instant::now() + LOOK, LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for look in 0_u64.. {
        looks.tick().await;
        jobs.process_interrupted().await;
        if look.is_multiple_of(PRUNE) {
            jobs.prune().await;
        }
    }
}

/// What it works on, and what it could not do.
pub struct Upkeep {
    store: Store,
    /// How often each delivery failed that still waits.
    failures: HashMap<DeliveryId, u32>,
}

impl Upkeep {
    /// One that has done nothing yet.
    pub fn of(store: Store) -> Self {
        Self { store, failures: HashMap::new() }
    }

    /// Processes the deliveries that were received more than five minutes ago and are not processed yet. One
    /// that fails is tried again the next time, and at last given up.
    pub async fn process_interrupted(&mut self) {
        let interrupted = match self.store.interrupted_deliveries().await {
            Ok(interrupted) => interrupted,
            Err(error) => return tracing::error!(%error, "interrupted deliveries could not be looked up"),
        };
        self.failures.retain(|failed, _| interrupted.contains(failed));
        for id in interrupted {
            match process(&self.store, id.clone()).await {
                Some(processed) => {
                    tracing::info!(outcome = processed.outcome.as_str(), "interrupted delivery processed")
                }
                None => self.failed(id).await,
            }
        }
    }

    async fn failed(&mut self, id: DeliveryId) {
        let failures = self.failures.entry(id.clone()).or_default();
        *failures += 1;
        if *failures < TRIES {
            return;
        }
        match self.store.give_up(&id).await {
            Ok(()) => tracing::error!("a delivery that cannot be settled was given up"),
            Err(error) => tracing::error!(%error, "a delivery could not be given up"),
        }
    }

    /// Throws away what is older than the setting says.
    pub async fn prune(&self) {
        match self.store.prune_deliveries().await {
            Ok(0) => {}
            Ok(pruned) => tracing::info!(pruned, "old deliveries were thrown away"),
            Err(error) => tracing::error!(%error, "old deliveries could not be thrown away"),
        }
    }
}

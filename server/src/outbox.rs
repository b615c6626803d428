//! Sends what is due in the outbox (docs/REFERENCE.md#notifications).

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use domain::settings::accent::Scheme;
use store::{Composed, Leased, Outcome, Store};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval};

use crate::mail::Mailer;
use crate::metrics;
use crate::push::Pusher;

/// A mail server may refuse a client that opens more connections.
const MAX_CONCURRENT: usize = 4;
/// How long something due waits at most while nothing is being sent.
const INTERVAL: Duration = Duration::from_secs(1);

/// What sends each medium.
#[derive(Clone)]
pub struct Senders {
    /// `None`: no e-mail is sent, nor leased.
    pub mailer: Option<Arc<Mailer>>,
    pub pusher: Arc<Pusher>,
}

/// Sends until `stop`, then waits for the answers to what is being sent. Several processes may do so at the same time. If
/// one is killed, another sends what it had taken once the lease has ended.
pub async fn run(store: Store, senders: Senders, stop: impl Future<Output = ()>) {
    if let Err(error) = senders.pusher.end_devices_of_other_accounts(&store).await {
        tracing::error!(%error, "the devices of an earlier account could not be deleted");
    }
    let mut stop = pin!(stop);
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sending = JoinSet::new();
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(ended) = sending.join_next() => log_panic(&ended),
            _ = ticks.tick() => {}
        }
        for leased in lease(&store, MAX_CONCURRENT - sending.len()).await {
            sending.spawn(send(store.clone(), senders.clone(), leased));
        }
    }
    while let Some(ended) = sending.join_next().await {
        log_panic(&ended);
    }
}

async fn lease(store: &Store, limit: usize) -> Vec<Leased> {
    if limit == 0 {
        return Vec::new();
    }
    store.lease_notifications(limit, Mailer::MAX_SENDING_TIME).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "due notifications could not be looked up");
        Vec::new()
    })
}

async fn send(store: Store, senders: Senders, leased: Leased) {
    let outcome = match attempt(&store, &senders, &leased).await {
        Ok(outcome) => outcome,
        Err(error) => return tracing::error!(%error, "a notification could not be composed"),
    };
    metrics::count_attempt(leased.medium, &outcome);
    // The reply of the server is on the agency's page: a log may be read by others.
    if matches!(outcome, Outcome::Retry(_) | Outcome::Unclear(_) | Outcome::Failed(_)) {
        tracing::warn!(id = %leased.id, "a notification could not be sent");
    }
    match store.finish_notification(&leased, &outcome).await {
        Ok(true) => {}
        Ok(false) => tracing::warn!(id = %leased.id, "another process has sent this notification, too"),
        // It is sent again when the lease has ended.
        Err(error) => tracing::error!(%error, "the result of a notification could not be stored"),
    }
}

async fn attempt(store: &Store, senders: &Senders, leased: &Leased) -> store::Result<Outcome> {
    Ok(match store.compose_notification(leased).await? {
        Composed::Email(notification, to) => {
            let Some(mailer) = &senders.mailer else { return Ok(Outcome::Later(store.clock().now())) };
            let logo = store.logo(Scheme::Light).await?;
            mailer.send(&notification, &to, logo.as_ref(), store.clock().now()).await
        }
        Composed::Push(notification, devices) => senders.pusher.send(store, &notification, devices).await,
        Composed::Skip(reason) => Outcome::Skipped(reason),
        Composed::Later(due) => Outcome::Later(due),
    })
}

/// The message of a panic is not logged: it may quote a notification.
fn log_panic(ended: &Result<(), JoinError>) {
    if ended.is_err() {
        tracing::error!("sending a notification panicked: it is tried again when its lease has ended");
    }
}

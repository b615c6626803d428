//! Which changes invalidate what is kept in memory (`conversation/poll_cache.rs`).
//!
//! Whatever is kept is stamped with the [`Version`] of its client before it is read from the database, and is
//! valid while that is the current version. A commit raises the version before its caller is answered. So
//! nothing read before a commit is valid after it, and forgetting to narrow a [`Change`] costs only speed.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::id::ClientId;

/// What a transaction changes of that which is kept in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// The default: anything of any client.
    Everything,
    /// Messages and read receipts of one client.
    Conversation(ClientId),
    /// Only records that are never kept in memory, such as leads and deliveries.
    Uncached,
}

/// The state of what a client's polls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    everything: u64,
    client: u64,
}

/// The state of what changes with [`Change::Everything`] only, such as the records of clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GeneralVersion(u64);

/// Clients that share a counter cost each other a read now and then.
const COUNTERS: usize = 1024;

/// The changes that this process has made or learnt of.
pub(crate) struct Changes {
    everything: AtomicU64,
    clients: [AtomicU64; COUNTERS],
    started: Instant,
    /// In microseconds after `started`: all commits of other processes before this moment are recorded.
    complete_until: AtomicU64,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            everything: AtomicU64::new(0),
            clients: [const { AtomicU64::new(0) }; COUNTERS],
            started: Instant::now(),
            complete_until: AtomicU64::new(0),
        }
    }
}

impl Changes {
    pub(crate) fn version(&self, client: &ClientId) -> Version {
        Version {
            everything: self.everything.load(Ordering::SeqCst),
            client: self.clients[counter(client)].load(Ordering::SeqCst),
        }
    }

    /// The version of everything but conversations.
    pub(crate) fn general_version(&self) -> GeneralVersion {
        GeneralVersion(self.everything.load(Ordering::SeqCst))
    }

    /// To be called after a commit, also after one whose result is unknown, and before it is answered.
    pub(crate) fn record(&self, change: &Change) {
        match change {
            Change::Everything => self.everything.fetch_add(1, Ordering::SeqCst),
            Change::Conversation(client) => self.clients[counter(client)].fetch_add(1, Ordering::SeqCst),
            Change::Uncached => return,
        };
    }

    /// Whether all commits of other processes are recorded but those of the last `age`.
    pub(crate) fn are_complete_within(&self, age: Duration) -> bool {
        let until = Duration::from_micros(self.complete_until.load(Ordering::SeqCst));
        !until.is_zero() && self.started.elapsed() < until + age
    }

    /// All commits of other processes before `moment` are recorded.
    pub(super) fn set_complete_until(&self, moment: Instant) {
        let until = moment.saturating_duration_since(self.started).as_micros();
        self.complete_until.fetch_max(u64::try_from(until).unwrap_or(u64::MAX), Ordering::SeqCst);
    }
}

fn counter(client: &ClientId) -> usize {
    let mut hasher = DefaultHasher::new();
    client.hash(&mut hasher);
    usize::try_from(hasher.finish() % COUNTERS as u64).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_changes_with_own_and_general_changes_only() {
        let client = |id: &str| ClientId::parse(id).expect("an id");
        let (anna, bruno) = (client("anna"), client("bruno"));
        let changes = Changes::default();
        let versions = || (changes.version(&anna), changes.version(&bruno));

        let before = versions();
        changes.record(&Change::Uncached);
        assert_eq!(versions(), before);
        changes.record(&Change::Conversation(anna.clone()));
        assert!(versions().0 != before.0 && versions().1 == before.1);
        changes.record(&Change::Everything);
        assert!(versions().1 != before.1);
    }

    #[test]
    fn changes_are_incomplete_until_checked_and_when_the_check_is_old() {
        let changes = Changes::default();
        assert!(!changes.are_complete_within(Duration::from_hours(1)));
        changes.set_complete_until(changes.started + Duration::from_micros(1));
        assert!(changes.are_complete_within(Duration::from_hours(1)));
        std::thread::sleep(Duration::from_millis(1));
        assert!(!changes.are_complete_within(Duration::ZERO));
    }
}

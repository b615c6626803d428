//! Which changes invalidate what is kept in memory ([`super::versioned_cache`]), and which open pages of the agency
//! are fetched again.
//!
//! Whatever is kept is stamped with the [`Version`] of its client before it is read from the database, and is
//! valid while that is the current version. A commit raises the version before its caller is answered. So
//! nothing read before a commit is valid after it, and forgetting to narrow a [`Change`] costs only speed.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::Topic;
use domain::id::ClientId;

use super::topic_versions::{TopicCounters, TopicVersions};

/// What a transaction changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// The default: anything of any client.
    Everything,
    /// [`Topic::Conversation`] of one client: receipts, approvals, what is deleted.
    Conversation(ClientId),
    /// A message of one client, which adds a comment to what the client sees and changes nothing else of it.
    Message(ClientId),
    /// One topic, of any client.
    Topic(Topic),
    /// Only what is never kept in memory, and what no page waits for.
    Unseen,
}

/// The state of what a client sees, except messages that were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    everything: u64,
    client: u64,
}

/// The state of a client's messages, while their [`Version`] is the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MessagesVersion(u64);

/// The state of what does not change with messages, such as the records of clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GeneralVersion(u64);

/// Clients that share a counter cost each other a read now and then.
struct Counters(Box<[AtomicU64]>);

const COUNTERS: usize = 8 * 1024;

impl Default for Counters {
    fn default() -> Self {
        Self((0..COUNTERS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Counters {
    fn of(&self, client: &ClientId) -> &AtomicU64 {
        let mut hasher = DefaultHasher::new();
        client.hash(&mut hasher);
        &self.0[usize::try_from(hasher.finish() % COUNTERS as u64).unwrap_or_default()]
    }
}

/// The changes that this process has made or learnt of.
pub(crate) struct CacheVersions {
    everything: AtomicU64,
    clients: Counters,
    messages: Counters,
    topics: TopicCounters,
    started: Instant,
    /// In microseconds after `started`: all commits of other processes before this moment are recorded.
    checked_at: AtomicU64,
}

impl Default for CacheVersions {
    fn default() -> Self {
        Self {
            everything: AtomicU64::new(0),
            clients: Counters::default(),
            messages: Counters::default(),
            topics: TopicCounters::default(),
            started: Instant::now(),
            checked_at: AtomicU64::new(0),
        }
    }
}

impl CacheVersions {
    pub(crate) fn version(&self, client: &ClientId) -> Version {
        Version {
            everything: self.everything.load(Ordering::SeqCst),
            client: self.clients.of(client).load(Ordering::SeqCst),
        }
    }

    pub(crate) fn messages_version(&self, client: &ClientId) -> MessagesVersion {
        MessagesVersion(self.messages.of(client).load(Ordering::SeqCst))
    }

    /// The version of everything but conversations.
    pub(crate) fn general_version(&self) -> GeneralVersion {
        GeneralVersion(self.everything.load(Ordering::SeqCst))
    }

    pub(crate) fn topics(&self) -> TopicVersions {
        self.topics.versions()
    }

    /// To be called after a commit, also after one whose result is unknown, and before it is answered.
    pub(crate) fn invalidate(&self, change: &Change) {
        match change {
            Change::Everything => {
                self.everything.fetch_add(1, Ordering::SeqCst);
                for topic in Topic::ALL {
                    self.topics.add(*topic);
                }
            }
            Change::Conversation(client) => {
                self.clients.of(client).fetch_add(1, Ordering::SeqCst);
                self.topics.add(Topic::Conversation);
            }
            Change::Message(client) => {
                self.messages.of(client).fetch_add(1, Ordering::SeqCst);
                self.topics.add(Topic::Conversation);
            }
            Change::Topic(topic) => {
                if is_cached(*topic) {
                    self.everything.fetch_add(1, Ordering::SeqCst);
                }
                self.topics.add(*topic);
            }
            Change::Unseen => {}
        }
    }

    /// Whether all commits of other processes are recorded but those of the last `age`.
    pub(crate) fn are_checked_within(&self, age: Duration) -> bool {
        let checked = Duration::from_micros(self.checked_at.load(Ordering::SeqCst));
        !checked.is_zero() && self.started.elapsed() < checked + age
    }

    /// All commits of other processes before `moment` are recorded.
    pub(super) fn set_checked_at(&self, moment: Instant) {
        let checked = moment.saturating_duration_since(self.started).as_micros();
        self.checked_at.fetch_max(u64::try_from(checked).unwrap_or(u64::MAX), Ordering::SeqCst);
    }
}

/// Whether anything of the topic is kept in memory.
const fn is_cached(topic: Topic) -> bool {
    match topic {
        Topic::Conversation | Topic::Client | Topic::Project => true,
        Topic::Lead | Topic::Notification | Topic::Typing => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_changes_with_own_and_general_changes_only() {
        let client = |id: &str| ClientId::parse(id).expect("an id");
        let (anna, bruno) = (client("anna"), client("bruno"));
        let versions = CacheVersions::default();
        let both = || (versions.version(&anna), versions.version(&bruno));

        let before = both();
        for change in [Change::Unseen, Change::Topic(Topic::Lead), Change::Topic(Topic::Notification)] {
            versions.invalidate(&change);
            assert_eq!(both(), before, "{change:?}");
        }
        let messages = versions.messages_version(&anna);
        versions.invalidate(&Change::Message(anna.clone()));
        assert!(both() == before && versions.messages_version(&anna) != messages);
        assert_eq!(versions.messages_version(&bruno), MessagesVersion::default());
        versions.invalidate(&Change::Conversation(anna.clone()));
        assert!(both().0 != before.0 && both().1 == before.1);
        for change in [Change::Everything, Change::Topic(Topic::Project), Change::Topic(Topic::Client)] {
            let before = both();
            versions.invalidate(&change);
            assert!(both().0 != before.0 && both().1 != before.1, "{change:?}");
        }
    }

    #[test]
    fn change_raises_the_topics_it_names() {
        let anna = ClientId::parse("anna").expect("an id");
        let raised = |change: &Change| {
            let versions = CacheVersions::default();
            let before = versions.topics();
            versions.invalidate(change);
            let is_raised = |topic: &Topic| versions.topics().tag(&[*topic]) != before.tag(&[*topic]);
            Topic::ALL.iter().copied().filter(is_raised).collect::<Vec<_>>()
        };
        assert_eq!(raised(&Change::Unseen), []);
        assert_eq!(raised(&Change::Message(anna.clone())), [Topic::Conversation]);
        assert_eq!(raised(&Change::Conversation(anna)), [Topic::Conversation]);
        assert_eq!(raised(&Change::Everything), Topic::ALL);
        for topic in Topic::ALL {
            assert_eq!(raised(&Change::Topic(*topic)), [*topic]);
        }
    }

    #[test]
    fn cache_is_current_only_after_a_recent_check() {
        let versions = CacheVersions::default();
        assert!(!versions.are_checked_within(Duration::from_hours(1)));
        versions.set_checked_at(versions.started + Duration::from_micros(1));
        assert!(versions.are_checked_within(Duration::from_hours(1)));
        std::thread::sleep(Duration::from_millis(1));
        assert!(!versions.are_checked_within(Duration::ZERO));
    }
}

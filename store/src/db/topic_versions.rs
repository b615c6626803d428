//! How often each topic was changed, for the open pages of the agency.

use domain::Topic;
use std::sync::atomic::{AtomicU64, Ordering};
use uuid::Uuid;

pub(super) const TOPICS: usize = Topic::ALL.len();

/// The number of commits for each topic: of this process, and of other processes' that it has learnt of.
pub(super) struct TopicCounters {
    /// Tells the counts of processes apart.
    process: Uuid,
    commits: [AtomicU64; TOPICS],
}

impl Default for TopicCounters {
    fn default() -> Self {
        Self { process: Uuid::now_v7(), commits: Default::default() }
    }
}

impl TopicCounters {
    pub(super) fn add(&self, topic: Topic) {
        self.commits[topic as usize].fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn versions(&self) -> TopicVersions {
        let commits = std::array::from_fn(|index| self.commits[index].load(Ordering::SeqCst));
        TopicVersions { process: self.process, commits }
    }
}

/// The topics at one moment. What is read from the database after it is at least as new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicVersions {
    process: Uuid,
    commits: [u64; TOPICS],
}

impl TopicVersions {
    /// Counts a commit of the caller's own, so that only those of others are a change.
    pub fn add_own(&mut self, topic: Topic) {
        self.commits[topic as usize] += 1;
    }

    /// An entity tag that stays the same until one of `topics` changes.
    pub fn tag(&self, topics: &[Topic]) -> String {
        // Counts only grow, so a sum stays the same only if all do.
        let commits: u64 = topics.iter().map(|topic| self.commits[*topic as usize]).sum();
        format!("\"{}-{commits}\"", self.process.simple())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_changes_with_its_own_topics_only() {
        let counters = TopicCounters::default();
        let inbox = || counters.versions().tag(&[Topic::Conversation, Topic::Client]);
        let before = inbox();
        counters.add(Topic::Notification);
        assert_eq!(inbox(), before);
        counters.add(Topic::Client);
        assert_ne!(inbox(), before);
    }

    #[test]
    fn own_commit_is_no_change_unless_another_came_between() {
        let counters = TopicCounters::default();
        let tag = |versions: TopicVersions| versions.tag(&[Topic::Conversation]);
        let mut opened = counters.versions();
        opened.add_own(Topic::Conversation);
        counters.add(Topic::Conversation);
        assert_eq!(tag(counters.versions()), tag(opened));
        counters.add(Topic::Conversation);
        assert_ne!(tag(counters.versions()), tag(opened));
    }

    #[test]
    fn processes_have_tags_of_their_own() {
        let tag = || TopicCounters::default().versions().tag(Topic::ALL);
        assert_ne!(tag(), tag());
    }
}

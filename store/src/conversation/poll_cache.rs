//! Answers repeated polls from memory: "nothing new", and who a credential belongs to.
//!
//! Each entry is stamped with the version of its client before it is read ([`crate::db::cache_versions`]), and used
//! only while that is current and the commits of other processes are known.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use bytes::Bytes;
use domain::id::{PersonId, ProjectId};
use domain::{ApprovalEvent, ChannelKey, Timestamp};

use crate::UnverifiedPerson;
use crate::db::cache_versions::{CacheVersions, GeneralVersion, Version};

/// Most entries of each kind, some ten megabytes in all. A full cache is emptied: it fills again in one round of
/// polls.
const MAX_ENTRIES: usize = 16_384;

/// What a poll returns beside messages.
#[derive(Debug, Default)]
pub struct PollReceipts {
    /// The person's read receipts, of all their channels and not only the project's.
    pub person: BTreeMap<ChannelKey, Timestamp>,
    /// The agency's read receipts of General and the phases of the project.
    pub agency: BTreeMap<ChannelKey, Timestamp>,
    /// Every approval in the project.
    pub approvals: Vec<ApprovalEvent>,
    /// The response to a poll without messages, without and with the agency's receipts; kept for the door
    /// that words it.
    pub idle_responses: [OnceLock<Bytes>; 2],
}

#[derive(Default)]
pub(crate) struct PollCache {
    /// By credential.
    people: RwLock<HashMap<Box<str>, KnownPerson>>,
    polls: RwLock<HashMap<(PersonId, ProjectId), IdlePoll>>,
}

struct KnownPerson {
    version: GeneralVersion,
    person: UnverifiedPerson,
}

struct IdlePoll {
    version: Version,
    /// No comment of the project's chat is newer.
    newest: Timestamp,
    receipts: Arc<PollReceipts>,
}

impl PollCache {
    /// The person of a credential.
    pub(crate) fn person(&self, versions: &CacheVersions, credential: &str) -> Option<UnverifiedPerson> {
        let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
        let known = people.get(credential)?;
        (known.version == versions.general_version()).then(|| known.person.clone())
    }

    /// Keeps the person of a valid credential. `version` is from before it was read.
    pub(crate) fn keep_person(&self, version: GeneralVersion, credential: &str, person: UnverifiedPerson) {
        insert(&self.people, credential.into(), KnownPerson { version, person });
    }

    /// The receipts that a poll returns, if nothing in the project's chat is newer than `since`.
    pub(crate) fn idle_poll(
        &self,
        versions: &CacheVersions,
        chat: &(PersonId, ProjectId),
        since: Timestamp,
    ) -> Option<Arc<PollReceipts>> {
        let polls = self.polls.read().unwrap_or_else(PoisonError::into_inner);
        let poll = polls.get(chat)?;
        (poll.newest <= since && poll.version == versions.version(&chat.0.client)).then(|| poll.receipts.clone())
    }

    /// Keeps the receipts of a chat in which no comment is newer than `newest`. `version` is from before they
    /// were read.
    pub(crate) fn keep_poll(
        &self,
        version: Version,
        chat: (PersonId, ProjectId),
        newest: Timestamp,
        receipts: Arc<PollReceipts>,
    ) {
        insert(&self.polls, chat, IdlePoll { version, newest, receipts });
    }
}

fn insert<K: Eq + Hash, V>(entries: &RwLock<HashMap<K, V>>, key: K, value: V) {
    let mut entries = entries.write().unwrap_or_else(PoisonError::into_inner);
    if entries.len() >= MAX_ENTRIES && !entries.contains_key(&key) {
        entries.clear();
    }
    entries.insert(key, value);
}

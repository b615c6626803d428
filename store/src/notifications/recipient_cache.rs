//! Preferences in memory, valid as long as the version they were read at ([`crate::db::cache_versions`]): everybody who
//! writes a message waits for them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::notifications::Recipient;

use super::preferences::Preferences;
use crate::db::cache_versions::GeneralVersion;

type Cached = Option<(GeneralVersion, HashMap<Recipient, Preferences>)>;

#[derive(Default)]
pub(crate) struct PreferenceCache(Mutex<Cached>);

impl PreferenceCache {
    pub(super) fn get(&self, version: GeneralVersion, recipient: &Recipient) -> Option<Preferences> {
        let cached = self.lock();
        let (_, all) = cached.as_ref().filter(|(read_at, _)| *read_at == version)?;
        all.get(recipient).cloned()
    }

    /// `version` was read before the preferences were.
    pub(super) fn keep(&self, version: GeneralVersion, recipient: &Recipient, preferences: &Preferences) {
        let mut cached = self.lock();
        let entry = (recipient.clone(), preferences.clone());
        match cached.as_mut().filter(|(read_at, _)| *read_at == version) {
            Some((_, all)) => all.extend([entry]),
            None => *cached = Some((version, HashMap::from([entry]))),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Cached> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
